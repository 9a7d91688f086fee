import { npmPackage, programmeAt } from '../engine-package.ts'
import { conversion, operation } from '../entry.ts'
import type { EngineModule, Installed } from '../module.ts'
import { convertPicture, drawThumbnail } from './job.ts'
import { MAGICK_READS } from './magick-formats.ts'
import { IMAGE_OPTIONS, MAGICK_OPTIONS, PAGE_OPTIONS, THUMBNAIL_OPTIONS } from './options.ts'

const MAGICK = 'ImageMagick (wasm)'
const LIBHEIF = 'libheif'
const SHARP_READS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg']
/** ImageMagick needs room for the whole picture several times over, and its slowest encoders need a while. */
const MAGICK_LIMITS = { memoryBytes: 1536 * 1024 * 1024, wallMs: 110_000 }

export const imageEngines: EngineModule = {
  engines: [
    npmPackage('sharp', {
      name: 'sharp',
      family: 'image',
      licence: 'Apache-2.0',
      adds: 'the pictures of the web into one another, and into PDF',
    }),
    npmPackage('@imagemagick/magick-wasm', {
      name: MAGICK,
      family: 'image',
      licence: 'Apache-2.0',
      adds: 'Photoshop, JPEG XL, JPEG 2000, icons, textures and older formats, in and out; HEIC in',
    }),
    npmPackage('heic-decode', {
      name: LIBHEIF,
      family: 'image',
      licence: 'LGPL-3.0',
      adds: 'HEIC in, many times faster',
    }),
  ],

  entries(installed) {
    if (!installed.has('sharp')) return []
    return [...byReader(installed, 'sharp', SHARP_READS), ...byReader(installed, MAGICK, exotic(installed))]
  },

  programmes: (installed) => [
    ...(installed.has('sharp') ? [programmeAt('image', 'image', 'image-child.ts')] : []),
    ...(installed.has(MAGICK)
      ? [{ ...programmeAt('magick', 'image', 'magick-child.ts'), limits: MAGICK_LIMITS }]
      : []),
  ],
}

const exotic = (installed: Installed): string[] => {
  if (installed.has(MAGICK)) return [...MAGICK_READS]
  return installed.has(LIBHEIF) ? ['heic'] : []
}

/** A picture may stay what it is: to make it smaller, turn it, or take its metadata out. */
function byReader(installed: Installed, engine: string, from: string[]) {
  if (from.length === 0) return []
  const limits = engine === MAGICK ? MAGICK_LIMITS : undefined
  const kinds = engine === MAGICK ? ['magick', 'image'] : ['image']
  const shared = { family: 'image', from, run: convertPicture, ...(limits && { limits }) } as const
  const common = Object.entries(IMAGE_OPTIONS).map(([target, schema]) =>
    conversion({ ...shared, engine, target, schema, kinds }),
  )
  const magick = installed.has(MAGICK)
    ? Object.entries(MAGICK_OPTIONS).map(([target, schema]) =>
        conversion({
          ...shared,
          engine: MAGICK,
          target,
          schema,
          kinds: ['image', 'magick'],
          limits: MAGICK_LIMITS,
        }),
      )
    : []
  return [
    ...common,
    ...magick,
    conversion({ ...shared, engine, target: 'pdf', schema: PAGE_OPTIONS, kinds }),
    operation({
      ...shared,
      engine,
      operation: 'thumbnail',
      label: 'Draw a small picture',
      to: ['webp'],
      schema: THUMBNAIL_OPTIONS,
      kinds,
      run: drawThumbnail,
    }),
  ]
}
