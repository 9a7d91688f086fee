import { useState } from 'react'

type Parts = typeof import('./looked.tsx')

/**
 * What tells of a file comes with the first one: null until then, `away` where it could not be
 * fetched.
 */
export function useParts() {
  const [parts, setParts] = useState<Parts | 'away' | null>(null)
  const bring = () =>
    void import('./looked.tsx').then(setParts, () =>
      setParts((known) => (known && known !== 'away' ? known : 'away')),
    )
  return { parts, bring }
}
