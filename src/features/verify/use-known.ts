import { useEffect, useState } from 'react'
import { lookUpSealed, type SealedHere } from '../../api/verify.ts'

/** The instance's records of a file; `nothing` if it has none, `away` if the request failed. */
export type Known = SealedHere | 'asking' | 'away' | 'nothing'

/** Requested once by the file's hash, and again when the network is back. */
export function useKnown(sha256: string): Known {
  const [known, setKnown] = useState<Known>('asking')
  useEffect(() => {
    const gone = new AbortController()
    const ask = () => {
      setKnown((before) => (before === 'away' ? 'asking' : before))
      lookUpSealed(sha256, gone.signal).then(
        (found) => setKnown(found ?? 'nothing'),
        () => {
          if (!gone.signal.aborted) setKnown((before) => (before === 'asking' ? 'away' : before))
        },
      )
    }
    ask()
    addEventListener('online', ask, { signal: gone.signal })
    return () => gone.abort()
  }, [sha256])
  return known
}
