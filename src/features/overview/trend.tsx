import { useLingui } from '@lingui/react/macro'
import { ChartColumnIcon, DownloadIcon, TableIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { useUsageTrend } from '../../api/usage.ts'
import { downloadText } from '../../lib/start-download.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Problem } from '../problems/index.ts'
import { Offline } from './offline.tsx'
import { type OverviewView, PERIODS, parseView, searchOf } from './search.ts'
import { TrendBody } from './trend-body.tsx'
import { trendCsv } from './trend-csv.ts'
import { TrendSums } from './trend-sums.tsx'

const BARS = (
  <span className="flex h-52 w-full items-end justify-between gap-2">
    {['h-16', 'h-28', 'h-36', 'h-24', 'h-8', 'h-10', 'h-32', 'h-40', 'h-28', 'h-20'].map((height, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Bone key={index} className={`w-5 ${height}`} />
    ))}
  </span>
)

/** Conversions over time, compared with the previous period. The view is in the URL. */
export function Trend() {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const { days, table, family } = view
  const change = (patch: Partial<OverviewView>) => setSearch({ ...searchOf({ ...view, ...patch }) })
  const { data, error, refetch, isPaused, isPlaceholderData } = useUsageTrend({
    days,
    ...(family && { family }),
  })

  return (
    <Panel
      title={t`Conversions`}
      note={data && <TrendSums trend={data} />}
      flush
      actions={
        <>
          <Segmented
            label={t`Period`}
            value={days}
            onChange={(value) => change({ days: value })}
            options={PERIODS.map((value) => ({ value, label: value === '30' ? t`30 days` : value }))}
          />
          <Segmented
            label={t`View`}
            value={table ? 'table' : 'chart'}
            onChange={(value) => change({ table: value === 'table' })}
            options={[
              { value: 'chart', label: t`Chart`, icon: ChartColumnIcon },
              { value: 'table', label: t`Table`, icon: TableIcon },
            ]}
          />
          <IconButton
            name={t`Download as CSV`}
            icon={DownloadIcon}
            disabled={!data}
            onClick={() => data && downloadText(`conversions-${data.from}-${data.to}.csv`, trendCsv(data))}
          />
        </>
      }
    >
      {isPaused && isPlaceholderData && data && <Offline trend={data} />}
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        // The chart's height, so that the layout does not shift.
        <div className="h-61 overflow-hidden px-4">
          {isPaused ? <Offline /> : <Skeleton rows={1} row={BARS} />}
        </div>
      ) : (
        <TrendBody key={`${data.from} ${data.step}`} trend={data} view={view} onChange={change} />
      )}
    </Panel>
  )
}
