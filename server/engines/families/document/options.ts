import { z } from 'zod'

const toc = z.boolean().default(false).meta({ title: 'Table of contents' })
const number_sections = z.boolean().default(false).meta({ title: 'Number headings' })

/** Options of targets other than pages and images. */
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

/** Options of typeset documents. */
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

/** pandoc's names of the selected options. */
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
 * Variables of pandoc's Typst template. The preamble sets the main font, since the template accepts
 * only one name.
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

/** A Typst preamble for settings without a template variable. */
export function pagePreamble(options: PdfOptions): string {
  return [
    `#set page(flipped: ${options.landscape})`,
    '#show heading: set block(above: 1.4em, below: 0.8em)',
    '#show table: set text(hyphenate: false)',
    // Otherwise a figure, and so a table, would run off the page instead of breaking.
    '#show figure: set block(breakable: true)',
    // Otherwise columns without alignment would inherit the table's centering.
    '#show table.cell: it => if it.align == auto { set align(start); it } else { it }',
    // Scales down images wider than the page.
    '#show image: it => layout(size => { let s = measure(it); if s.width > size.width { scale(size.width / s.width * 100%, reflow: true, it) } else { it } })',
  ].join('\n')
}
