import { z } from 'zod'

/** The one size of a thumbnail, whatever it is of: its longer side. */
export const thumbnailSize = (usual: number) =>
  z
    .int()
    .min(64)
    .max(1600)
    .default(usual)
    .meta({ title: 'Size', description: 'Of the longer side, in pixels.' })

/** What a thumbnail of a page has: a sheet of A4 is then 480 pixels wide. */
export const PAGE_THUMBNAIL_OPTIONS = z.strictObject({ size: thumbnailSize(680) })
