import { z } from 'zod'

/** The longer side of every thumbnail. */
export const thumbnailSize = (usual: number) =>
  z
    .int()
    .min(64)
    .max(1600)
    .default(usual)
    .meta({ title: 'Size', description: 'Of the longer side, in pixels.' })

/** The size of page thumbnails: an A4 page is then 480 pixels wide. */
export const PAGE_THUMBNAIL_OPTIONS = z.strictObject({ size: thumbnailSize(680) })
