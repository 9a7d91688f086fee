import { z } from 'zod'
import { PAGE_RANGE } from '../pdf/page-range.ts'
import { languageName } from './languages.ts'

/** The options with the installed languages, of which there must be at least one. */
export function ocrOptions(languages: readonly string[]) {
  const [first = 'eng'] = languages
  const named = (codes: readonly string[]) =>
    codes.map((code) => (code === 'none' ? 'None' : languageName(code)))
  const second = ['none', ...languages]
  return z.strictObject({
    language: z
      .enum([...languages])
      .default(first)
      .meta({ title: 'Language', description: 'Of the text on the pages.', enumLabels: named(languages) }),
    second_language: z
      .enum(second)
      .default('none')
      .meta({
        title: 'Second language',
        description: 'For pages that mix two. It takes longer.',
        enumLabels: named(second),
      }),
    pages: z
      .string()
      .max(400)
      .regex(PAGE_RANGE, 'Enter pages like 1-3,7')
      .default('')
      .meta({ title: 'Pages', description: 'For example 1-3,7. All pages when empty.' }),
    dpi: z.int().min(100).max(400).default(200).meta({
      title: 'Resolution',
      description: 'In dots per inch. More helps with small letters, and takes longer.',
    }),
    skip_text: z.boolean().default(true).meta({
      title: 'Skip pages with text',
      description: 'Pages whose text can be selected already stay as they are.',
    }),
  })
}
export type OcrOptions = z.infer<ReturnType<typeof ocrOptions>>
