import type { UsageTrend } from '../../api/usage.ts'
import { useTrendWords } from './use-trend-words.ts'

/** "2,339 in 30 days, up 18%" */
export const TrendSums = ({ trend }: { trend: UsageTrend }) => useTrendWords(trend).sums()
