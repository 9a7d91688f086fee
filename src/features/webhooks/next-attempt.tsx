import { useLingui } from '@lingui/react/macro'
import { formatSeconds } from '../../lib/format-duration.ts'
import { useNow } from '../../lib/use-now.ts'

/** A countdown to the next attempt. */
export function NextAttempt({ at }: { at: string }) {
  const { t } = useLingui()
  const now = useNow()
  const seconds = Math.ceil((Date.parse(at) - now) / 1000)
  const left = formatSeconds(seconds)
  return (
    <time dateTime={at} role="timer" aria-live="off">
      {seconds <= 0 ? t`now` : t`in ${left}`}
    </time>
  )
}
