import { useEffect, useState } from 'react'

/** At the latest, also where the page never rests or the browser does not tell. */
const LATEST_MS = 2000

/**
 * Whether the page has come to rest since it was opened: what the first view does not need begins
 * then.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setIdle(true), LATEST_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: LATEST_MS })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}
