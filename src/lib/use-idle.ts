import { useEffect, useState } from 'react'

/** The upper bound, also where the page is never idle or the browser has no idle callback. */
const LATEST_MS = 2000

/**
 * Whether the page has been idle since it was opened: work that the first view does not need starts
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
