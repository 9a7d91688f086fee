import { useEffect, useMemo, useState } from 'react'
import { MOST_FIELDS } from '../../../api/signing.ts'
import { type Pdf, type PdfField, readFields } from '../../pdf/viewer/index.ts'
import type { EditorDraft } from './draft.ts'
import { fromForm, isSeen } from './form-fields.ts'
import type { Change } from './use-editor-draft.ts'

const NONE: readonly PdfField[] = []

/**
 * The PDF's form fields; the number of those not in the draft yet, and a function that adds them
 * for one recipient.
 */
export function useFormFields(
  pdf: Pdf | null,
  draft: EditorDraft,
  recipient: string | null,
  onChange: Change,
) {
  const [form, setForm] = useState(NONE)
  useEffect(() => {
    if (!pdf) return
    let gone = false
    readFields(pdf).then(
      (fields) => !gone && setForm(fields.filter((field) => isSeen(field, pdf.shape(field.page - 1).view))),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [pdf])
  const taken = useMemo(
    () => new Set(draft.fields.flatMap(({ form_field }) => (form_field === null ? [] : [form_field]))),
    [draft.fields],
  )
  const found = useMemo(() => fromForm(form, recipient ?? '', taken), [form, recipient, taken])
  return {
    form,
    found: found.length,
    takeFound: () =>
      recipient !== null &&
      onChange((now) => ({ ...now, fields: [...now.fields, ...found].slice(0, MOST_FIELDS) })),
  }
}
