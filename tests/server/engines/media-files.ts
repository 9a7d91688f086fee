import sharp from 'sharp'

/** Bytes of a RIFF chunk, padded to an even length. */
function chunk(id: string, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(8, id, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

const list = (id: string, kind: string, ...parts: Uint8Array[]) =>
  chunk(id, Buffer.from(kind, 'latin1'), ...parts)

export interface SoundShape {
  seconds: number
  hertz?: number
  channels?: number
  sampleRate?: number
  /** 0 to 1; or one for each second. */
  loudness?: number | number[]
  title?: string
}

function samples({ seconds, hertz = 440, channels = 1, sampleRate = 44_100, loudness = 0.5 }: SoundShape) {
  const count = Math.round(seconds * sampleRate)
  const bytes = Buffer.alloc(count * channels * 2)
  for (let at = 0; at < count; at++) {
    const level = typeof loudness === 'number' ? loudness : (loudness[Math.floor(at / sampleRate)] ?? 0)
    const value = Math.round(32_000 * level * Math.sin((2 * Math.PI * hertz * at) / sampleRate))
    for (let channel = 0; channel < channels; channel++)
      bytes.writeInt16LE(value, (at * channels + channel) * 2)
  }
  return bytes
}

function waveFormat(channels: number, sampleRate: number): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(sampleRate, 4)
  format.writeUInt32LE(sampleRate * channels * 2, 8)
  format.writeUInt16LE(channels * 2, 12)
  format.writeUInt16LE(16, 14)
  return format
}

/** A tone of 16 bits. */
export function wav(shape: SoundShape): Buffer {
  const { channels = 1, sampleRate = 44_100, title } = shape
  return list(
    'RIFF',
    'WAVE',
    chunk('fmt ', waveFormat(channels, sampleRate)),
    ...(title ? [list('LIST', 'INFO', chunk('INAM', Buffer.from(`${title}\0`, 'latin1')))] : []),
    chunk('data', samples(shape)),
  )
}

export interface VideoShape {
  seconds: number
  width?: number
  height?: number
  fps?: number
  /** Whether there is a tone; an empty one is announced and never comes. */
  sound?: boolean | 'empty'
}

/** Grey of the frame at a moment: it grows from 16 by ten for each tenth of a second. */
export const greyAt = (seconds: number) => 16 + Math.floor(seconds * 10 + 1e-6) * 10

/**
 * An AVI of Motion JPEG and PCM: the left half is of `greyAt` of its moment, the right half white.
 */
export async function avi(shape: VideoShape): Promise<Buffer> {
  const { seconds, width = 160, height = 90, fps = 20, sound = true } = shape
  const count = Math.round(seconds * fps)
  const bitmaps = new Map<number, Buffer>()
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let position = 4
  const add = (id: string, bytes: Buffer) => {
    const entry = Buffer.alloc(16, id, 'latin1')
    entry.writeUInt32LE(0x10, 4)
    entry.writeUInt32LE(position, 8)
    entry.writeUInt32LE(bytes.length, 12)
    index.push(entry)
    const made = chunk(id, bytes)
    position += made.length
    parts.push(made)
  }
  const tone = sound === true ? samples({ seconds }) : Buffer.alloc(0)
  for (let frame = 0; frame < count; frame++) {
    const grey = Math.min(250, greyAt(frame / fps))
    const bitmap = bitmaps.get(grey) ?? (await halves(width, height, grey))
    bitmaps.set(grey, bitmap)
    add('00dc', bitmap)
    if (sound !== true) continue
    const from = 2 * Math.round((frame * 44_100) / fps)
    add('01wb', tone.subarray(from, 2 * Math.round(((frame + 1) * 44_100) / fps)))
  }
  const header = Buffer.alloc(56)
  const fields = [Math.round(1e6 / fps), 0, 0, 0x10, count, 0, sound ? 2 : 1, 0, width, height]
  for (const [at, field] of fields.entries()) header.writeUInt32LE(field, at * 4)
  const bitmap = Buffer.alloc(40)
  bitmap.writeUInt32LE(40, 0)
  bitmap.writeUInt32LE(width, 4)
  bitmap.writeUInt32LE(height, 8)
  bitmap.writeUInt16LE(1, 12)
  bitmap.writeUInt16LE(24, 14)
  bitmap.write('MJPG', 16, 'latin1')
  return list(
    'RIFF',
    'AVI ',
    list(
      'LIST',
      'hdrl',
      chunk('avih', header),
      list('LIST', 'strl', chunk('strh', streamHeader('vidsMJPG', 1, fps, count, 0)), chunk('strf', bitmap)),
      ...(sound
        ? [
            list(
              'LIST',
              'strl',
              chunk('strh', streamHeader('auds\0\0\0\0', 2, 88_200, tone.length / 2, 2)),
              chunk('strf', waveFormat(1, 44_100)),
            ),
          ]
        : []),
    ),
    list('LIST', 'movi', ...parts),
    chunk('idx1', ...index),
  )
}

function streamHeader(kind: string, scale: number, rate: number, length: number, sampleSize: number): Buffer {
  const header = Buffer.alloc(56)
  header.write(kind, 0, 'latin1')
  header.writeUInt32LE(scale, 20)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(length, 32)
  header.writeUInt32LE(sampleSize, 44)
  return header
}

async function halves(width: number, height: number, grey: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3, 255)
  for (let row = 0; row < height; row++)
    pixels.fill(grey, row * width * 3, (row * width + Math.floor(width / 2)) * 3)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** A sound with a cover before it, as ID3v2.3 has it. */
export function withCover(mp3: Buffer, jpeg: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), jpeg])
  const frame = Buffer.alloc(10, 'APIC', 'latin1')
  frame.writeUInt32BE(content.length, 4)
  frame.writeUInt16BE(0, 8)
  const length = frame.length + content.length
  const header = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    ...[21, 14, 7, 0].map((by) => (length >> by) & 0x7f),
  ])
  return Buffer.concat([header, frame, content, mp3])
}
