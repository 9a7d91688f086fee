import { useState } from 'react'
import type { UsageTrend } from '../../api/usage.ts'
import { familiesIn, type OverviewView } from './search.ts'
import { TrendChart } from './trend-chart.tsx'
import { TrendLegend } from './trend-legend.tsx'
import { TrendTable } from './trend-table.tsx'

type TrendBodyProps = {
  trend: UsageTrend
  view: OverviewView
  onChange: (patch: Partial<OverviewView>) => void
}

/** The legend above the chart or table: the colors, and the numbers of the active bar. */
export function TrendBody({ trend, view: { table, family }, onChange }: TrendBodyProps) {
  const [active, setActive] = useState<number | null>(null)
  const families = familiesIn(trend, family)
  return (
    <>
      <TrendLegend
        trend={trend}
        families={families}
        active={table ? null : active}
        family={family}
        onFamily={(value) => onChange({ family: value })}
      />
      {table ? (
        <TrendTable trend={trend} families={families} />
      ) : (
        <TrendChart trend={trend} families={families} active={active} onActive={setActive} />
      )}
    </>
  )
}
