import { useEffect, useState } from 'react'

/**
 * False during server rendering and hydration: output that depends on the device, such as the time
 * zone, waits for true.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return hydrated
}
