import { useMemo } from 'react'
import { useCredits } from '../../../api/convert.ts'
import { type ConvertRow, filesIn } from './rows.ts'

export interface Price {
  ready: ConvertRow[]
  /** The number of files, including those of each merge. */
  count: number
  total: number
  /** The available balance; null while unknown. */
  left: number | null
  /** Reserved for running conversions: credits that are not charged are released. */
  held: number
  granted: number
  /** The number of credits missing for all of them; 0 while the balance is unknown. */
  missing: number
  /** The files that the balance covers, in order. */
  payable: ConvertRow[]
}

/** The total price of the waiting files, and whether the balance covers it. */
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
