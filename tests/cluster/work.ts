import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Work {
  name: string
  content: () => Blob
  target: string
  /** Who is asked. */
  path: string
  /** The area that holds a request until the conversion has ended; null where there is none. */
  wait: 'docs_core' | 'media_core' | null
}

const made = (path: string) => () => new Blob([readFileSync(join(import.meta.dirname, '../corpora', path))])

const IMAGES = { path: '/api/v1/convert/image/convert/', wait: 'media_core' } as const
const MEDIA = { path: '/api/v1/convert/video/convert/', wait: 'media_core' } as const

/** A small file of each family. */
export const WORK: Record<string, Work> = {
  document: {
    ...{ name: 'note.md', content: () => new Blob(['# Hello\n\nWords.']), target: 'html' },
    ...{ path: '/api/v1/pdf_handler/convert/', wait: 'docs_core' },
  },
  image: { name: 'ball.png', content: made('images/ball.png'), target: 'webp', ...IMAGES },
  font: {
    ...{ name: 'latin.otf', content: made('fonts/latin.subset.otf'), target: 'woff2' },
    ...{ path: '/api/v1/fonts/convert/', wait: null },
  },
  video: { name: 'sample.mp4', content: made('video/sample.mp4'), target: 'mkv', ...MEDIA },
  audio: { name: 'tone.mp3', content: made('video/tone.mp3'), target: 'flac', ...MEDIA },
  model: {
    ...{ name: 'cube.obj', content: made('models/cube.obj'), target: 'stl' },
    ...{ path: '/api/v1/convert/model/convert/', wait: null },
  },
}

/** Noise, which takes an encoder seconds. */
export const SLOW: Work = {
  name: 'noise.bmp',
  content: () => new Blob([noise(1000, 800)]),
  target: 'avif',
  ...IMAGES,
}

/** An uncompressed bitmap with three bytes for each pixel. */
function noise(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(54)
  const bytes = width * height * 3
  head.write('BM')
  head.writeUInt32LE(head.length + bytes, 2)
  head.writeUInt32LE(head.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return new Uint8Array(Buffer.concat([head, randomBytes(bytes)]))
}
