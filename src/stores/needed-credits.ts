import { create } from 'zustand'

/** Work that was or would be refused, because credits are missing or the spend limit is reached. */
export interface NeededCredits {
  reason: 'balance' | 'spend_limit'
  /** Credits that all waiting requests need; null if the server did not say. */
  required: number | null
  available: number | null
  settle: (isThere: boolean) => void
}

interface ApiProblem {
  code: string
  problem: { credits_required?: number | undefined; credits_available?: number | undefined } | null
}

export type Need = Omit<NeededCredits, 'settle'>

export const useNeededCredits = create<{ need: NeededCredits | null }>(() => ({ need: null }))

/** What a refusal requires; null for other errors. */
export function needOf({ code, problem }: ApiProblem): Need | null {
  const { credits_required: required = null, credits_available: available = null } = problem ?? {}
  if (code === 'insufficient_credits') return { reason: 'balance', required, available }
  if (code === 'spend_limit_reached') return { reason: 'spend_limit', required, available }
  return null
}

let asking: Promise<boolean> | null = null

/**
 * Offers to buy what is missing, and resolves to whether it is available now. Concurrent calls
 * share one dialog and add up their requirements. The shell renders the dialog once.
 */
export function needCredits(need: Need): Promise<boolean> {
  const { need: open } = useNeededCredits.getState()
  if (open && asking) {
    const required = (open.required ?? 0) + (need.required ?? 0)
    useNeededCredits.setState({ need: { ...open, required, available: need.available } })
    return asking
  }
  asking = new Promise<boolean>((settle) => useNeededCredits.setState({ need: { ...need, settle } }))
  return asking
}

export function settleNeededCredits(isThere: boolean): void {
  const { need } = useNeededCredits.getState()
  useNeededCredits.setState({ need: null })
  asking = null
  need?.settle(isThere)
}
