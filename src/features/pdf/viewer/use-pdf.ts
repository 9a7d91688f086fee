import { useEffect, useState } from 'react'
import type { PdfSource } from './bytes.ts'
import { type OpenPdf, startOpening } from './opening.ts'

const LOADING: OpenPdf = { state: 'loading' }

/**
 * A PDF, open for as long as the component is there: an address of ours, of which only the parts
 * that are looked at are fetched, or a file on this device, which is not sent anywhere. Null where
 * there is none yet.
 */
export function usePdf(source: PdfSource | null): OpenPdf {
  const [attempt, setAttempt] = useState(0)
  const [open, setOpen] = useState<OpenPdf>(LOADING)
  const url = source && 'url' in source ? source.url : null
  const file = source && 'file' in source ? source.file : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another opening
  useEffect(() => {
    const given = file ? { file } : url ? { url } : null
    setOpen(LOADING)
    if (!given) return
    return startOpening(given, setOpen, () => setAttempt((count) => count + 1))
  }, [url, file, attempt])
  return open
}
