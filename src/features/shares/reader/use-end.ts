import { useEffect } from 'react'
import type { ApiError } from '../../../api/errors.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import type { OpenPdf } from '../../pdf/viewer/index.ts'

const OVER: readonly string[] = [
  'share_expired',
  'share_revoked',
  'share_used_up',
  'share_unavailable',
  'not_found',
  'link_expired',
]

/** Where the first part is refused already there is nothing to see, and the page says why. Pages that are here stay, and the viewer says it above them. */
export function useEnd(pdf: OpenPdf, onEnded: (error: ApiError) => void) {
  const latest = useLatest(onEnded)
  useEffect(() => {
    if (pdf.state === 'unavailable' && OVER.includes(pdf.error.code)) latest.current(pdf.error)
  }, [pdf])
}
