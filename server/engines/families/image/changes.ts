import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { coverAround, cutsAroundPoint } from './focal-point.ts'
import type { ImageOptions, ImageTarget } from './options.ts'

export interface Source {
  /** A path, or the bytes of a checked SVG. */
  input: string | Buffer
  options: SharpOptions & { limitInputPixels: number }
  /** Whether to keep all frames of an animation. */
  animated: boolean
  /** Whether it is a vector drawing, which is rasterized at the requested size. */
  vector: boolean
}

export interface Crop {
  left: number
  top: number
  width: number
  height: number
}

/**
 * A pipeline with all changes except encoding, in this order: EXIF orientation, crop, rotate and
 * mirror, resize, colors.
 */
export async function applyChanges(
  source: Source,
  target: ImageTarget,
  options: ImageOptions,
): Promise<Sharp> {
  const crop = cropOf(options)
  const start = await oriented(source, options)
  if (crop) await requireInside(source, crop)
  let image = crop ? start.extract(crop) : start
  if (options.rotate === 90 || options.rotate === 270) {
    // A quarter turn swaps width and height for a later resize, and sharp reorders these operations
    // in one pipeline, so the rotation is rendered first.
    const turn = (one: Sharp) => one.rotate(options.rotate)
    image = source.animated ? await eachFrame(image, turn) : await settled(image, source, turn)
  }
  if (options.flip !== (options.rotate === 180))
    image = source.animated ? await eachFrame(image, (one) => one.flip()) : image.flip()
  if (options.flop !== (options.rotate === 180)) image = image.flop()
  image = cutsAroundPoint(options)
    ? coverAround(image, options, crop, await seenSize(source, start), source.vector)
    : resized(image, source, target, options)
  if (target === 'jpg' || options.background)
    image = image.flatten({ background: options.background ?? '#ffffff' })
  if (options.grayscale) image = image.grayscale()
  return image
}

/** Opens the source upright; an SVG at the density that gives the requested size without blur. */
async function oriented(source: Source, options: ImageOptions): Promise<Sharp> {
  if (!source.vector)
    return sharp(source.input, { ...source.options, animated: source.animated }).autoOrient()
  const { width = 1, height = 1 } = await sharp(source.input, source.options).metadata()
  const wanted = Math.max((options.width ?? 0) / width, (options.height ?? 0) / height) || 1
  // Crops are in pixels of the drawing's intrinsic size.
  const scale = cropOf(options)
    ? 1
    : Math.min(wanted, Math.sqrt(source.options.limitInputPixels / (width * height)))
  return sharp(source.input, { ...source.options, density: Math.min(100_000, Math.max(1, 72 * scale)) })
}

function cropOf(options: ImageOptions): Crop | null {
  const { crop_x, crop_y, crop_width, crop_height } = options
  if (crop_x === undefined && crop_y === undefined && crop_width === undefined && crop_height === undefined)
    return null
  if (crop_width === undefined || crop_height === undefined) {
    throw new EngineFailure(
      'option_refused',
      sentence`A crop needs a width and a height. Give both, or leave the crop out.`,
    )
  }
  return { left: crop_x ?? 0, top: crop_y ?? 0, width: crop_width, height: crop_height }
}

async function requireInside(source: Source, crop: Crop): Promise<void> {
  const seen = await seenSize(source, sharp(source.input, source.options))
  if (crop.left + crop.width > seen.width || crop.top + crop.height > seen.height) {
    throw new EngineFailure(
      'option_refused',
      sentence`The crop lies outside the image, which is ${seen.width} × ${seen.height} pixels. Choose a part inside of it.`,
    )
  }
}

/** The upright width and height of a source; for an animation, of one frame. */
async function seenSize({ animated }: Source, image: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient, width, pageHeight } = await image.metadata()
  if (animated && pageHeight) return { width, height: pageHeight }
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Renders a pipeline and continues from its pixels. */
async function settled(image: Sharp, source: Source, change: (image: Sharp) => Sharp): Promise<Sharp> {
  const first = await image.keepMetadata().tiff({ compression: 'none' }).toBuffer()
  const second = await change(sharp(first, { limitInputPixels: source.options.limitInputPixels }))
    .keepMetadata()
    .tiff({ compression: 'none' })
    .toBuffer()
  return sharp(second, { limitInputPixels: source.options.limitInputPixels })
}

/**
 * libvips stores an animation as one tall image. Rotating or flipping it as a whole would lose or
 * reorder the frames, so each frame is changed separately and joined again.
 */
async function eachFrame(image: Sharp, change: (frame: Sharp) => Sharp): Promise<Sharp> {
  const whole = await image.webp({ lossless: true, effort: 0 }).toBuffer()
  const { pages = 1, delay, loop } = await sharp(whole).metadata()
  // Identical frames have been merged into one.
  if (pages === 1) return change(sharp(whole))
  const frames: Buffer[] = []
  for (let page = 0; page < pages; page++)
    frames.push(await change(sharp(whole, { page })).png({ compressionLevel: 1 }).toBuffer())
  const joined = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true, effort: 0, ...(delay ? { delay } : {}), ...(loop === undefined ? {} : { loop }) })
    .toBuffer()
  return sharp(joined, { animated: true })
}

function resized(image: Sharp, source: Source, target: ImageTarget, options: ImageOptions): Sharp {
  const { width, height, fit, background } = options
  if (width === undefined && height === undefined) return image
  const behind = background ?? (target === 'jpg' ? '#ffffff' : { r: 0, g: 0, b: 0, alpha: 0 })
  return image.resize({
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    fit: width === undefined || height === undefined ? 'inside' : fit,
    background: behind,
    withoutEnlargement: !source.vector,
  })
}
