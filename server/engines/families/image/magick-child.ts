import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Gravity,
  type IMagickImage,
  type IMagickImageCollection,
  ImageMagick,
  initializeImageMagick,
  MagickColors,
  type MagickFormat,
  MagickGeometry,
  MagickReadSettings,
  ResourceLimits,
} from '@imagemagick/magick-wasm'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { packageFolder } from '../../kernel/packages.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { sentence } from '../../kernel/sentence.ts'
import { imageFailure } from './failures.ts'
import type { Size } from './headers.ts'
import { ICON_SIDES, MAGICK_READS, MAGICK_WRITES } from './magick-formats.ts'
import { withBytes } from './memory.ts'
import { checkImage } from './reopen.ts'

export interface MagickRequest {
  input: string
  /** Canonical source and target formats; `png` is the exchange format between both engines. */
  from: string
  to: string
  output: string
  maxPixels: number
  quality?: number | undefined
}

const PNG = 'PNG'
/** A file with more images is no icon. */
const MAX_FRAMES = 64
const MAX_SIDE = 32_768
/** The slowest encoder: effort 3 of 9 gives almost the same result in a tenth of the time. */
const JXL_EFFORT = '3'

await serve<MagickRequest>({
  async warm() {
    const wasm = join(packageFolder('@imagemagick/magick-wasm') ?? '', 'dist', 'x86', 'magick.wasm')
    await initializeImageMagick(readFileSync(wasm))
    ResourceLimits.width = BigInt(MAX_SIDE)
    ResourceLimits.height = BigInt(MAX_SIDE)
    ResourceLimits.listLength = BigInt(MAX_FRAMES)
    const dot = new Uint8Array(Buffer.from('P6 1 1 255\nabc', 'latin1'))
    ImageMagick.read(dot, reading('PPM'), (image) => image.write(PNG as MagickFormat, () => {}))
  },

  async run(request, report) {
    try {
      return convert(request, report)
    } catch (error) {
      throw magickFailure(error)
    }
  },
})

function reading(format: string): MagickReadSettings {
  return new MagickReadSettings({ format: format as MagickFormat })
}

/** ImageMagick's name of a format: the canonical name in capitals; null if it isn't allowed. */
const nameOf = (format: string, offered: readonly string[]) =>
  format === 'png' || offered.includes(format) ? format.toUpperCase() : null

function convert(request: MagickRequest, report: Report): StepResult {
  const from = nameOf(request.from, MAGICK_READS)
  const to = nameOf(request.to, MAGICK_WRITES)
  if (!from || !to)
    throw new EngineFailure('engine_unavailable', sentence`This conversion is not available here.`)
  ResourceLimits.area = BigInt(request.maxPixels)
  report(sentence`Reading`, null)
  const bytes = new Uint8Array(readFileSync(join('in', request.input)))
  return ImageMagick.readCollection(bytes, reading(from), (images) => {
    const image = largest(images)
    if (!image) throw new EngineFailure('source_empty', sentence`There is no image in the file.`)
    if (image.width * image.height > request.maxPixels) throw new Error('exceeds pixel limit')
    report(sentence`Converting`, null)
    return write(image, to, request, images.length)
  })
}

/** The largest image of an icon, or the merged first image of a layered file. */
function largest(images: IMagickImageCollection): IMagickImage | undefined {
  const area = ({ width, height }: IMagickImage) => width * height
  return [...images].reduce<IMagickImage | undefined>(
    (best, one) => (best && area(best) >= area(one) ? best : one),
    undefined,
  )
}

function write(image: IMagickImage, to: string, request: MagickRequest, frames: number): StepResult {
  image.autoOrient()
  if (request.quality !== undefined) image.quality = request.quality
  const name = `${request.output}.${request.to}`
  if (to === 'ICO') squared(image)
  const { width, height } = image
  const save = (data: Uint8Array) => writeFileSync(join('out', name), data)
  if (to === PNG) image.quality = 1 // level 0 of 9, filter 1: fast, since it is read again at once
  if (to === 'JXL') image.settings.setDefine('JXL' as MagickFormat, 'effort', JXL_EFFORT)
  // An icon holds the image in several sizes; an image smaller than all of them stays alone.
  if (to === 'ICO' && width >= Math.min(...ICON_SIDES)) {
    const sides = new Set([width, ...ICON_SIDES.filter((side) => side <= width)])
    image.settings.setDefine('icon:auto-resize', [...sides].join(','))
  }
  image.write(to as MagickFormat, save)
  // libvips reads an intermediate PNG next, which verifies it.
  if (to !== PNG) check(name, request.to, to, { width, height })
  const left = request.from === 'psd' || request.from === 'ico' || request.from === 'cur' ? 0 : frames - 1
  const warnings = left > 0 ? [sentence`Only the largest of ${frames} images in the file was kept.`] : []
  return { files: [name], width, height, warnings }
}

/** Pads to a square with transparent borders, without cropping or stretching. */
function squared(image: IMagickImage): void {
  const side = Math.max(image.width, image.height)
  image.extent(new MagickGeometry(side, side), Gravity.Center, MagickColors.Transparent)
}

/**
 * Opens a result twice: its structure with another reader, and its pixels with ImageMagick, the
 * only decoder for them here.
 */
function check(name: string, format: string, magick: string, size: Size): void {
  withBytes(join('out', name), (bytes) => {
    checkImage(bytes, format, size)
    try {
      ImageMagick.readCollection(bytes, reading(magick), (images) => {
        const image = largest(images)
        if (image?.width !== size.width || image.height !== size.height) throw new Error('another size')
      })
    } catch (error) {
      throw new EngineFailure(
        'output_wrong',
        sentence`The result could not be opened again as it should. Try another target format.`,
        { cause: error },
      )
    }
  })
}

/** Maps errors of ImageMagick, which name its own source files. */
function magickFailure(error: unknown): EngineFailure {
  const words = error instanceof Error ? error.message : String(error)
  if (/limit exceeded|too large|WidthOrHeightExceedsLimit|resource/i.test(words))
    return imageFailure(new Error('exceeds pixel limit', { cause: error }))
  if (/memory|allocat/i.test(words)) return imageFailure(new Error('out of memory', { cause: error }))
  return imageFailure(error)
}
