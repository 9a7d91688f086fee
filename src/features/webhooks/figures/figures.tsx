import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type EventType, useWebhookStats, type Webhook } from '../../../api/webhooks.ts'
import { classNames } from '../../../lib/class-names.ts'
import { paths } from '../../../paths.ts'
import { Bone } from '../../../ui/skeleton.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { type DeliveryView, searchOf } from '../delivery-view.ts'
import { barsOf } from './bars.ts'
import { OverTimePanel } from './over-time-panel.tsx'
import { TypesPanel } from './types-panel.tsx'
import { useRangeHours } from './use-range-hours.ts'

const BARS = (
  <span className="flex h-52 w-full items-end justify-between gap-2">
    {['h-16', 'h-28', 'h-36', 'h-24', 'h-8', 'h-10', 'h-32', 'h-40', 'h-28', 'h-20'].map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Bone key={index} className={`w-5 ${height}`} />
    ))}
  </span>
)

type FiguresProps = { webhook: Webhook; view: DeliveryView; types: readonly EventType[] }

/** Deliveries of a webhook over time and by event type, for one range. Both link to the list. */
export function Figures({ webhook, view, types }: FiguresProps) {
  const [, setSearch] = useSearchParams()
  const query = useWebhookStats(webhook.webhook_id, useRangeHours(view.range))
  const { data, error, refetch, isPaused, isPlaceholderData } = query
  const bars = useMemo(() => barsOf(data?.series ?? []), [data?.series])
  const change = (patch: Partial<DeliveryView>) =>
    setSearch({ ...searchOf({ ...view, ...patch }) }, { replace: true, preventScrollReset: true })
  return (
    <div
      className={classNames('grid gap-4', (data || !error) && 'xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]')}
    >
      <OverTimePanel
        webhook={webhook}
        view={view}
        onChange={change}
        stats={data}
        bars={bars}
        stale={isPaused && isPlaceholderData}
      >
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          // The chart's height, so that the layout does not shift.
          <div className="h-61 overflow-hidden">
            <Coming paused={isPaused} rows={1} row={BARS} />
          </div>
        )}
      </OverTimePanel>
      {(data || !error) && (
        <TypesPanel
          bars={bars}
          types={data?.types}
          paused={isPaused}
          filter={view.type}
          pathOf={(name) => {
            const type = types.find((one) => one === name)
            const next = type === view.type ? null : type
            return type ? paths.webhook(webhook.webhook_id, searchOf({ ...view, type: next ?? null })) : null
          }}
        />
      )}
    </div>
  )
}
