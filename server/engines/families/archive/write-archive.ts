import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Member } from './arrange.ts'
import { wrongResult } from './failures.ts'
import type { ArchiveTarget } from './formats.ts'
import { LineReader } from './lines.ts'
import { type ListedEntry, ListingReader } from './listing.ts'
import { mountMembers } from './member-files.ts'
import { CONTENT } from './read-archive.ts'
import { runSevenZip, type SevenZipModule } from './seven-zip.ts'

const MEGABYTE = 1024 * 1024

/**
 * Writes the members as an archive to `out/NAME` and verifies it.
 * @throws `output_wrong`
 */
export async function writeArchive(
  members: readonly Member[],
  target: ArchiveTarget,
  name: string,
): Promise<void> {
  const isStream = target === 'tgz' || target === 'txz'
  const tar = join('tmp', 'result.tar')
  const total = members.reduce((sum, { size }) => sum + size, 0)
  await pack(members, isStream ? 'tar' : target, isStream ? tar : join('out', name), total)
  if (!isStream) return
  const type = target === 'tgz' ? 'gzip' : 'xz'
  const args = ['a', '-bd', `-t${type}`, `-mx=${type === 'gzip' ? 5 : level(total)}`, '-mmt=1']
  await requireSuccess([...args, '--', `/out/${name}`, `/${tar}`])
  rmSync(tar)
}

/** The LZMA level for a size, so that large archives finish in time: about 4, 10 and 20 MB/s. */
function level(bytes: number): number {
  if (bytes <= 64 * MEGABYTE) return 5
  return bytes <= 256 * MEGABYTE ? 3 : 1
}

async function pack(members: readonly Member[], type: string, path: string, total: number): Promise<void> {
  const fd = openSync(CONTENT, 'r')
  try {
    const mount = (module: SevenZipModule) => {
      mountMembers(module, '/members', members, fd)
      module.FS.chdir('/members')
    }
    // Stores links as links. 7Z uses solid blocks for small files; ZIP names are UTF-8 if needed.
    const args = ['a', '-bd', '-snl', '-mmt=1', `-t${type}`, '-r', ...packingOptions(type, total)]
    await requireSuccess([...args, '--', `/${path}`, '*'], mount)
  } finally {
    closeSync(fd)
  }
  await compare(members, type, path)
}

function packingOptions(type: string, total: number): string[] {
  if (type === 'zip') return ['-mx=5', '-mcu=on']
  if (type === '7z') return [`-mx=${level(total)}`, '-md=16m']
  return ['-mm=posix']
}

async function requireSuccess(args: string[], mount?: (module: SevenZipModule) => void): Promise<void> {
  const { status, errors } = await runSevenZip(args, mount ? { mount } : {})
  if (status !== 0) throw wrongResult(errors.join('\n').slice(0, 500))
}

/** Reopens the result and compares members and file sizes. */
async function compare(members: readonly Member[], type: string, path: string): Promise<void> {
  const found = new Map<string, ListedEntry>()
  const reader = new ListingReader(Number.POSITIVE_INFINITY, () => {})
  const lines = new LineReader((line) => reader.line(line))
  const run = await runSevenZip(['l', '-slt', '-ba', '-bsp0', `-t${type}`, '--', `/${path}`], {
    onBytes: (bytes) => lines.add(bytes),
  })
  lines.end()
  reader.end()
  for (const entry of reader.entries) found.set(entry.path, entry)
  const missing = members.find(({ path: wanted, kind, size }) => {
    const entry = found.get(wanted)
    return !entry || entry.kind !== kind || (kind === 'file' && entry.size !== size)
  })
  if (run.status !== 0 || missing) throw wrongResult(missing?.path ?? run.errors.join('\n'))
}
