import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { sayError } from '../../public-page/index.ts'
import type { Scan } from './use-scan.ts'

/**
 * How long a deletion can be undone here; the desk can restore it for longer. Errors stay until
 * they are dismissed.
 */
const SHOWN_MS = 10_000

/** The last event, with an undo button if possible. */
export function ScanToast({ scan: { notice, forget } }: { scan: Scan }) {
  const { t, i18n } = useLingui()
  const latest = useLatest(forget)
  const id = notice?.id
  const isError = notice?.kind === 'error'
  useEffect(() => {
    if (id === undefined || isError) return
    const timer = setTimeout(() => latest.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isError])

  const words = () => {
    if (!notice) return null
    if (notice.kind === 'deleted') return <Trans>Page {notice.number} deleted</Trans>
    if (notice.kind === 'overruled') return <Trans>Changed at the desk. Your change wasn’t applied.</Trans>
    return sayError(i18n, notice.error)
  }
  return (
    <div role="status" className="scan-toast">
      {notice && (
        <div className="flex min-h-11 items-center gap-3 rounded-sheet border border-inverse-line bg-inverse ps-4 pe-1 text-on-inverse shadow-pop">
          <p className="min-w-0 flex-1 py-2">{words()}</p>
          {notice.kind === 'deleted' && (
            <button
              type="button"
              className="min-h-11 rounded-control px-3 font-strong text-accent focus-inset"
              onClick={() => {
                notice.undo()
                forget()
              }}
            >
              <Trans>Undo</Trans>
            </button>
          )}
          {isError && (
            <button
              type="button"
              aria-label={t`Dismiss`}
              className="min-h-11 rounded-control px-3 text-on-inverse-soft focus-inset"
              onClick={forget}
            >
              <Trans>OK</Trans>
            </button>
          )}
        </div>
      )}
    </div>
  )
}
