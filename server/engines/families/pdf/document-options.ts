import { z } from 'zod'
import { ocrOptions } from '../ocr/options.ts'
import { PDF_TEXT_OPTIONS } from './options.ts'

/** Options of a PDF-to-document conversion besides those of the target. */
export interface DocumentOptions extends Record<string, unknown> {
  pages: string
  ocr?: 'auto' | 'off'
  language?: string
  second_language?: string
}

const ocr = z
  .enum(['auto', 'off'])
  .default('auto')
  .meta({
    title: 'Text recognition',
    description: 'Recognizes the text of pages that are scans.',
    enumLabels: ['On scanned pages', 'Off'],
  })

/**
 * The options of a PDF-to-document conversion: the target's, the pages, and the OCR languages if
 * OCR is available.
 */
export function documentOptions(kind: z.ZodObject, languages: readonly string[]) {
  const options = kind.extend(PDF_TEXT_OPTIONS.shape)
  if (languages.length === 0) return options.strict()
  const { language, second_language } = ocrOptions(languages).shape
  return options.extend({ ocr, language, second_language }).strict()
}
