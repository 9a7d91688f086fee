import { closeSync, openSync, readSync } from 'node:fs'
import { extname, join } from 'node:path'
import { EngineFailure } from '../../kernel/engine.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import type { Member } from '../archive/arrange.ts'
import { CONTENT } from '../archive/read-archive.ts'
import { writeAll } from '../archive/seven-zip.ts'
import { byName, INFO_FILE, roleOf } from './formats.ts'

const PIECE = 1024 * 1024
const MOST_PAGES = 5000
/** Size limit of the metadata file, which has a few lines. */
const INFO_BYTES = 1024 * 1024

export interface Picked {
  /** The images in page order. */
  pages: Member[]
  info: Member | null
  warnings: Sentence[]
}

/** The images of a comic sorted by name, and its metadata. Counts other files. */
export function pickPages(members: readonly Member[]): Picked {
  const files = members.filter(({ kind }) => kind === 'file')
  const of = (role: ReturnType<typeof roleOf>) => files.filter(({ path }) => roleOf(path) === role)
  const pages = of('page').sort((a, b) => byName(a.path, b.path))
  if (pages.length === 0)
    throw new EngineFailure('source_empty', sentence`The comic contains no pages. Choose another file.`)
  if (pages.length > MOST_PAGES)
    throw new EngineFailure(
      'source_too_complex',
      sentence`The comic has more than ${MOST_PAGES.toLocaleString('en-US')} pages. Split it into parts.`,
    )
  const info = of('info').find(({ size }) => size <= INFO_BYTES) ?? null
  const others = of('other').length + members.filter(({ kind }) => kind === 'symlink').length
  const left = sentence`${plural(others, '# file that is not an image was', '# files that are not images were')} left out.`
  return { pages, info, warnings: others > 0 ? [left] : [] }
}

/** Writes images and metadata to `out` under numbered names. Returns the names, images first. */
export function writePages({ pages, info }: Picked): string[] {
  const source = openSync(CONTENT, 'r')
  try {
    const names = pages.map((page, at) => {
      const name = `page-${String(at + 1).padStart(5, '0')}${extname(page.path).toLowerCase()}`
      copy(source, page, name)
      return name
    })
    if (!info) return names
    copy(source, info, INFO_FILE)
    return [...names, INFO_FILE]
  } finally {
    closeSync(source)
  }
}

function copy(source: number, { at, size }: Member, name: string): void {
  const target = openSync(join('out', name), 'w')
  try {
    const piece = Buffer.alloc(Math.min(PIECE, size))
    for (let done = 0; done < size; ) {
      const read = readSync(source, piece, 0, Math.min(piece.length, size - done), at + done)
      if (read === 0) break
      writeAll(target, piece.subarray(0, read))
      done += read
    }
  } finally {
    closeSync(target)
  }
}
