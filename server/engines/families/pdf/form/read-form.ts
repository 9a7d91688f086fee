import type { z } from 'zod'
import { FormFields } from '../../../../../contract/pdf.ts'
import { openForEditing } from '../save/open.ts'
import type { PdfToolkit } from '../toolkit.ts'
import { describeField } from './describe.ts'
import { at, dictAt } from './objects.ts'
import { type Form, readForm } from './tree.ts'

/** The wire format of a form's fields without the file name. */
export const FormReport = FormFields.omit({ filename: true })
export type FormReport = z.infer<typeof FormReport>

/**
 * Reads the form of a PDF.
 * @throws `source_encrypted`, `source_damaged`
 */
export async function readFormFields(
  toolkit: PdfToolkit,
  bytes: Uint8Array,
  password: string,
): Promise<FormReport> {
  const opened = await openForEditing(toolkit, bytes, password)
  const form = readForm(opened.document)
  const xfa = xfaOf(form)
  const fields = xfa === 'only' ? [] : form.fields.map(describeField)
  return FormReport.parse({
    pages: opened.pages,
    fields: fields.sort(inReadingOrder),
    xfa,
    signed: form.fields.some(
      ({ type, chain }) => type === 'signature' && chain.some((dict) => dictAt(dict, 'V') !== undefined),
    ),
  })
}

/**
 * Whether a form has XFA, and whether it has anything else. A dynamic XFA form has no widgets on
 * pages.
 */
export function xfaOf({ acroForm, fields }: Form): FormReport['xfa'] {
  if (!acroForm || at(acroForm, 'XFA') === undefined) return 'none'
  const usable = fields.some(({ type, places }) => type !== 'signature' && places.length > 0)
  return usable ? 'hybrid' : 'only'
}

type Told = FormReport['fields'][number]

/** By page only: within a page the form's own order is the tab order. */
function inReadingOrder(a: Told, b: Told): number {
  return (a.page ?? Number.MAX_SAFE_INTEGER) - (b.page ?? Number.MAX_SAFE_INTEGER)
}
