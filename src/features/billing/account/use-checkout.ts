import { useRef, useState } from 'react'
import { useStartPurchase, type Wish } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { randomId } from '../../../lib/random-id.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Starts a purchase and leaves for the checkout. `working` is what is being bought, so that one button says so. */
export function useCheckout() {
  const start = useStartPurchase()
  const words = useProblemWords()
  const [working, setWorking] = useState<string | null>(null)
  // One key a thing: a second press, or a retry after a lost answer, opens the same checkout.
  const keys = useRef(new Map<string, string>())
  const buy = (wish: Wish) => {
    const name = nameOf(wish)
    const key = keys.current.get(name) ?? randomId()
    keys.current.set(name, key)
    setWorking(name)
    start.mutate(
      { wish, key },
      {
        onSuccess: ({ checkout_url }) => location.assign(checkout_url),
        onError: (error) => {
          setWorking(null)
          showToast({ kind: 'error', text: words(toApiError(error)) })
        },
      },
    )
  }
  return { buy, working }
}

export const nameOf = (wish: Wish): string =>
  'pack' in wish ? wish.pack : 'plan' in wish ? `${wish.plan} ${wish.interval}` : wish.addon
