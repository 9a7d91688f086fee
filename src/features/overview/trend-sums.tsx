import type { UsageTrend } from '../../api/usage.ts'
import { useTrendLabels } from './use-trend-labels.ts'

/** "2,339 in 30 days, up 18%" */
export const TrendSums = ({ trend }: { trend: UsageTrend }) => useTrendLabels(trend).sums()
