import { useCredits } from '../../../api/convert.ts'
import { useRateCard } from '../../../api/pricing.ts'

export interface SavePrice {
  /** Null until the rate card has arrived. */
  credits: number | null
  /** What can be spent now; null while it is not known. */
  left: number | null
  /** How many credits are missing. */
  missing: number
}

/** What saving costs by the rate card, beside the balance. */
export function useSavePrice(): SavePrice {
  const { data: rates } = useRateCard()
  const { data: balance } = useCredits()
  const rate = rates?.items.find(({ family, operation }) => family === 'document' && operation === 'edit')
  const credits = rate?.credits ?? null
  const left = balance?.remaining ?? null
  return { credits, left, missing: credits === null || left === null ? 0 : Math.max(0, credits - left) }
}
