import type { PdfField } from './fields.ts'
import type { Pdf } from './pdf.ts'

/** The fields of an open file's form, in the order of its pages; none where it is no form. Draw the viewer with `fields={false}` to lay inputs of one's own over them. */
export const readFields = (pdf: Pdf): Promise<PdfField[]> => pdf.fields()
