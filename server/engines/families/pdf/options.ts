import { z } from 'zod'
import { PAGE_RANGE } from './page-range.ts'

const pages = z
  .string()
  .max(200)
  .regex(PAGE_RANGE, 'Enter pages like 1-3,7')
  .default('')
  .meta({ title: 'Pages', description: 'For example 1-3,7. All pages when empty.' })
const dpi = z.int().min(36).max(600).default(150).meta({
  title: 'Resolution',
  description: 'In dots per inch: 72 for the screen, 150 to read, 300 to print.',
})
const quality = z
  .int()
  .min(1)
  .max(100)
  .default(85)
  .meta({ title: 'Quality', description: 'From 1, smallest, to 100, best.' })
const grayscale = z.boolean().default(false).meta({ title: 'Grayscale' })

export const PDF_TEXT_OPTIONS = z.strictObject({ pages })
export const PDF_PNG_OPTIONS = z.strictObject({ pages, dpi, grayscale })
export const PDF_LOSSY_OPTIONS = z.strictObject({ pages, dpi, quality, grayscale })
export const PDF_INSPECT_OPTIONS = z.strictObject({})
