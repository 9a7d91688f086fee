import { useMemo } from 'react'
import { useCredits } from '../../../api/convert.ts'
import { type ConvertRow, filesIn } from './rows.ts'

export interface Price {
  ready: ConvertRow[]
  /** How many files these are, those of each merge counted. */
  count: number
  total: number
  /** What is left now; null while that is not known. */
  left: number | null
  /** Set aside for what runs: what of it is not charged comes back. */
  held: number
  granted: number
  /** How many credits are missing for all of them; none while the balance is not known. */
  missing: number
  /** Those of the files that the balance covers, in their order. */
  payable: ConvertRow[]
}

/** What the files that wait cost together, and whether that can be paid. */
export function usePrice(rows: ConvertRow[]): Price {
  const { data: credits } = useCredits()
  return useMemo(() => {
    const ready = rows.filter(({ state }) => state.kind === 'ready')
    const total = ready.reduce((sum, { credits: price }) => sum + (price ?? 0), 0)
    let left = credits?.remaining ?? total
    const payable = ready.filter(({ credits: price }) => {
      if ((price ?? 0) > left) return false
      left -= price ?? 0
      return true
    })
    return {
      ready,
      payable,
      count: filesIn(ready),
      total,
      left: credits?.remaining ?? null,
      held: credits?.held ?? 0,
      granted: credits?.granted ?? 0,
      missing: credits ? Math.max(0, total - credits.remaining) : 0,
    }
  }, [rows, credits])
}
