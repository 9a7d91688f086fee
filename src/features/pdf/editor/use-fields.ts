import { useEffect, useState } from 'react'
import { type Pdf, type PdfField, readFields } from '../viewer/index.ts'
import { type FormField, formFields } from './fields.ts'

const NONE: FormField[] = []

/** The fillable fields of an open file; empty while they are read. */
export function useFields(pdf: Pdf | null): FormField[] {
  const [read, setRead] = useState<{ of: Pdf | null; fields: FormField[] }>({ of: null, fields: NONE })
  useEffect(() => {
    let gone = false
    if (pdf)
      readFields(pdf).then(
        (found: PdfField[]) => !gone && setRead({ of: pdf, fields: formFields(found) }),
        () => {},
      )
    return () => {
      gone = true
    }
  }, [pdf])
  return read.of === pdf ? read.fields : NONE
}
