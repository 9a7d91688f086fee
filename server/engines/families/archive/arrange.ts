import { posix } from 'node:path'
import type { ArchiveLosses } from './losses.ts'
import { safePath, TakenPaths } from './names.ts'
import { contentOf, type Unpacked } from './read-archive.ts'

/** A file, folder or link as it goes into the result, under a path that is safe and given once. */
export interface Member {
  path: string
  kind: 'file' | 'folder' | 'symlink'
  /** Where its content begins in the file of all contents, and its length in bytes. */
  at: number
  size: number
  /** Permissions of Unix. */
  mode: number
  modified: Date
  /** Where a symbolic link leads, relative to its folder. */
  target: string
}

type Entry = Unpacked['entries'][number]

/** Longer than any path that a system follows. */
const TARGET_BYTES = 4096

/**
 * The members of the result: paths that point outside or collide are changed, links that lead
 * outside and devices are left out, hard links become copies. All of that is counted in `losses`.
 * `now` is the time of what has none.
 */
export function arrange(entries: readonly Entry[], losses: ArchiveLosses, now: Date): Member[] {
  const taken = new TakenPaths()
  const members: Member[] = []
  const byGivenPath = new Map<string, Member>()
  // Folders first: a file that collides with a folder is the one that is renamed.
  const ordered = [...entries].sort((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder'))
  for (const entry of ordered) {
    const member = memberOf(entry, taken, byGivenPath, losses, now)
    if (!member) continue
    members.push(member)
    if (member.kind === 'file') byGivenPath.set(entry.path, member)
  }
  return withoutCoveredLinks(members, losses)
}

function memberOf(
  entry: Entry,
  taken: TakenPaths,
  byGivenPath: ReadonlyMap<string, Member>,
  losses: ArchiveLosses,
  now: Date,
): Member | null {
  const content = contentPlace(entry, byGivenPath, losses)
  if (!content) return null
  const safe = safePath(entry.path)
  if (!safe) {
    // The folder that everything lies in has no name of its own.
    if (!/^[./\\]*$/.test(entry.path) || entry.kind !== 'folder') losses.add('nameless')
    return null
  }
  if (safe.change) losses.add(safe.change)
  const target = entry.kind === 'symlink' ? linkTarget(entry, safe.path) : ''
  if (target === null) {
    losses.add('links')
    return null
  }
  const path = taken.take(safe.path, entry.kind === 'folder' ? 'folder' : 'file')
  if (path === null) return null
  if (path !== safe.path) losses.add('taken')
  const kind = entry.kind === 'folder' || entry.kind === 'symlink' ? entry.kind : 'file'
  const mode = entry.mode ?? (kind === 'folder' ? 0o755 : 0o644)
  return { path, kind, ...content, mode: usable(mode, kind), modified: entry.modified ?? now, target }
}

/** Where the content lies: that of a hard link is the file's. Null where there is none to keep. */
function contentPlace(
  entry: Entry,
  byGivenPath: ReadonlyMap<string, Member>,
  losses: ArchiveLosses,
): Pick<Member, 'at' | 'size'> | null {
  if (entry.kind === 'special') {
    losses.add('special')
    return null
  }
  if (entry.kind !== 'hardlink') return { at: entry.at, size: entry.size }
  const original = byGivenPath.get(entry.target ?? '')
  losses.add(original ? 'copies' : 'brokenLinks')
  return original ? { at: original.at, size: original.size } : null
}

/** The owner can always read what is unpacked, and enter and remove a folder. */
const usable = (mode: number, kind: Member['kind']) => (mode & 0o777) | (kind === 'folder' ? 0o700 : 0o600)

/** Where a link leads, or null where that is outside of the archive, or nowhere. */
function linkTarget(entry: Entry, path: string): string | null {
  const target = (entry.target ?? contentOf(entry, TARGET_BYTES)?.toString('utf8') ?? '').replaceAll(
    '\\',
    '/',
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused.
  if (target === '' || /^\/|^[a-z]:|[\u0000-\u001f\u007f]/i.test(target)) return null
  const resolved = posix.normalize(posix.join(posix.dirname(path), target))
  return resolved === '..' || resolved.startsWith('../') ? null : target
}

/** A link that stands where others have a folder would lead their files elsewhere. */
function withoutCoveredLinks(members: Member[], losses: ArchiveLosses): Member[] {
  const links = new Set(
    members.filter(({ kind }) => kind === 'symlink').map(({ path }) => path.toLowerCase()),
  )
  if (links.size === 0) return members
  const covered = new Set<string>()
  for (const { path } of members) {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash).toLowerCase()
      if (links.has(folder)) covered.add(folder)
    }
  }
  if (covered.size > 0) losses.add('coveredLinks', covered.size)
  return members.filter(({ kind, path }) => kind !== 'symlink' || !covered.has(path.toLowerCase()))
}
