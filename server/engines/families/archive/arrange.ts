import { posix } from 'node:path'
import type { ArchiveLosses } from './losses.ts'
import { safePath, TakenPaths } from './names.ts'
import { contentOf, type Unpacked } from './read-archive.ts'

/** A file, folder or link of the result with a safe, unique path. */
export interface Member {
  path: string
  kind: 'file' | 'folder' | 'symlink'
  /** The offset of its content in the content file, and its size in bytes. */
  at: number
  size: number
  /** Unix permissions. */
  mode: number
  modified: Date
  /** The target of a symbolic link, relative to its folder. */
  target: string
}

type Entry = Unpacked['entries'][number]

/** Above any system's path limit. */
const TARGET_BYTES = 4096

/**
 * The members of the result: changes paths that escape or collide, drops links that escape and
 * devices, converts hard links to copies. Counts changes in `losses`. `now` replaces missing times.
 */
export function arrange(entries: readonly Entry[], losses: ArchiveLosses, now: Date): Member[] {
  const taken = new TakenPaths()
  const members: Member[] = []
  const byGivenPath = new Map<string, Member>()
  // Folders first: in a collision the file is renamed.
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
    // The root folder has no name.
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

/** The location of the content; for a hard link, the file's. Null if there is none. */
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

/** The owner can always read unpacked files, and enter and delete folders. */
const usable = (mode: number, kind: Member['kind']) => (mode & 0o777) | (kind === 'folder' ? 0o700 : 0o600)

/** The target of a link, or null if it is outside the archive or missing. */
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

/** A link at the path of a folder would redirect the folder's files. */
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
