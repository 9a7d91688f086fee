import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import type { EngineModule, Installed } from '../../kernel/module.ts'
import { findHeifEnc } from './heif-enc-program.ts'
import { convertImageFile, drawThumbnail, takePhoto } from './job.ts'
import { MAGICK_READS } from './magick-formats.ts'
import {
  HEIC_OPTIONS,
  IMAGE_OPTIONS,
  MAGICK_OPTIONS,
  PAGE_OPTIONS,
  PHOTO_OPTIONS,
  THUMBNAIL_OPTIONS,
} from './options.ts'

const MAGICK = 'ImageMagick (wasm)'
const LIBHEIF = 'libheif'
const HEIF_ENC = 'heif-enc'
const SHARP_READS = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg']
/** Formats of cameras. */
const PHOTO_FORMATS = ['jpg', 'png', 'webp', 'heic']
const PHOTO_PIXELS = 50_000_000
/** Some engines hold the image several times in memory, and the slowest encoders take long. */
const SLOW_LIMITS = { memoryBytes: 1536 * 1024 * 1024, wallMs: 110_000 }

export const imageEngines: EngineModule = {
  engines: [
    npmPackage('sharp', {
      name: 'sharp',
      family: 'image',
      licence: 'Apache-2.0',
      adds: 'the images of the web into one another, and into PDF',
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
    {
      name: HEIF_ENC,
      family: 'image',
      licence: 'LGPL-3.0-or-later, with the encoder x265 (GPL-2.0-or-later)',
      adds: 'HEIC out, as telephones write it',
      install: 'apt install libheif-examples',
      system: true,
      find: findHeifEnc,
    },
  ],

  entries(installed) {
    if (!installed.has('sharp')) return []
    return [...byReader(installed, 'sharp', SHARP_READS), ...byReader(installed, MAGICK, exotic(installed))]
  },

  workerPrograms: (installed) => [
    ...(installed.has('sharp') ? [workerProgramAt('image', 'image', 'image-child.ts')] : []),
    ...(installed.has(MAGICK)
      ? [{ ...workerProgramAt('magick', 'image', 'magick-child.ts'), limits: SLOW_LIMITS }]
      : []),
    ...(writesHeic(installed)
      ? [{ ...workerProgramAt('heif-enc', 'image', 'heif-enc-child.ts'), limits: SLOW_LIMITS, spawns: true }]
      : []),
  ],
}

/** The package's decoder verifies the output. */
const writesHeic = (installed: Installed) => installed.has(HEIF_ENC) && installed.has(LIBHEIF)

const exotic = (installed: Installed): string[] => {
  if (installed.has(MAGICK)) return [...MAGICK_READS]
  return installed.has(LIBHEIF) ? ['heic'] : []
}

/** The target may equal the source format: to resize, rotate or strip metadata. */
function byReader(installed: Installed, engine: string, from: string[]) {
  if (from.length === 0) return []
  const limits = engine === MAGICK ? SLOW_LIMITS : undefined
  const kinds = engine === MAGICK ? ['magick', 'image'] : ['image']
  const shared = { family: 'image', from, run: convertImageFile, ...(limits && { limits }) } as const
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
          limits: SLOW_LIMITS,
        }),
      )
    : []
  const heic = writesHeic(installed)
    ? [
        conversion({
          ...shared,
          engine: HEIF_ENC,
          target: 'heic',
          schema: HEIC_OPTIONS,
          kinds: [...kinds, 'heif-enc'],
          limits: SLOW_LIMITS,
        }),
      ]
    : []
  return [
    ...common,
    ...magick,
    ...heic,
    conversion({ ...shared, engine, target: 'pdf', schema: PAGE_OPTIONS, kinds }),
    operation({
      ...shared,
      engine,
      operation: 'thumbnail',
      label: 'Create thumbnail',
      to: ['webp'],
      schema: THUMBNAIL_OPTIONS,
      kinds,
      run: drawThumbnail,
    }),
    // Used by scan sessions; hidden from lists.
    operation({
      ...shared,
      engine,
      operation: 'photo',
      label: 'Import photo',
      from: from.filter((format) => PHOTO_FORMATS.includes(format)),
      to: ['jpg'],
      schema: PHOTO_OPTIONS,
      kinds,
      limits: { ...limits, pixels: PHOTO_PIXELS },
      run: takePhoto,
    }),
  ]
}
