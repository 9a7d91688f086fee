import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { applyChanges, type Source } from './changes.ts'
import { imageFailure } from './failures.ts'
import { openImage } from './open.ts'
import type { ImageOptions, ImageTarget, PageOptions } from './options.ts'
import { writePages } from './pages.ts'
import { checkImage, checkImageFile } from './reopen.ts'

export interface ImageRequest {
  input: string
  /** The source's canonical format: `jpg`, `svg`. */
  format: string
  /** Base name of the result in `out`. */
  output: string
  target: ImageTarget | 'pdf'
  options: ImageOptions & PageOptions
  maxPixels: number
  /** Whether to use only the first of several pages. */
  firstPage?: boolean
}

/** Animated formats. Animated PNG is read-only: neither libvips nor ImageMagick writes it. */
const MOVING = { from: ['gif', 'webp', 'png'], to: ['gif', 'webp'] }
const MAX_PAGES = 1000
const ONE_OF_MANY = sentence`Only the first image of the animation was kept, since the target format shows one.`

/** A request whose target is an image and not a document. */
type ImageTargetRequest = ImageRequest & { target: ImageTarget }

const pageOf = (source: Source, page: number): Source => ({ ...source, options: { ...source.options, page } })

/** Loads libvips, runs it once and blocks all loaders but those in use. */
export async function warmImages(): Promise<void> {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'].map(
      (name) => `VipsForeignLoad${name}`,
    ),
  })
  const pixels = sharp({ create: { width: 16, height: 16, channels: 3, background: 'white' } })
  const jpg = await pixels.jpeg().toBuffer()
  await sharp(jpg).resize(8).webp().toBuffer()
}

/**
 * Converts one image to one file, or to an archive if the source has pages and the target hasn't.
 */
export async function convertImage(request: ImageRequest, report: Report): Promise<StepResult> {
  try {
    report(sentence`Reading`, null)
    const { format, target } = request
    const moving = MOVING.from.includes(format) && MOVING.to.includes(target)
    const { source, pages, warnings } = await openImage(request, moving)
    const paged = format === 'tiff' && pages > 1 && !request.firstPage
    if (paged && pages > MAX_PAGES) throw tooManyPages()
    if (pages > 1 && format !== 'tiff' && !moving) warnings.push(ONE_OF_MANY)
    report(sentence`Converting`, null)
    if (target === 'pdf') {
      const sources = paged ? Array.from({ length: pages }, (_, page) => pageOf(source, page)) : [source]
      const made = await writePages(request, sources, report)
      return { ...made, warnings: [...warnings, ...made.warnings] }
    }
    if (paged) return await convertPages({ ...request, target }, source, pages, report)
    return await convertOne({ ...request, target }, { ...source, animated: moving && pages > 1 }, warnings)
  } catch (error) {
    throw imageFailure(error)
  }
}

/** A pipeline with all requested changes, ready for encoding. */
async function changed({ target, options }: ImageTargetRequest, source: Source): Promise<Sharp> {
  return encode(await applyChanges(source, target, options), target, options)
}

async function convertOne(
  request: ImageTargetRequest,
  source: Source,
  warnings: Sentence[],
): Promise<StepResult> {
  const name = `${request.output}.${request.target}`
  const path = join('out', name)
  const written = await (await changed(request, source)).toFile(path)
  const size = { width: written.width, height: written.pageHeight ?? written.height }
  // Identical adjacent frames are merged, so the count is known only now; both readers must agree.
  const { pages: frames = 1 } = source.animated ? await sharp(path).metadata() : {}
  checkImageFile(path, request.target, { ...size, frames })
  return { files: [name], ...size, warnings }
}

const tooManyPages = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The file has more than ${MAX_PAGES} pages. Split it into parts.`,
  )

/**
 * Converts the pages of a TIFF to an archive of images. Reads each page separately, since sizes may
 * differ.
 */
async function convertPages(
  request: ImageTargetRequest,
  whole: Source,
  pages: number,
  report: Report,
): Promise<StepResult> {
  const name = `${request.output}.zip`
  const zip = new ZipWriter(join('out', name))
  for (let page = 0; page < pages; page++) {
    report(sentence`Converting page ${page + 1} of ${pages}`, page / pages)
    const image = await changed(request, pageOf(whole, page))
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    checkImage(data, request.target, info)
    zip.add(`page-${String(page + 1).padStart(String(pages).length, '0')}.${request.target}`, data)
  }
  zip.close()
  return { files: [name], format: 'zip', entries: pages, pages, warnings: [] }
}

/** Sets the output format with its options. */
function encode(image: Sharp, target: ImageTarget, options: ImageOptions): Sharp {
  const { quality = 80, lossless = false, effort = 2 } = options
  const kept = options.strip_metadata ? image : image.keepMetadata()
  switch (target) {
    case 'jpg':
      return kept.jpeg({ quality, progressive: options.progressive ?? true })
    case 'png':
      return kept.png({
        compressionLevel: Number(options.compression ?? 6),
        palette: options.palette ?? false,
      })
    case 'webp':
      return kept.webp({ quality, lossless, effort })
    case 'avif':
      return kept.avif({ quality, lossless, effort })
    case 'gif':
      // The default effort, 7 of 10, takes ten seconds for a photo.
      return kept.gif({ colours: options.colours ?? 256, effort: 3 })
    case 'tiff':
      return kept.tiff({
        compression: (options.compression ?? 'lzw') as 'lzw' | 'deflate' | 'jpeg' | 'none',
        quality,
      })
  }
}
