import { useState } from 'react'
import { type Bar, BarChart } from '../bar-chart.tsx'
import { nothing, Part } from './part.tsx'

/** Three weeks, with lower values at both ends. */
const BARS: Bar[] = Array.from({ length: 21 }, (_, day) => {
  const parts = [
    { family: 'document', count: day % 7 < 5 ? 20 + ((day * 7) % 18) : 4 },
    { family: 'image', count: day % 7 < 5 ? 12 + ((day * 5) % 22) : 3 },
    { family: 'video', count: (day * 3) % 8 },
  ] as const
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return { key: String(day), parts, total, before: Math.round(total * (0.6 + ((day * 4) % 7) / 10)) }
})

export function ChartPart() {
  const [active, setActive] = useState<number | null>(15)
  return (
    <Part title="Chart" span={12}>
      <BarChart
        label="Conversions by day"
        bars={BARS}
        names={BARS.map((_, day) => `${day + 1} Nov`)}
        active={active}
        onActive={setActive}
        onOpen={nothing}
        says={active === null ? '' : `${BARS[active]?.total} on ${active + 1} November`}
        number={String}
      />
    </Part>
  )
}
