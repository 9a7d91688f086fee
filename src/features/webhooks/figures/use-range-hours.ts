import { useMemo } from 'react'
import { hoursOf, type Range } from './range.ts'

const HOUR = 3_600_000

/**
 * The same number for a whole hour, so that the figures are asked for anew only when it is over.
 */
export function useRangeHours(range: Range): number {
  const hour = Math.floor(Date.now() / HOUR)
  return useMemo(() => hoursOf(range, new Date(hour * HOUR)), [range, hour])
}
