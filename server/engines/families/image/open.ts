import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { apngToWebp, framesSaid } from './apng.ts'
import type { Source } from './changes.ts'
import type { ImageRequest } from './convert.ts'
import { bringOwnFonts } from './fontconfig.ts'
import { heicToPng } from './heic.ts'
import { checkSvg } from './svg.ts'

/** An image opened by libvips, and the number of its pages or frames. */
export interface Opened {
  source: Source
  pages: number
  warnings: Sentence[]
}

/** sharp's names of formats with other canonical names. */
const SHARP_NAMES: Record<string, string> = { jpeg: 'jpg', heif: 'avif' }

/**
 * Opens an image in `in`; `animated` reads all frames.
 * @throws if the content isn't of the expected format
 */
export async function openImage(
  { input, format, maxPixels }: ImageRequest,
  animated: boolean,
): Promise<Opened> {
  const path = join('in', input)
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
  const source = { input: path, options, animated: false, vector: false }
  if (format === 'svg') return openDrawing(path, source)
  if (format === 'heic')
    return {
      source: { ...source, input: await heicToPng(readFileSync(path), maxPixels) },
      pages: 1,
      warnings: [],
    }
  const metadata = await sharp(path, options).metadata()
  const found = SHARP_NAMES[metadata.format] ?? metadata.format
  if (found !== format) throw new Error(`read as ${found}`)
  if ((metadata.width ?? 0) * (metadata.height ?? 0) > maxPixels) throw new Error('exceeds pixel limit')
  const frames = format === 'png' ? framesSaid(path) : 0
  if (frames < 2 || !animated) return { source, pages: metadata.pages ?? Math.max(1, frames), warnings: [] }
  const webp = await apngToWebp(readFileSync(path), maxPixels)
  const { pages = 1 } = await sharp(webp, options).metadata()
  return { source: { ...source, input: webp }, pages, warnings: [] }
}

function openDrawing(path: string, source: Source): Opened {
  const { bytes, outside, hasText } = checkSvg(readFileSync(path))
  if (hasText) bringOwnFonts(resolve('tmp'))
  const warnings =
    outside > 0
      ? [
          sentence`${plural(outside, '# reference', '# references')} to something outside the drawing ${plural(outside, 'was', 'were')} left out.`,
        ]
      : []
  return { source: { ...source, input: bytes, vector: true }, pages: 1, warnings }
}
