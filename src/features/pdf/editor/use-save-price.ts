import { useCredits } from '../../../api/convert.ts'
import { useRateCard } from '../../../api/pricing.ts'

export interface SavePrice {
  /** Null until the rate card is loaded. */
  credits: number | null
  /** The available balance; null while unknown. */
  left: number | null
  /** The number of missing credits. */
  missing: number
}

/** The price of saving on the rate card, and the balance. */
export function useSavePrice(): SavePrice {
  const { data: rates } = useRateCard()
  const { data: balance } = useCredits()
  const rate = rates?.items.find(({ family, operation }) => family === 'document' && operation === 'edit')
  const credits = rate?.credits ?? null
  const left = balance?.remaining ?? null
  return { credits, left, missing: credits === null || left === null ? 0 : Math.max(0, credits - left) }
}
