import { useEffect, useState } from 'react'

/**
 * The current time in milliseconds, updated while counting.
 * @param isTicking whether to update; false keeps the last time
 */
export function useNow(isTicking = true, everyMs = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isTicking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [isTicking, everyMs])
  return now
}
