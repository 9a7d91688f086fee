import { useCredits } from '../../api/convert.ts'
import { type ConvertRow, filesIn } from './rows.ts'

export interface Price {
  ready: ConvertRow[]
  /** How many files these are, those of each merge counted. */
  count: number
  total: number
  /** What is left when it has run; null while that is not known. */
  after: number | null
  granted: number
  short: boolean
  /** Those of the files that the balance covers, in their order. */
  payable: ConvertRow[]
}

/** What the files that wait cost together, and whether that can be paid. */
export function usePrice(rows: ConvertRow[]): Price {
  const { data: credits } = useCredits()
  const ready = rows.filter(({ state }) => state.kind === 'ready')
  const total = ready.reduce((sum, { credits: price }) => sum + (price ?? 0), 0)
  const after = credits ? credits.remaining - total : null
  let left = credits?.remaining ?? 0
  const payable = ready.filter(({ credits: price }) => {
    if ((price ?? 0) > left) return false
    left -= price ?? 0
    return true
  })
  const count = filesIn(ready)
  const granted = credits?.granted ?? 0
  return { payable, ready, count, total, after, granted, short: after !== null && after < 0 }
}
