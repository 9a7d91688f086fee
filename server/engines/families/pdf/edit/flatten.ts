import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { savePdf, withPdf } from '../pdfium.ts'
import { readStructure, writeStructure } from '../structure.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'

/** FPDFPage_Flatten: 0 is failure; flattens for display, not for print. */
const FAILED = 0
export const AS_SEEN = 0

/** Draws forms and annotations into their pages as displayed; drops hidden ones. */
export async function flattenPdf(toolkit: PdfToolkit, source: Source): Promise<Edited> {
  const { pdfium, qpdf } = toolkit
  const saved = withPdf(toolkit, source.bytes, (document) => {
    for (let index = 0; index < document.pages; index++) {
      const flat = document.page(index, (page) => pdfium.FPDFPage_Flatten(page, AS_SEEN) !== FAILED)
      if (flat === false) throw refused()
    }
    return savePdf(pdfium, document.handle)
  })
  const structure = await readStructure(qpdf, saved)
  delete structure.catalog['/AcroForm']
  const bytes = await writeStructure(qpdf, saved, structure, {}, ['--object-streams=generate'])
  const left = withPdf(toolkit, bytes, (document) =>
    Array.from({ length: document.pages }, (_, index) =>
      document.page(index, (page) => pdfium.FPDFPage_GetAnnotCount(page)),
    ).some((count) => count !== null && count > 0),
  )
  if (left) throw refused()
  return { bytes, pages: source.pages, warnings: [] }
}

const refused = () =>
  new EngineFailure(
    'output_wrong',
    sentence`The forms or comments of this PDF could not be drawn into its pages. Repair the PDF first, then try again.`,
  )
