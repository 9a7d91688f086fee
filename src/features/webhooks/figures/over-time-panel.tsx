import { useLingui } from '@lingui/react/macro'
import { ChartColumnIcon, DownloadIcon, TableIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DetailedWebhookStats, Webhook } from '../../../api/webhooks.ts'
import { downloadText } from '../../../lib/start-download.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { type DeliveryView, searchOf } from '../delivery-view.ts'
import { hostOf } from '../state.ts'
import { type Bars, countOf, isFilter } from './bars.ts'
import { barsCsv, csvName } from './bars-csv.ts'
import { BarsTable } from './bars-table.tsx'
import { Chart } from './chart.tsx'
import { Legend } from './legend.tsx'
import { RANGES, type Range } from './range.ts'
import { useFigureLabels } from './use-figure-labels.ts'

type OverTimePanelProps = {
  webhook: Webhook
  view: DeliveryView
  onChange: (patch: Partial<DeliveryView>) => void
  stats: DetailedWebhookStats | undefined
  bars: Bars
  /** Whether the statistics are those of another range, because there is no network. */
  stale: boolean
  /** Replaces the statistics while there are none. */
  children: ReactNode
}

/** Deliveries by hour or day, as a chart or a table. */
export function OverTimePanel({ webhook, view, onChange, stats, bars, stale, children }: OverTimePanelProps) {
  const { t } = useLingui()
  const { period } = useFigureLabels(bars)
  const ranges: Record<Range, string> = { '24h': t`24 hours`, '7d': t`7 days`, '30d': t`30 days` }
  return (
    <Panel
      title={t`Deliveries over time`}
      flush
      actions={
        <>
          <Segmented
            label={t`Period`}
            value={view.range}
            onChange={(range) => onChange({ range })}
            options={RANGES.map((value) => ({ value, label: ranges[value] }))}
          />
          <Segmented
            label={t`View as`}
            value={view.table ? 'table' : 'chart'}
            onChange={(value) => onChange({ table: value === 'table' })}
            options={[
              { value: 'chart', label: t`Chart`, icon: ChartColumnIcon },
              { value: 'table', label: t`Table`, icon: TableIcon },
            ]}
          />
          <IconButton
            name={t`Download as CSV`}
            icon={DownloadIcon}
            disabled={!stats}
            onClick={() => downloadText(csvName(bars, hostOf(webhook.url)), barsCsv(bars))}
          />
        </>
      }
    >
      {stats && stale && (
        <p role="status" className="border-b border-line bg-warn-tint px-4 py-2 text-small">
          {t`You’re offline. Showing the last loaded ${period}.`}
        </p>
      )}
      {stats ? (
        <Body key={bars.step} webhook={webhook} view={view} onChange={onChange} stats={stats} bars={bars} />
      ) : (
        children
      )}
    </Panel>
  )
}

type BodyProps = Omit<OverTimePanelProps, 'children' | 'stale' | 'stats'> & { stats: DetailedWebhookStats }

function Body({ webhook, view, onChange, stats, bars }: BodyProps) {
  const { t } = useLingui()
  const { period } = useFigureLabels(bars)
  const [active, setActive] = useState<number | null>(null)
  if (countOf(stats) === 0)
    return (
      <p className="grid h-61 place-items-center px-4 text-center text-ink-soft">
        {webhook.is_active
          ? t`No deliveries in the last ${period}.`
          : t`No deliveries in the last ${period}. The webhook is disabled.`}
      </p>
    )
  if (view.table)
    return (
      <BarsTable
        bars={bars}
        total={stats}
        filter={view}
        pathOf={(bar) => {
          const { since, until } = isFilter(bar, view) ? { since: null, until: null } : bar
          return paths.webhook(webhook.webhook_id, searchOf({ ...view, since, until }))
        }}
      />
    )
  return (
    <>
      <Legend bars={bars} total={stats} active={active} />
      <Chart bars={bars} view={view} active={active} onActive={setActive} onChange={onChange} />
    </>
  )
}
