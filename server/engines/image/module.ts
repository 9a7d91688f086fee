import { npmPackage, programmeAt } from '../engine-package.ts'
import { conversion } from '../entry.ts'
import type { EngineModule } from '../module.ts'
import { convertPicture } from './job.ts'
import { IMAGE_OPTIONS } from './options.ts'

const SHARP_SOURCES = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg']

export const imageEngines: EngineModule = {
  engines: [
    npmPackage('sharp', {
      name: 'sharp',
      family: 'image',
      licence: 'Apache-2.0',
      adds: 'the pictures of the web into one another',
    }),
  ],

  // A picture may stay what it is: to make it smaller, turn it, or take its metadata out.
  entries: (installed) =>
    installed.has('sharp')
      ? Object.entries(IMAGE_OPTIONS).map(([target, schema]) =>
          conversion({
            family: 'image',
            engine: 'sharp',
            from: SHARP_SOURCES,
            target,
            schema,
            kinds: ['image'],
            run: convertPicture,
          }),
        )
      : [],

  programmes: (installed) =>
    installed.has('sharp') ? [programmeAt('image', 'image', 'image-child.ts')] : [],
}
