import type { PdfField } from '../../contract/pdf.ts'

/** A text field of a form, with nothing in it and nothing asked of it. */
export const aField = (
  name: string,
  { rect, ...more }: Partial<PdfField> & { rect: NonNullable<PdfField['rect']> },
): PdfField => ({
  name,
  type: 'text',
  page: 1,
  rect,
  widgets: [{ page: 1, rect, option: null }],
  value: null,
  default_value: null,
  options: null,
  flags: [],
  required: false,
  read_only: false,
  max_length: null,
  tooltip: null,
  format: null,
  format_pattern: null,
  ...more,
})
