import { z } from 'zod'
import { thumbnailSize } from '../../kernel/thumbnail-size.ts'
import { MAGICK_WRITES } from './magick-formats.ts'

const side = (title: string, description: string) =>
  z.int().min(1).max(16_384).optional().meta({ title, description })
const offset = (title: string) =>
  z
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .meta({ title, description: 'In pixels of the image as it is seen, from its upper left corner.' })

const focal = (title: string, from: string) =>
  z
    .int()
    .min(0)
    .max(100)
    .default(50)
    .meta({
      title,
      description: `In percent of the original from ${from}. The point stays in view when Fit is cover.`,
    })

/** Changes to an image for all targets. Every number needs bounds. */
const changes = {
  width: side(
    'Width',
    'In pixels. The height follows if it is empty. Photos are never upscaled; vector art is.',
  ),
  height: side('Height', 'In pixels. The width follows if it is empty.'),
  fit: z.enum(['inside', 'contain', 'cover', 'fill']).default('inside').meta({
    title: 'Fit',
    description:
      'With width and height: keep all of it inside, keep all with a border, fill and cut, or stretch.',
  }),
  focal_x: focal('Focal point X', 'the left edge'),
  focal_y: focal('Focal point Y', 'the upper edge'),
  rotate: z.literal([0, 90, 180, 270]).default(0).meta({
    title: 'Rotate',
    description: 'Degrees clockwise, after the orientation from the camera is applied.',
  }),
  flip: z.boolean().default(false).meta({ title: 'Flip vertical' }),
  flop: z.boolean().default(false).meta({ title: 'Flip horizontal' }),
  crop_x: offset('Crop X'),
  crop_y: offset('Crop Y'),
  crop_width: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .meta({ title: 'Crop width', description: 'In pixels; taken before rotating and resizing.' }),
  crop_height: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .meta({ title: 'Crop height', description: 'In pixels.' }),
  grayscale: z.boolean().default(false).meta({ title: 'Grayscale' }),
  strip_metadata: z.boolean().default(true).meta({
    title: 'Remove metadata',
    description: 'Removes camera, location and color profile; colors are converted to sRGB.',
  }),
}

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .meta({
    title: 'Background',
    description: 'A color such as #ffffff, put behind transparent parts and borders.',
  })
const background = { background: colour.optional() }
const quality = (byDefault: number) =>
  z
    .int()
    .min(1)
    .max(100)
    .default(byDefault)
    .meta({ title: 'Quality', description: 'From 1, smallest, to 100, best.' })
const lossless = z
  .boolean()
  .default(false)
  .meta({ title: 'Lossless', description: 'Keeps every pixel; the file is larger.' })
const effort = (most: number, byDefault: number) =>
  z
    .int()
    .min(0)
    .max(most)
    .default(byDefault)
    .meta({ title: 'Effort', description: `From 0, fastest, to ${most}, smallest file.` })

/**
 * Options per target. JPEG has no transparency, so its background has a default and always applies.
 */
export const IMAGE_OPTIONS = {
  jpg: z.strictObject({
    quality: quality(82),
    progressive: z
      .boolean()
      .default(true)
      .meta({ title: 'Progressive', description: 'Shows a coarse image first while it loads.' }),
    ...changes,
    background: colour.default('#ffffff'),
  }),
  png: z.strictObject({
    compression: z
      .int()
      .min(0)
      .max(9)
      .default(6)
      .meta({ title: 'Compression', description: 'From 0, fastest, to 9, smallest file.' }),
    palette: z.boolean().default(false).meta({
      title: 'Limit to 256 colors',
      description: 'Much smaller; best for drawings and screenshots.',
    }),
    ...changes,
    ...background,
  }),
  webp: z.strictObject({ quality: quality(80), lossless, effort: effort(6, 4), ...changes, ...background }),
  avif: z.strictObject({ quality: quality(50), lossless, effort: effort(4, 2), ...changes, ...background }),
  gif: z.strictObject({
    colours: z
      .int()
      .min(2)
      .max(256)
      .default(256)
      .meta({ title: 'Colors', description: 'Maximum number of colors in the palette.' }),
    ...changes,
    ...background,
  }),
  tiff: z.strictObject({
    compression: z
      .enum(['lzw', 'deflate', 'jpeg', 'none'])
      .default('lzw')
      .meta({ title: 'Compression', description: 'All except JPEG are lossless.' }),
    quality: quality(90),
    ...changes,
    ...background,
  }),
} as const

const inPlain = z.strictObject({ ...changes, ...background })
const inQuality = (byDefault: number) =>
  z.strictObject({ quality: quality(byDefault), ...changes, ...background })

/** Options of the targets that ImageMagick writes. */
export const MAGICK_OPTIONS: Record<string, z.ZodType<Record<string, unknown>>> = Object.fromEntries(
  MAGICK_WRITES.map((target) => [
    target,
    target === 'jxl' ? inQuality(75) : target === 'jp2' ? inQuality(60) : inPlain,
  ]),
)

export const HEIC_OPTIONS = inQuality(60)

/** An image as a page, or each page of a file as one. */
export const PAGE_OPTIONS = z.strictObject({
  page_size: z
    .enum(['fit', 'a4', 'letter'])
    .default('fit')
    .meta({ title: 'Page', description: 'As large as the image at 96 dots per inch, or paper.' }),
  margin: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .meta({ title: 'Margin', description: 'In millimeters, on all four sides.' }),
  quality: quality(85),
  ...changes,
  background: colour.default('#ffffff'),
})

/** A photo takes no options. */
export const PHOTO_OPTIONS = z.strictObject({})
/** A thumbnail for lists; never enlarged. */
export const THUMBNAIL_OPTIONS = z.strictObject({ size: thumbnailSize(480) })

export type ImageTarget = keyof typeof IMAGE_OPTIONS
type Everything = { [Target in ImageTarget]: z.infer<(typeof IMAGE_OPTIONS)[Target]> }
/** The options of all targets, and those that only some have. */
export type ImageOptions = z.infer<z.ZodObject<typeof changes>> & {
  background?: string | undefined
} & Partial<Omit<Everything['jpg'] & Everything['webp'] & Everything['gif'], 'background'>> & {
    compression?: number | string
    palette?: boolean
  }

/** Options for pages in addition to those of images. */
export type PageOptions = { page_size?: 'fit' | 'a4' | 'letter'; margin?: number }
