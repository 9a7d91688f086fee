import type { PdfField } from './fields.ts'
import type { Pdf } from './pdf.ts'

/**
 * The form fields of an open file, in page order; empty if it is no form. Those rendered over the
 * pages are `covered` in the viewer.
 */
export const readFields = (pdf: Pdf): Promise<PdfField[]> => pdf.fields()
