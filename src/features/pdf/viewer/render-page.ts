import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist'
import type { RenderParameters } from 'pdfjs-dist/types/src/display/api'
import { readValues } from './field-values.ts'
import type { Pdf } from './pdf.ts'

interface Fields {
  /** Of the page, in the document, from 0. */
  index: number
  /** Form fields that the page is drawn without: their ids, with a space between two. */
  hidden: string
  /** What fields hold instead of what the file says, as `valuesKey` writes it. */
  values: string
}

/**
 * Draws a page with its form fields. pdf.js' own mode for forms leaves out every field, and draws
 * both states of a check box: fields are hidden one by one instead. `render` reads them before it
 * returns, so that no other drawing of the document is without them, or has their values.
 */
export function renderPage(
  pdf: Pdf,
  page: PDFPageProxy,
  { index, hidden, values }: Fields,
  to: Pick<RenderParameters, 'canvas' | 'viewport' | 'intent'>,
) {
  if (hidden === '' && values === '') return page.render({ ...to, annotationMode: AnnotationMode.ENABLE })
  const entries = [
    ...readValues(values).map(([id, value, rotation]) => ({
      id,
      entry: rotation === undefined ? { value } : { value, rotation },
    })),
    ...hidden
      .split(' ')
      .filter(Boolean)
      .map((id) => ({ id, entry: { noView: true } })),
  ]
  const storage = pdf.annotationStorage(index)
  for (const { id, entry } of entries) storage.setValue(id, entry)
  const task = page.render({ ...to, annotationMode: AnnotationMode.ENABLE_STORAGE })
  for (const { id } of entries) storage.remove(id)
  return task
}
