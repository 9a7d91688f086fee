import { crc32, createInflate } from 'node:zlib'
import { InkCounter, type PngColours, VISIBLE_INK } from './png-ink.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/**
 * By colour type: how many samples a pixel has, and how many bits each may have (PNG 3, table
 * 11.1).
 */
const SAMPLES: Readonly<
  Record<number, { type: PngColours['type']; count: number; bits: readonly number[] }>
> = {
  0: { type: 0, count: 1, bits: [1, 2, 4, 8, 16] },
  2: { type: 2, count: 3, bits: [8, 16] },
  3: { type: 3, count: 1, bits: [1, 2, 4, 8] },
  4: { type: 4, count: 2, bits: [8, 16] },
  6: { type: 6, count: 4, bits: [8, 16] },
}
/**
 * Of an interlaced image, each pass: its first column and row, and how far the next ones are (PNG
 * 3, 8.1).
 */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const HIGHEST_FILTER = 4

interface Head {
  width: number
  height: number
  type: PngColours['type']
  bits: number
  samples: number
  palette: 'needed' | 'allowed' | 'forbidden'
  interlaced: boolean
}

/**
 * Whether these bytes are a whole PNG, of at most so many pixels a side, that any reader can show,
 * and whether anything is seen in it. Its pieces are walked and its rows unpacked and counted, one
 * of them kept; nothing here makes an image of it.
 */
export async function checkPng(bytes: Buffer, mostSide: number): Promise<'damaged' | 'blank' | 'visible'> {
  const chunks = chunksOf(bytes)
  const head = chunks && headOf(chunks, mostSide)
  if (!chunks || !head) return 'damaged'
  const parts = partsOf(chunks, head)
  const dataOf = (wanted: string) => chunks.find(({ type }) => type === wanted)?.data ?? Buffer.alloc(0)
  const counter = new InkCounter({ ...head, palette: dataOf('PLTE'), clear: dataOf('tRNS') })
  if (!parts || !(await rowsFit(parts, rowsOf(head), counter))) return 'damaged'
  return counter.ink < VISIBLE_INK ? 'blank' : 'visible'
}

interface Chunk {
  type: string
  data: Buffer
}

/**
 * The pieces up to the end, each with the sum that it says; null where something is missing, wrong
 * or left over.
 */
function chunksOf(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    if (at + 12 > bytes.length) return null
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) return null
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  const last = chunks.findIndex(({ type }) => type === 'IEND')
  return last >= 0 && last === chunks.length - 1 && chunks[last]?.data.length === 0 ? chunks : null
}

function headOf([first, ...others]: readonly Chunk[], mostSide: number): Head | null {
  if (first?.type !== 'IHDR' || first.data.length !== 13 || others.some(({ type }) => type === 'IHDR'))
    return null
  const [width, height] = [first.data.readUInt32BE(0), first.data.readUInt32BE(4)]
  const [bits = 0, colour = 0, compression, filter, interlace = 0] = first.data.subarray(8)
  const samples = SAMPLES[colour]
  if (width < 1 || height < 1 || width > mostSide || height > mostSide) return null
  if (!samples?.bits.includes(bits) || compression !== 0 || filter !== 0 || interlace > 1) return null
  const palette = colour === 3 ? 'needed' : colour === 0 || colour === 4 ? 'forbidden' : 'allowed'
  return {
    width,
    height,
    type: samples.type,
    bits,
    samples: samples.count,
    palette,
    interlaced: interlace === 1,
  }
}

/**
 * What the rows are packed in; null where it is missing or torn apart, or where something stands
 * that has to be understood and is not.
 */
function partsOf(chunks: readonly Chunk[], { palette }: Head): Buffer[] | null {
  const place = (wanted: string) => chunks.findIndex(({ type }) => type === wanted)
  const [first, last] = [place('IDAT'), chunks.findLastIndex(({ type }) => type === 'IDAT')]
  const parts = chunks.filter(({ type }) => type === 'IDAT')
  if (first < 0 || parts.length !== last - first + 1) return null
  const colours = chunks.filter(({ type }) => type === 'PLTE')
  const [one] = colours
  if (colours.length > 1 || (one && (palette === 'forbidden' || place('PLTE') > first))) return null
  if (palette === 'needed' && !one) return null
  if (one && (one.data.length === 0 || one.data.length > 768 || one.data.length % 3 !== 0)) return null
  // A name that begins with a capital is of a piece without which the image is another one.
  const known = ['IHDR', 'PLTE', 'IDAT', 'IEND']
  if (chunks.some(({ type }) => /^[A-Z]/.test(type) && !known.includes(type))) return null
  return parts.map(({ data }) => data)
}

interface Rows {
  count: number
  pixels: number
  /** Of one, with the byte that says how it is filtered. */
  bytes: number
}

function rowsOf({ width, height, bits, samples, interlaced }: Head): Rows[] {
  const rows = (across: number, down: number): Rows => ({
    count: across > 0 ? down : 0,
    pixels: across,
    bytes: 1 + Math.ceil((across * bits * samples) / 8),
  })
  if (!interlaced) return [rows(width, height)]
  return PASSES.map(([x, y, right, below]) =>
    rows(Math.max(0, Math.ceil((width - x) / right)), Math.max(0, Math.ceil((height - y) / below))),
  ).filter(({ count }) => count > 0)
}

/**
 * Whether just these rows come out of it, each filtered in a way that there is. Stops where more
 * comes.
 */
async function rowsFit(
  parts: readonly Buffer[],
  passes: readonly Rows[],
  counter: InkCounter,
): Promise<boolean> {
  const inflate = createInflate()
  for (const part of parts) inflate.write(part)
  inflate.end()
  const rows = rowsIn(passes)
  let next = rows.next()
  let filled = 0
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>)
      for (let at = 0; at < piece.length; ) {
        if (next.done) return false
        const { row, pixels, isFirst } = next.value
        const taken = piece.copy(row, filled, at)
        at += taken
        filled += taken
        if (filled < row.length) continue
        if ((row[0] ?? 0) > HIGHEST_FILTER) return false
        counter.add(row, pixels, isFirst)
        next = rows.next()
        filled = 0
      }
  } catch {
    return false
  }
  return next.done === true
}

/** Room for each row, shared by those of a pass. */
function* rowsIn(passes: readonly Rows[]) {
  for (const { count, bytes, pixels } of passes) {
    const row = Buffer.alloc(bytes)
    for (let nth = 0; nth < count; nth++) yield { row, pixels, isFirst: nth === 0 }
  }
}
