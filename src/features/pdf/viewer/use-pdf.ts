import { useEffect, useState } from 'react'
import type { PdfSource } from './bytes.ts'
import { type OpenPdf, startOpening } from './opening.ts'

const LOADING: OpenPdf = { state: 'loading' }

/**
 * A PDF, open while mounted: a same-origin URL, loaded by ranges on demand, or a local file, which
 * is not uploaded. Null if there is none yet.
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
