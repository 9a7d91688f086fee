import { FILE_LIMITS } from './limits.ts'

/** Offsets of possible signatures, and of the ends of revisions. */
export interface Marks {
  /** Whether it starts like a PDF. */
  isPdf: boolean
  /** Offsets of words that occur in signatures, in order. */
  signs: number[]
  /** Offsets of the ends of revisions. */
  ends: number[]
}

const SIGNS = ['/ByteRange', '/ETSI.', '/adbe.', '/Adobe.PPK', '/Sig', '/DocTimeStamp']
const END = 'startxref'
const LONGEST = Math.max(...[...SIGNS, END].map(({ length }) => length))

const latin = new TextDecoder('latin1')
/** A slice of the file, one character per byte. */
export const textOf = async (file: Blob, from: number, to: number): Promise<string> =>
  latin.decode(await file.slice(Math.max(0, from), to).arrayBuffer())

/**
 * Reads the file once, in slices, and returns the offsets. `tell` receives the progress, from 0 to
 * 1.
 */
export async function scanFile(file: Blob, tell: (done: number) => void): Promise<Marks> {
  const signs = new Set<number>()
  const ends = new Set<number>()
  const isPdf = (await textOf(file, 0, 1024)).includes('%PDF-')
  for (let at = 0; isPdf && at < file.size; at += FILE_LIMITS.slice) {
    // A word may span two slices.
    const text = await textOf(file, at, at + FILE_LIMITS.slice + LONGEST)
    for (const sign of SIGNS) for (const place of placesOf(text, sign)) signs.add(at + place)
    for (const place of placesOf(text, END)) ends.add(at + place)
    tell(Math.min(1, (at + FILE_LIMITS.slice) / file.size))
  }
  const sorted = (set: Set<number>) => [...set].sort((one, other) => one - other)
  return { isPdf, signs: sorted(signs), ends: sorted(ends) }
}

function* placesOf(text: string, word: string) {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) yield at
}
