import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { BarChart } from '../../../ui/bar-chart.tsx'
import type { DeliveryView } from '../delivery-view.ts'
import { type Bars, countOf, isFilter, isWithin } from './bars.ts'
import { partsOf } from './series.ts'
import { useFigureLabels } from './use-figure-labels.ts'

type ChartProps = {
  bars: Bars
  view: DeliveryView
  active: number | null
  onActive: (index: number | null) => void
  onChange: (patch: Partial<DeliveryView>) => void
}

/**
 * One bar per hour or day. A click filters the list of deliveries; a second click removes the
 * filter.
 */
export function Chart({ bars, view, active, onActive, onChange }: ChartProps) {
  const { t } = useLingui()
  const { number, name, sentence } = useFigureLabels(bars)
  const shown = useMemo(
    () => bars.bars.map((bar) => ({ key: bar.since, parts: partsOf(bar), total: countOf(bar) })),
    [bars],
  )
  const bar = active === null ? undefined : bars.bars[active]
  const filters = bar && isFilter(bar, view) ? t`The list below shows these deliveries.` : ''
  return (
    <div className="px-4 pb-3">
      <BarChart
        label={
          bars.step === 'day'
            ? t`Deliveries by day. Use arrow keys to move between days, and Enter to show a day’s deliveries below.`
            : t`Deliveries by hour. Use arrow keys to move between hours, and Enter to show an hour’s deliveries below.`
        }
        bars={shown}
        names={bars.bars.map(name)}
        active={active}
        onActive={onActive}
        onOpen={(index) => {
          const opened = bars.bars[index]
          if (!opened) return
          const { since, until } = opened
          onChange(isFilter(opened, view) ? { since: null, until: null } : { since, until })
        }}
        opensOnClick
        selected={(index) => isWithin(bars.bars[index] as Bars['bars'][number], view)}
        says={bar ? `${sentence(bar)} ${filters}`.trim() : ''}
        number={number}
      />
    </div>
  )
}
