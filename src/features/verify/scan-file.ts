import { FILE_LIMITS } from './limits.ts'

/** Where signatures may be told of, and where revisions end. */
export interface Marks {
  /** Begins as a PDF does. */
  isPdf: boolean
  /** Places of words that stand in signatures, in their order. */
  signs: number[]
  /** Places of the ends of revisions. */
  ends: number[]
}

const SIGNS = ['/ByteRange', '/ETSI.', '/adbe.', '/Adobe.PPK', '/Sig', '/DocTimeStamp']
const END = 'startxref'
const LONGEST = Math.max(...[...SIGNS, END].map(({ length }) => length))

const latin = new TextDecoder('latin1')
/** A piece of the file, a letter a byte. */
export const textOf = async (file: Blob, from: number, to: number): Promise<string> =>
  latin.decode(await file.slice(Math.max(0, from), to).arrayBuffer())

/**
 * Reads the file once, in slices, and says where to look. `tell` hears how far it is, from 0 to 1.
 */
export async function scanFile(file: Blob, tell: (done: number) => void): Promise<Marks> {
  const signs = new Set<number>()
  const ends = new Set<number>()
  const isPdf = (await textOf(file, 0, 1024)).includes('%PDF-')
  for (let at = 0; isPdf && at < file.size; at += FILE_LIMITS.slice) {
    // A word may lie across the edge of two slices.
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
