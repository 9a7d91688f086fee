import { create } from 'zustand'

/**
 * Work that was refused, or is about to be, because credits are missing or the spend limit is
 * reached.
 */
export interface NeededCredits {
  reason: 'balance' | 'spend_limit'
  /** Credits of all that waits; null where the service did not say it. */
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

/** What a refusal asks for; null where it is about something else. */
export function needOf({ code, problem }: ApiProblem): Need | null {
  const { credits_required: required = null, credits_available: available = null } = problem ?? {}
  if (code === 'insufficient_credits') return { reason: 'balance', required, available }
  if (code === 'spend_limit_reached') return { reason: 'spend_limit', required, available }
  return null
}

let asking: Promise<boolean> | null = null

/**
 * Asks to buy what is missing, and answers whether it is there now. Several who ask at once wait
 * for one answer, and what they require is added up. The dialog stands once, in the shell.
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
