import { useLingui } from '@lingui/react/macro'
import type { Attempt } from '../../api/webhooks.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { StatusWord } from '../../ui/status-word.tsx'

/** How one attempt ended: the status of the response, or what went wrong before there was one. */
export function AttemptResult({ attempt }: { attempt: Attempt }) {
  const { t } = useLingui()
  const { status_code, error, duration_ms } = attempt
  const took = formatDuration(duration_ms)
  return (
    <StatusWord status={error === null ? 'done' : 'failed'}>
      <span className="wrap-anywhere">
        {status_code === null ? (error ?? '–') : `HTTP ${status_code}`}
        <span className="font-regular text-ink-soft">{t`, after ${took}`}</span>
      </span>
    </StatusWord>
  )
}
