import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { formatClock } from '../../lib/format-duration.ts'
import { useSecondsLeft } from '../mfa/challenge/index.ts'

/** "Expires in 9:41". Not announced: a screen reader would read every second. */
export function TimeLeft({ until, onOver }: { until: number; onOver: () => void }) {
  const left = useSecondsLeft(until)
  const isExpired = left === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (isExpired) onOver()
  }, [isExpired])
  const time = formatClock(left)
  return (
    <span role="timer" aria-live="off">
      <Trans>Expires in {time}</Trans>
    </span>
  )
}
