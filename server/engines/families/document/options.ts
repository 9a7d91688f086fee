import { z } from 'zod'

const toc = z.boolean().default(false).meta({ title: 'Table of contents' })
const number_sections = z.boolean().default(false).meta({ title: 'Number headings' })

/** Options of targets that are neither pages nor images. */
export const WRITER_OPTIONS = {
  page: z.strictObject({ toc, number_sections }),
  book: z.strictObject({ toc }),
  text: z.strictObject({
    wrap: z.boolean().default(false).meta({
      title: 'Wrap lines',
      description: 'Breaks lines at 80 characters instead of writing one per paragraph.',
    }),
  }),
  none: z.strictObject({}),
} as const

/** Options of documents that are set as pages. */
export const PDF_OPTIONS = z.strictObject({
  paper: z.enum(['a4', 'letter', 'legal', 'a5', 'a3']).default('a4').meta({ title: 'Paper' }),
  landscape: z.boolean().default(false).meta({ title: 'Landscape' }),
  margin: z
    .int()
    .min(5)
    .max(60)
    .default(22)
    .meta({ title: 'Margin', description: 'In millimeters, on all four sides.' }),
  font_size: z
    .int()
    .min(6)
    .max(24)
    .default(11)
    .meta({ title: 'Font size', description: 'Of the running text, in points.' }),
  toc,
  number_sections,
})
export type PdfOptions = z.infer<typeof PDF_OPTIONS>

/** Pandoc's names for what a person chose. */
export function pandocOptions(options: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(options.toc ? { 'table-of-contents': true, 'toc-depth': 3 } : {}),
    ...(options.number_sections ? { 'number-sections': true } : {}),
    ...('wrap' in options ? { wrap: options.wrap ? 'auto' : 'none', columns: 80 } : {}),
  }
}

const PAPERS: Record<PdfOptions['paper'], string> = {
  a4: 'a4',
  letter: 'us-letter',
  legal: 'us-legal',
  a5: 'a5',
  a3: 'a3',
}

/**
 * What pandoc's Typst template is told. The main font is set in the preamble, since the template
 * takes one name only.
 */
export function pageVariables(options: PdfOptions): Record<string, unknown> {
  return {
    papersize: PAPERS[options.paper],
    fontsize: `${options.font_size}pt`,
    mathfont: 'Noto Sans Math',
    codefont: 'Noto Sans Mono',
    margin: { x: `${options.margin}mm`, y: `${options.margin}mm` },
    ...(options.number_sections ? { 'section-numbering': '1.1' } : {}),
  }
}

/** Typst code before the document: what the template has no variable for. */
export function pagePreamble(options: PdfOptions): string {
  return [
    `#set page(flipped: ${options.landscape})`,
    '#show heading: set block(above: 1.4em, below: 0.8em)',
    '#show table: set text(hyphenate: false)',
    // A figure, and so a table, would else run off the page instead of going on on the next.
    '#show figure: set block(breakable: true)',
    // Columns without an alignment of their own would be centred, since the table is.
    '#show table.cell: it => if it.align == auto { set align(start); it } else { it }',
    // An image wider than the page would run off it.
    '#show image: it => layout(size => { let s = measure(it); if s.width > size.width { scale(size.width / s.width * 100%, reflow: true, it) } else { it } })',
  ].join('\n')
}
