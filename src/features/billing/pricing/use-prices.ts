import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import type { Pricing, RateCard } from '../../../api/pricing.ts'

/** The dashboard's cache is not loaded here: the page asks once, and again on request. */
export function usePrices() {
  const [prices, setPrices] = useState<{ pricing: Pricing; rates: RateCard } | null>(null)
  const [failed, setFailed] = useState(false)
  const load = useCallback((signal?: AbortSignal) => {
    setFailed(false)
    Promise.all([call('getPricing', {}, { signal }), call('getRateCard', {}, { signal })])
      .then(([pricing, rates]) => setPrices({ pricing, rates }))
      .catch(() => signal?.aborted || setFailed(true))
  }, [])
  useEffect(() => {
    const gone = new AbortController()
    load(gone.signal)
    return () => gone.abort()
  }, [load])
  return { prices, failed, load }
}
