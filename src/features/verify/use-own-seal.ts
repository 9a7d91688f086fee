import { useEffect, useState } from 'react'
import { getSeal, type InstanceSeal } from '../../api/verify.ts'

/** This instance's seal; `away` where it cannot be asked for. Asked for with the first file, and again when there is a network again. */
export type OwnSeal = InstanceSeal | 'asking' | 'away'

export function useOwnSeal(wanted: boolean): OwnSeal {
  const [seal, setSeal] = useState<OwnSeal>('asking')
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    const ask = () =>
      getSeal(gone.signal).then(setSeal, () => {
        if (!gone.signal.aborted) setSeal((known) => (typeof known === 'string' ? 'away' : known))
      })
    void ask()
    addEventListener('online', ask, { signal: gone.signal })
    return () => gone.abort()
  }, [wanted])
  return seal
}
