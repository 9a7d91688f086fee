import type { PdfField } from './fields.ts'
import type { Pdf } from './pdf.ts'

/**
 * The fields of an open file's form, in the order of its pages; none where it is no form. Those
 * that are laid over the pages are `covered` in the viewer.
 */
export const readFields = (pdf: Pdf): Promise<PdfField[]> => pdf.fields()
