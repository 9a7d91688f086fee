import { z } from 'zod'

/** The one size of a small picture, whatever it is of: its longer side. */
export const pictureSize = (usual: number) =>
  z
    .int()
    .min(64)
    .max(1600)
    .default(usual)
    .meta({ title: 'Size', description: 'Of the longer side, in pixels.' })

/** What a small picture of a page has: a sheet of A4 is then 480 pixels wide. */
export const PAGE_PICTURE_OPTIONS = z.strictObject({ size: pictureSize(680) })
