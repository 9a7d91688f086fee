import { useMemo } from 'react'
import { hoursOf, type Range } from './range.ts'

const HOUR = 3_600_000

/** Constant within an hour, so that the statistics are refetched only when it ends. */
export function useRangeHours(range: Range): number {
  const hour = Math.floor(Date.now() / HOUR)
  return useMemo(() => hoursOf(range, new Date(hour * HOUR)), [range, hour])
}
