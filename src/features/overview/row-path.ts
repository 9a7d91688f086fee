import type { TrendRow, UsageTrend } from '../../api/usage.ts'
import { paths } from '../../paths.ts'

const LAST = { day: 0, week: 6 } as const

/** The URL of history for a bar. */
export const rowPath =
  ({ step, family }: UsageTrend) =>
  ({ date }: TrendRow): string => {
    const last = new Date(Date.parse(date) + LAST[step] * 86_400_000).toISOString().slice(0, 10)
    return paths.history({ from: date, to: last, ...(family && { family }) })
  }
