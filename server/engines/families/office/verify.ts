import { readFileSync } from 'node:fs'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { detectFormat } from '../detection/detect.ts'
import { type Pdfium, withPdf } from '../pdf/pdfium.ts'

export const wrongOutput = () =>
  new EngineFailure(
    'output_wrong',
    sentence`The result could not be opened again. Try another target format.`,
  )

/**
 * Opens a PDF with another program than its writer and returns the number of pages. Throws if it is
 * invalid.
 */
export function verifyPdf(pdfium: Pdfium, path: string, archive: boolean): number {
  const bytes = readFileSync(path)
  // PDF/A doesn't compress its metadata.
  if (archive && !/<pdfaid:part>2<[\s\S]*<pdfaid:conformance>B</.test(bytes.toString('latin1')))
    throw new EngineFailure(
      'output_wrong',
      sentence`The document could not be made into a PDF for archives. Try again without PDF/A.`,
    )
  const pages = withPdf({ pdfium }, bytes, (document) => document.pages)
  if (pages === 0)
    throw new EngineFailure(
      'output_empty',
      sentence`The document has no pages. Check that it holds something.`,
    )
  return pages
}

/**
 * Verifies a document's format by its bytes: required members of a ZIP, or the directory of a
 * compound file.
 */
export async function verifyOffice(path: string, format: string): Promise<void> {
  const found = await detectFormat({ path, filename: `result.${format}` })
  if (found?.format !== format) throw wrongOutput()
}
