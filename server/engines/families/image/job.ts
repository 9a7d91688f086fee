import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import { packageFolder } from '../../kernel/packages.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import type { ImageRequest } from './convert.ts'
import type { HeifEncRequest } from './heif-enc-child.ts'
import type { MagickRequest } from './magick-child.ts'
import { ICON_SIDES, KEEPS_ALPHA, MAGICK_READS, MAGICK_WRITES } from './magick-formats.ts'
import { IMAGE_OPTIONS, type ImageOptions, type ImageTarget, THUMBNAIL_OPTIONS } from './options.ts'
import type { PhotoRequest } from './photo.ts'

/** The optional fast reader; without it ImageMagick decodes HEIC slowly. */
const HEIC_HERE = packageFolder('heic-decode') !== null && packageFolder('libheif-js') !== null

/** An image between two steps. */
interface Intermediate {
  path: string
  format: string
  warnings: Sentence[]
}

/**
 * Converts an image and applies the options. Formats that libvips can't read or write are decoded
 * to PNG before, or encoded from PNG after; libvips does all changes.
 */
export async function convertImageFile(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const options = job.options as ImageOptions
  const source = await readable(job, run, limits)
  if (job.target === 'heic') return writeHeic(source, options, run, limits)
  if (MAGICK_WRITES.includes(job.target)) return writeWithMagick(job, source, options, run, limits)
  return change(source, job.target as ImageTarget | 'pdf', options, run, limits)
}

/** A thumbnail of any image; of its first page, if it has several. */
export async function drawThumbnail(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const { size } = THUMBNAIL_OPTIONS.parse(job.options)
  const options = { ...IMAGE_OPTIONS.webp.parse({ quality: 75, effort: 2 }), width: size, height: size }
  return change(await readable(job, run, limits), 'webp', options, run, limits, true)
}

/** A photo without its metadata; other formats become JPEG. */
export async function takePhoto(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const source = await readable(job, run, limits)
  if (source.format !== 'jpg')
    return change(source, 'jpg', IMAGE_OPTIONS.jpg.parse({ quality: 92 }), run, limits, true)
  const name = 'source.jpg'
  const { result, folder } = await run('image', [{ path: source.path, name }], {
    photo: true,
    input: name,
    output: 'result.jpg',
    maxPixels: limits.pixels,
  } satisfies PhotoRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), 'jpg', result)
}

async function change(
  source: Intermediate,
  target: ImageRequest['target'],
  options: ImageOptions,
  run: StepRunner,
  limits: Limits,
  firstPage = false,
): Promise<JobOutput> {
  const name = `source.${extensionOf(source.format)}`
  const { result, folder } = await run('image', [{ path: source.path, name }], {
    input: name,
    format: source.format,
    output: 'result',
    target,
    options,
    maxPixels: limits.pixels,
    firstPage,
  } satisfies ImageRequest)
  const output = jobOutput(join(folder, result.files[0] ?? ''), target, result)
  return { ...output, warnings: [...source.warnings, ...output.warnings] }
}

/** The source in a format that libvips reads. */
async function readable(job: Job, run: StepRunner, limits: Limits): Promise<Intermediate> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const { path, format } = input
  if (!MAGICK_READS.includes(format) || (format === 'heic' && HEIC_HERE))
    return { path, format, warnings: [] }
  const name = `source.${extensionOf(format)}`
  const { result, folder } = await run('magick', [{ path, name }], {
    input: name,
    from: format,
    to: 'png',
    output: 'read',
    maxPixels: limits.pixels,
  } satisfies MagickRequest)
  return { path: join(folder, result.files[0] ?? ''), format: 'png', warnings: result.warnings }
}

async function writeWithMagick(
  job: Job,
  source: Intermediate,
  options: ImageOptions,
  run: StepRunner,
  limits: Limits,
): Promise<JobOutput> {
  const icon = job.target === 'ico'
  const background = KEEPS_ALPHA.has(job.target) ? options.background : (options.background ?? '#ffffff')
  const changed = await asPng(
    source,
    { ...options, background, ...(icon && iconShape(options)) },
    run,
    limits,
  )
  const { result, folder } = await run('magick', [{ path: changed.path, name: 'changed.png' }], {
    input: 'changed.png',
    from: 'png',
    to: job.target,
    output: 'result',
    maxPixels: limits.pixels,
    ...(options.quality !== undefined && { quality: options.quality }),
  } satisfies MagickRequest)
  const output = jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
  return { ...output, warnings: [...changed.warnings, ...output.warnings] }
}

/** Encodes HEIC with libheif's program, which keeps transparency and the color profile. */
async function writeHeic(
  source: Intermediate,
  options: ImageOptions,
  run: StepRunner,
  limits: Limits,
): Promise<JobOutput> {
  const changed = await asPng(source, options, run, limits)
  const { width = 0, height = 0 } = changed
  const { result, folder } = await run('heif-enc', [{ path: changed.path, name: 'changed.png' }], {
    input: 'changed.png',
    width,
    height,
    output: 'result.heic',
    quality: options.quality ?? 60,
  } satisfies HeifEncRequest)
  const output = jobOutput(join(folder, result.files[0] ?? ''), 'heic', result)
  return { ...output, warnings: [...changed.warnings, ...output.warnings] }
}

/** The changed image as PNG for another encoder, with fast compression since it is temporary. */
async function asPng(
  source: Intermediate,
  options: ImageOptions,
  run: StepRunner,
  limits: Limits,
): Promise<JobOutput> {
  const changed = await change(source, 'png', { ...options, compression: 1 }, run, limits)
  if (changed.format === 'zip')
    throw new EngineFailure(
      'source_unsupported',
      sentence`A file of several pages cannot become this format. Choose JPEG or PNG, which gives an image of each page.`,
    )
  return changed
}

/** Shrinks the image to icon size; the encoder pads it to a square. */
function iconShape(options: ImageOptions): Partial<ImageOptions> {
  const most = ICON_SIDES[0] as number
  const side = Math.min(most, options.width ?? most, options.height ?? most)
  return { width: side, height: side, fit: 'inside' }
}
