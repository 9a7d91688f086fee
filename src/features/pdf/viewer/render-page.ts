import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist'
import type { RenderParameters } from 'pdfjs-dist/types/src/display/api'
import { readValues } from './field-values.ts'
import type { Pdf } from './pdf.ts'

interface Fields {
  /** The page index in the document, from 0. */
  index: number
  /** Form fields that the page is rendered without: their ids, separated by spaces. */
  hidden: string
  /** Values that replace the file's, as `valuesKey` formats them. */
  values: string
}

/**
 * Renders a page with its form fields. pdf.js's form mode omits every field and draws both states
 * of a checkbox, so fields are hidden individually. `render` reads them synchronously, so that no
 * other rendering of the document is affected.
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
