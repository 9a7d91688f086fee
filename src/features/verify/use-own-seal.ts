import { useEffect, useState } from 'react'
import { getSeal, type InstanceSeal } from '../../api/verify.ts'
import type { SignatureReport } from './report.ts'

/**
 * This instance's seal; `away` if the request failed. Requested with the first file, and again when
 * the network is back.
 */
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

/** Whether this instance made the signature; null while unknown. */
export const isOwn = (seal: OwnSeal, { signer }: SignatureReport): boolean | null =>
  typeof seal === 'string' ? null : seal.fingerprint_sha256 === signer?.fingerprint
