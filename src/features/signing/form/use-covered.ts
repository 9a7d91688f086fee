import { useEffect, useMemo, useState } from 'react'
import type { SigningView } from '../../../api/public-signing.ts'
import { type OpenPdf, type PdfField, readFields } from '../../pdf/viewer/index.ts'
import { coveredBy } from './covered.ts'

const NONE: readonly PdfField[] = []

/** The form fields of an open PDF that signature fields cover. */
export function useCovered(open: OpenPdf, { fields, shown }: Pick<SigningView, 'fields' | 'shown'>) {
  const pdf = open.state === 'open' ? open.pdf : null
  const [form, setForm] = useState(NONE)
  useEffect(() => {
    if (!pdf) return
    let gone = false
    readFields(pdf).then(
      (found) => !gone && setForm(found),
      () => {},
    )
    return () => {
      gone = true
    }
  }, [pdf])
  return useMemo(
    // Of other recipients' values, the page shows only texts.
    () => coveredBy(form, [...fields, ...shown.filter(({ value }) => typeof value === 'string')]),
    [form, fields, shown],
  )
}
