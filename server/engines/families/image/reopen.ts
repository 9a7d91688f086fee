import { imageSize } from 'image-size'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { COMPLETE } from './complete.ts'
import { HEADERS, type Size } from './headers.ts'
import { withBytes } from './memory.ts'

/**
 * Formats that image-size supports, by its names. `headers.ts` covers all other written formats.
 */
const IMAGE_SIZE: Record<string, readonly string[]> = {
  jpg: ['jpg'],
  png: ['png'],
  webp: ['webp'],
  avif: ['avif'],
  gif: ['gif'],
  tiff: ['tiff'],
  jxl: ['jxl', 'jxl-stream'],
  jp2: ['jp2'],
  psd: ['psd'],
  bmp: ['bmp'],
  ico: ['ico'],
  tga: ['tga'],
  dds: ['dds'],
  ppm: ['pnm'],
  pam: ['pnm'],
}

/**
 * Verifies an image independently of libvips and ImageMagick: format, size, completeness and number
 * of frames. Follows the file structure and decodes no pixels, which takes milliseconds instead of
 * the conversion's time.
 * @throws `output_wrong`
 */
export function checkImage(bytes: Buffer, format: string, expected: Size & { frames?: number }): void {
  const { frames = 1 } = expected
  let seen: Size & { frames: number }
  try {
    seen = reopen(bytes, format)
  } catch (error) {
    throw new EngineFailure(
      'output_wrong',
      sentence`The result could not be opened again. Try another target format.`,
      { cause: error },
    )
  }
  if (seen.width !== expected.width || seen.height !== expected.height || seen.frames !== frames)
    throw new EngineFailure(
      'output_wrong',
      sentence`The result has the wrong size. Try another target format.`,
      {
        cause: new Error(JSON.stringify({ seen, expected })),
      },
    )
}

/** The same for a file. */
export function checkImageFile(path: string, format: string, expected: Size & { frames?: number }): void {
  withBytes(path, (bytes) => checkImage(bytes, format, expected))
}

function reopen(bytes: Buffer, format: string): Size & { frames: number } {
  const header = HEADERS[format]
  if (header) return { ...header(bytes), frames: 1 }
  const { type = '', width, height } = imageSize(bytes)
  const complete = COMPLETE[format]
  if (!complete || !IMAGE_SIZE[format]?.includes(type)) throw new Error(`read as ${type}`)
  return { width, height, frames: complete(bytes) }
}
