import { z } from 'zod'
import { PAGE_RANGE } from '../pdf/page-range.ts'

const pdf = {
  pages: z
    .string()
    .max(200)
    .regex(PAGE_RANGE, 'Enter pages like 1-3,7')
    .default('')
    .meta({ title: 'Pages', description: 'For example 1-3,7. All pages when empty.' }),
  pdf_a: z.enum(['none', '2b']).default('none').meta({
    title: 'PDF/A',
    description: '2b makes a PDF for archives: all fonts inside, nothing that depends on a program.',
  }),
  tagged: z.boolean().default(true).meta({
    title: 'Tagged',
    description: 'Keeps headings, lists and tables as such, for screen readers. The file grows a little.',
  }),
  image_quality: z.int().min(1).max(100).default(90).meta({
    title: 'Image quality',
    description: 'From 1, smallest, to 100, which keeps every pixel.',
  }),
  image_resolution: z.enum(['keep', '75', '150', '300', '600']).default('keep').meta({
    title: 'Image resolution',
    description: 'Dots per inch at most: 75 for the screen, 150 to read, 300 to print.',
  }),
}

/** PDF options of text documents and slides. */
export const OFFICE_PDF_OPTIONS = z.strictObject(pdf)

/** PDF options of spreadsheets. */
export const SHEET_PDF_OPTIONS = z.strictObject({
  ...pdf,
  single_page_sheets: z.boolean().default(false).meta({
    title: 'One page per sheet',
    description: 'Each sheet becomes one page, as large as it needs, instead of being cut up.',
  }),
})

const separator = z.enum(['comma', 'semicolon', 'tab']).default('comma').meta({ title: 'Separator' })

export const CSV_OPTIONS = z.strictObject({
  separator,
  sheet: z.int().min(0).max(1000).default(1).meta({
    title: 'Sheet',
    description: 'Counted from 1. 0 takes all: a ZIP with a file for each that has something in it.',
  }),
})

export const NO_OPTIONS = z.strictObject({})
