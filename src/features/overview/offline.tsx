import { useLingui } from '@lingui/react/macro'
import type { UsageTrend } from '../../api/usage.ts'
import { useTrendLabels } from './use-trend-labels.ts'

/** Says that the data needs a network, or which range is displayed instead. */
export function Offline({ trend }: { trend?: UsageTrend }) {
  const { t } = useLingui()
  return trend ? (
    <Stale trend={trend} />
  ) : (
    <p role="status" className="py-4 text-small text-ink-soft">
      {t`You’re offline. Figures load when you reconnect.`}
    </p>
  )
}

function Stale({ trend }: { trend: UsageTrend }) {
  const { t } = useLingui()
  const { period } = useTrendLabels(trend)
  return (
    <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-small">
      {t`You’re offline. Showing the last loaded ${period}.`}
    </p>
  )
}
