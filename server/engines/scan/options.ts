import { z } from 'zod'

const share = z.number().min(0).max(1)
const point = z.tuple([share, share])

/** So many photos make one document. */
export const MAX_PHOTOS = 200

/** Checked by the contract before (`ScanPageSettings`); the photos are the files of the job, in the same order. */
export const SCAN_OPTIONS = z.strictObject({
  pages: z
    .array(
      z.strictObject({
        quad: z.tuple([point, point, point, point]).nullable(),
        rotation: z.literal([0, 90, 180, 270]),
        filter: z.enum(['original', 'clean', 'grey', 'bw']),
        layout: z.enum(['page', 'book', 'back']),
      }),
    )
    .min(1)
    .max(MAX_PHOTOS),
  title: z.string().max(200).default(''),
  page_size: z.enum(['auto', 'a4', 'letter', 'fit']).default('auto'),
  margin_mm: z.number().min(0).max(50).default(0),
  quality: z.enum(['small', 'balanced', 'best']).default('balanced'),
  /** Codes of languages whose text is read; none: it is not read. */
  languages: z.array(z.string().max(20)).max(3).default([]),
})
export type ScanOptions = z.infer<typeof SCAN_OPTIONS>
