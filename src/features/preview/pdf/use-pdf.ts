import { PasswordException, type PDFDocumentProxy, ResponseException } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { type ApiError, errorFromAnswer } from '../../../api/errors.ts'
import type { Size } from '../image/view-math.ts'
import { openPdf } from './load-pdf.ts'

export type OpenPdf =
  | { state: 'loading' | 'locked' | 'broken' }
  | { state: 'unavailable'; error: ApiError }
  | { state: 'open'; pdf: PDFDocumentProxy; first: Size }

/** A PDF, open as long as it is looked at. `first` is its first page's size in points. */
export function usePdf(url: string, attempt: number): OpenPdf {
  const [open, setOpen] = useState<OpenPdf>({ state: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    const task = openPdf(url)
    let gone = false
    setOpen({ state: 'loading' })
    const read = async () => {
      const pdf = await task.promise
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      return { state: 'open', pdf, first: { width, height } } as const
    }
    read().then(
      (opened) => !gone && setOpen(opened),
      (error) => !gone && setOpen(whyNot(error)),
    )
    return () => {
      gone = true
      void task.destroy()
    }
  }, [url, attempt])
  return open
}

function whyNot(error: unknown): OpenPdf {
  if (error instanceof PasswordException) return { state: 'locked' }
  if (error instanceof ResponseException)
    return { state: 'unavailable', error: errorFromAnswer(error.status, undefined) }
  return { state: 'broken' }
}
