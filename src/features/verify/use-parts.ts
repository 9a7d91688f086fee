import { useState } from 'react'

type Parts = typeof import('./looked.tsx')

/** The result's code loads with the first file: null until then, `away` if loading failed. */
export function useParts() {
  const [parts, setParts] = useState<Parts | 'away' | null>(null)
  const bring = () =>
    void import('./looked.tsx').then(setParts, () =>
      setParts((known) => (known && known !== 'away' ? known : 'away')),
    )
  return { parts, bring }
}
