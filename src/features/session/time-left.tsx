import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { formatSeconds } from '../../lib/format-duration.ts'
import { useSecondsLeft } from '../confirming/index.ts'

/** "Waits for 9 min 41 s", and what happens when it has waited. Silent: nobody wants to hear every second. */
export function TimeLeft({ until, onOver }: { until: number; onOver: () => void }) {
  const left = useSecondsLeft(until)
  const over = left === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (over) onOver()
  }, [over])
  const time = formatSeconds(left)
  return (
    <span role="timer" aria-live="off">
      <Trans>Waits for {time}</Trans>
    </span>
  )
}
