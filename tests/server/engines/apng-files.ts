import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/**
 * A frame of one colour; without a place it fills the canvas, without a time it stands for a tenth
 * of a second.
 */
export interface Drawn {
  colour: string
  place?: { left: number; top: number; width: number; height: number }
  /** In parts of a second. */
  time?: [parts: number, of: number]
  /** 0 leaves it, 1 clears it, 2 puts back what was there. */
  disposal?: 0 | 1 | 2
  over?: boolean
}

interface Making {
  width: number
  height: number
  plays?: number
  /** A first image that is not part of the animation. */
  hidden?: string
}

export type Chunk = [type: string, data: Buffer]
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** The chunks of an animated PNG, to be changed or put together. */
export async function apngChunks(
  frames: Drawn[],
  { width, height, plays = 0, hidden }: Making,
): Promise<Chunk[]> {
  const made: Chunk[] = [['acTL', numbers(frames.length, plays)]]
  let sequence = 0
  if (hidden) made.push(['IDAT', await pixels(hidden, width, height)])
  for (const [index, frame] of frames.entries()) {
    const place = frame.place ?? { left: 0, top: 0, width, height }
    const [parts, of] = frame.time ?? [1, 10]
    const control = numbers(sequence++, place.width, place.height, place.left, place.top, parts * 65_536 + of)
    made.push(['fcTL', Buffer.concat([control, Buffer.from([frame.disposal ?? 0, frame.over ? 1 : 0])])])
    const data = await pixels(frame.colour, place.width, place.height)
    if (index === 0 && !hidden) made.push(['IDAT', data])
    else made.push(['fdAT', Buffer.concat([numbers(sequence++), data])])
  }
  // Eight bits, red, green, blue and alpha.
  const header = Buffer.concat([numbers(width, height), Buffer.from([8, 6, 0, 0, 0])])
  return [['IHDR', header], ...made, ['IEND', Buffer.alloc(0)]]
}

/** Chunks as a file, each with its sum. */
export function pngOf(chunks: readonly Chunk[]): Buffer {
  return Buffer.concat([
    SIGNATURE,
    ...chunks.map(([type, data]) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
      return Buffer.concat([numbers(data.length), body, numbers(crc32(body))])
    }),
  ])
}

export const apng = async (frames: Drawn[], making: Making): Promise<Buffer> =>
  pngOf(await apngChunks(frames, making))

/** The packed pixels of an image of one colour, with alpha. */
async function pixels(colour: string, width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width, height, channels: 4, background: colour } })
    .png()
    .toBuffer()
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  return Buffer.concat(parts)
}
