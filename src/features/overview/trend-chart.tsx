import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { UsageTrend } from '../../api/usage.ts'
import { FAMILY_NAMES, type Family } from '../../lib/families.ts'
import { dayOf, formatDayShort } from '../../lib/format-date.ts'
import { type Bar, BarChart } from '../../ui/bar-chart.tsx'
import { rowPath } from './row-path.ts'
import { useTrendLabels } from './use-trend-labels.ts'

type TrendChartProps = {
  trend: UsageTrend
  families: readonly Family[]
  active: number | null
  onActive: (index: number | null) => void
}

/** One bar per day or week. */
export function TrendChart({ trend, families, active, onActive }: TrendChartProps) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const { number, sentence } = useTrendLabels(trend)
  const shown = trend.family ? [trend.family] : families
  const bars = useMemo(() => trend.rows.map((row) => barOf(row, trend.family)), [trend])
  const row = active === null ? undefined : trend.rows[active]
  return (
    <div className="px-4 pb-3">
      <BarChart
        label={
          trend.step === 'week'
            ? t`Conversions by week. Arrow keys move between weeks, Enter opens them in History.`
            : t`Conversions by day. Arrow keys move between days, Enter opens them in History.`
        }
        bars={bars}
        names={trend.rows.map(({ date }) => formatDayShort(dayOf(date), { locale: i18n.locale }))}
        active={active}
        onActive={onActive}
        onOpen={(index) => {
          const opened = trend.rows[index]
          if (opened) void navigate(rowPath(trend)(opened))
        }}
        says={row ? sentence(row, shown) : ''}
        number={number}
      />
    </div>
  )
}

const barOf = (
  { date, families, conversions, previous }: UsageTrend['rows'][number],
  chosen: Family | null,
): Bar => ({
  key: date,
  parts: FAMILY_NAMES.filter((family) => !chosen || family === chosen).map((family) => ({
    family,
    count: families[family],
  })),
  total: conversions,
  before: previous.conversions,
})
