import { useRef } from 'react'
import { type PurchaseRequest, useStartPurchase } from '../../../api/billing.ts'
import { randomId } from '../../../lib/random-id.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Starts a purchase and redirects to the checkout. `working` is the item that is being bought. */
export function useCheckout() {
  const start = useStartPurchase()
  const words = useProblemWords()
  // One key per item: a second click, or a retry after a lost response, opens the same checkout.
  const keys = useRef(new Map<string, string>())
  const buy = (purchase: PurchaseRequest) => {
    const name = nameOf(purchase)
    const key = keys.current.get(name) ?? randomId()
    keys.current.set(name, key)
    start.mutate(
      { purchase, key },
      {
        onSuccess: ({ checkout_url }) => location.assign(checkout_url),
        onError: (error) => showToast({ kind: 'error', text: words(error) }),
      },
    )
  }
  // After the response the browser is still loading the checkout.
  const leaves = start.isPending || start.isSuccess
  return { buy, working: leaves ? nameOf(start.variables.purchase) : null }
}

export const nameOf = (purchase: PurchaseRequest): string =>
  'pack' in purchase
    ? purchase.pack
    : 'plan' in purchase
      ? `${purchase.plan} ${purchase.interval}`
      : purchase.addon
