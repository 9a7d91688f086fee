import { z } from 'zod'
import { singleLine } from '../../../../contract/single-line.ts'

const share = z.number().min(0).max(1)
const point = z.tuple([share, share])

/** Maximum number of photos per document. */
export const MAX_PHOTOS = 200

/**
 * Validated by the contract (`ScanPageSettings`); the job's files are the photos in the same order.
 */
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
    .max(MAX_PHOTOS)
    .default([])
    .meta({ title: 'Pages', description: 'Corners, rotation, filter and layout of each photo.' }),
  title: singleLine(200).default('').meta({ title: 'Title', description: 'In the PDF’s properties.' }),
  page_size: z.enum(['auto', 'a4', 'letter', 'fit']).default('auto').meta({ title: 'Page size' }),
  margin_mm: z
    .number()
    .min(0)
    .max(50)
    .multipleOf(0.5)
    .default(0)
    .meta({ title: 'Margin', description: 'In millimeters.' }),
  quality: z.enum(['small', 'balanced', 'best']).default('balanced').meta({ title: 'Quality' }),
  languages: z.array(z.string().max(20)).max(3).default([]).meta({
    title: 'Languages',
    description: 'Codes of languages whose text is recognized; none: it is not.',
  }),
})
export type ScanOptions = z.infer<typeof SCAN_OPTIONS>
