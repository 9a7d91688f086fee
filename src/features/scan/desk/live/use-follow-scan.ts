import { useEffect, useState } from 'react'
import { ApiError } from '../../../../api/errors.ts'
import { knownScan, pollScan, refreshScan, type ScanSession } from '../../../../api/scan.ts'
import { takeScan } from './take-scan.ts'

const [FIRST_MS, LONGEST_MS] = [1000, 15_000]

export const isOpenScan = ({ status }: Pick<ScanSession, 'status'>): boolean =>
  status !== 'ended' && status !== 'expired'

/**
 * Follows a session with one held request after the other, also while the tab is hidden: they keep the session alive.
 * @returns whether the connection is lost, so that phones may have changed what is not shown
 */
export function useFollowScan(session_id: string, enabled: boolean): boolean {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!enabled) return
    const stop = new AbortController()
    void follow(session_id, stop.signal, setLost)
    return () => stop.abort()
  }, [session_id, enabled])
  return enabled && isLost
}

async function follow(session_id: string, signal: AbortSignal, setLost: (isLost: boolean) => void) {
  let failures = 0
  while (!signal.aborted) {
    try {
      const since = knownScan(session_id)?.revision
      const asked = Date.now()
      const next = await pollScan(session_id, since, signal)
      if (signal.aborted) return
      failures = 0
      setLost(false)
      takeScan(next)
      if (!isOpenScan(next)) return
      // Something in between that does not hold requests must not be asked without a pause.
      if (next.revision === since && Date.now() - asked < FIRST_MS) await pause(FIRST_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
        // It is gone, or no longer this person's: the page asks once more and says so.
        void refreshScan(session_id)
        return
      }
      setLost(true)
      await pause(Math.min(LONGEST_MS, FIRST_MS * 2 ** failures), signal)
      failures += 1
    }
  }
}

/** Until the time is up, or the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}
