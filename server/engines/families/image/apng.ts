import { closeSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { giveBack } from './memory.ts'

// Animated PNG (PNG specification, third edition, 4.9 and 11.3.6). libvips reads the first image
// only, so each frame is wrapped in a PNG, decoded by libvips and composed on the canvas.

/** About a minute; a file with millions of frames is no animation. */
const MAX_FRAMES = 2000
/** Chunks before the first IDAT; a dozen chunk types exist. */
const MAX_CHUNKS = 1000
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Chunks before the image data that define the colors of all frames. */
const SHARED = new Set(['PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'cICP'])
/** acTL, fcTL, fdAT: libvips doesn't check their CRCs, so this code does. */
const OF_ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])
const CLEAR = 1
const RESTORE = 2

interface Frame {
  left: number
  top: number
  width: number
  height: number
  /** In milliseconds. */
  delay: number
  /** How the frame's area is disposed of before the next frame. */
  disposal: number
  /** Blend operator OVER instead of SOURCE. */
  over: boolean
  parts: Buffer[]
}

interface Animation {
  /** IHDR, whose first eight bytes are width and height. */
  header: Buffer
  width: number
  height: number
  /** Number of plays; 0 is endless. */
  plays: number
  shared: { type: string; data: Buffer }[]
  frames: Frame[]
}

const damaged = (what: string) =>
  new EngineFailure(
    'source_damaged',
    sentence`The animation is damaged and could not be read. Check that it plays elsewhere, or convert it to JPEG for its first image.`,
    { cause: new Error(what) },
  )

/**
 * The number of frames that a PNG states, 0 for a still one. Reads only chunk headers before IDAT.
 */
export function framesSaid(path: string): number {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(12)
    let at = SIGNATURE.length
    for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
      if (readSync(file, head, 0, head.length, at) < head.length) return 0
      const type = head.toString('latin1', 4, 8)
      if (type === 'acTL') return head.readUInt32BE(8)
      if (type === 'IDAT') return 0
      at += 12 + head.readUInt32BE(0)
    }
    return 0
  } finally {
    closeSync(file)
  }
}

/**
 * Converts an animated PNG to lossless animated WebP with its delays and number of plays.
 * @throws `source_damaged`; `source_too_complex` if all frames exceed `maxPixels` together
 */
export async function apngToWebp(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const animation = readAnimation(bytes, maxPixels)
  const { width, height, frames, plays } = animation
  const size = width * height * 4
  const canvas = Buffer.alloc(size)
  const all = Buffer.alloc(size * frames.length)
  for (const [index, frame] of frames.entries()) {
    const pixels = await decode(animation, frame, maxPixels)
    const before = frame.disposal === RESTORE ? Buffer.from(canvas) : null
    eachRow(frame, width, (to, from, length) => {
      if (frame.over) drawOver(canvas, to, pixels, from, length)
      else pixels.copy(canvas, to, from, from + length)
    })
    canvas.copy(all, index * size)
    if (before) before.copy(canvas)
    else if (frame.disposal === CLEAR)
      eachRow(frame, width, (to, _, length) => canvas.fill(0, to, to + length))
  }
  const webp = await sharp(all, {
    raw: { width, height: height * frames.length, channels: 4, pageHeight: height },
    limitInputPixels: maxPixels,
  })
    .webp({ lossless: true, effort: 0, delay: frames.map(({ delay }) => delay), loop: plays })
    .toBuffer()
  giveBack(all)
  return webp
}

function readAnimation(bytes: Buffer, maxPixels: number): Animation {
  let header: Buffer = Buffer.alloc(0)
  let said: { frames: number; plays: number } | null = null
  let sequence = 0
  let pixels = false
  const shared: Animation['shared'] = []
  const frames: Frame[] = []
  for (const { type, data } of chunksOf(bytes)) {
    if (type === 'IHDR') header = data
    else if (type === 'acTL') {
      said ??= { frames: data.readUInt32BE(0), plays: data.readUInt32BE(4) }
      if (
        said.frames > MAX_FRAMES ||
        said.frames * header.readUInt32BE(0) * header.readUInt32BE(4) > maxPixels
      )
        throw new EngineFailure(
          'source_too_complex',
          sentence`The animation has too many frames to be converted here. Make it shorter or smaller, then try again.`,
        )
    } else if (type === 'fcTL' || type === 'fdAT') {
      if (data.readUInt32BE(0) !== sequence++) throw damaged('frames out of order')
      if (type === 'fcTL') frames.push(frameOf(data, header))
      else (frames.at(-1)?.parts ?? []).push(data.subarray(4))
    } else if (type === 'IDAT') {
      pixels = true
      // Without an fcTL before it, the default image isn't part of the animation.
      frames.at(-1)?.parts.push(data)
    } else if (SHARED.has(type) && !pixels) shared.push({ type, data })
  }
  if (!said || said.frames !== frames.length) throw damaged('frames missing')
  return {
    header,
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    plays: Math.min(said.plays, 65_535),
    shared,
    frames,
  }
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE.length; ; ) {
    const end = at + 8 + (at + 12 <= bytes.length ? bytes.readUInt32BE(at) : bytes.length)
    if (end + 4 > bytes.length) throw damaged('cut short')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (OF_ANIMATION.has(type) && crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end))
      throw damaged('a sum is wrong')
    if (type === 'IEND') return
    yield { type, data: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

function frameOf(data: Buffer, header: Buffer): Frame {
  const [width, height, left, top] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
  ]
  const inside = left + width <= header.readUInt32BE(0) && top + height <= header.readUInt32BE(4)
  if (width === 0 || height === 0 || !inside) throw damaged('a frame outside of the canvas')
  const delay = Math.round((1000 * data.readUInt16BE(20)) / (data.readUInt16BE(22) || 100))
  return {
    ...{ left, top, width, height },
    delay: Math.min(delay, 65_535),
    disposal: data.readUInt8(24),
    over: data.readUInt8(25) === 1,
    parts: [],
  }
}

/** The pixels of a frame as 8-bit sRGB RGBA. */
async function decode({ header, shared }: Animation, frame: Frame, maxPixels: number): Promise<Buffer> {
  const own = Buffer.from(header)
  own.writeUInt32BE(frame.width, 0)
  own.writeUInt32BE(frame.height, 4)
  const png = Buffer.concat([
    SIGNATURE,
    chunk('IHDR', own),
    ...shared.map(({ type, data }) => chunk(type, data)),
    ...frame.parts.map((part) => chunk('IDAT', part)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return sharp(png, { limitInputPixels: maxPixels, failOn: 'error' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}

/** Iterates the byte offsets of a frame's rows in the canvas and in its own pixels. */
function eachRow(
  frame: Frame,
  across: number,
  use: (to: number, from: number, length: number) => void,
): void {
  const length = frame.width * 4
  for (let row = 0; row < frame.height; row++)
    use(((frame.top + row) * across + frame.left) * 4, row * length, length)
}

/** Composites a row of pixels over another; alpha isn't premultiplied. */
function drawOver(canvas: Buffer, to: number, pixels: Buffer, from: number, length: number): void {
  for (let at = 0; at < length; at += 4) {
    const alpha = pixels[from + at + 3] as number
    if (alpha === 0) continue
    const above = alpha * 255
    const below = (255 - alpha) * (canvas[to + at + 3] as number)
    for (let k = 0; k < 3; k++) {
      const mixed = above * (pixels[from + at + k] as number) + below * (canvas[to + at + k] as number)
      canvas[to + at + k] = Math.round(mixed / (above + below))
    }
    canvas[to + at + 3] = Math.round((above + below) / 255)
  }
}
