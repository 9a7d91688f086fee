import type { UsageTrend } from '../../api/usage.ts'
import { FAMILY_NAMES } from '../../lib/families.ts'

/** One row per bar, with more details than the chart. Names and numbers need no quoting. */
export function trendCsv({ rows }: UsageTrend): string {
  const figures = ['conversions', 'completed', 'failed', 'cancelled', 'credits'] as const
  const head = ['date', ...FAMILY_NAMES, ...figures, ...figures.map((name) => `previous_${name}`)]
  const lines = rows.map(({ date, families, previous, ...row }) => [
    date,
    ...FAMILY_NAMES.map((family) => families[family]),
    ...figures.map((name) => row[name]),
    ...figures.map((name) => previous[name]),
  ])
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('')
}
