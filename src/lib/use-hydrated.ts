import { useEffect, useState } from 'react'

/**
 * False while the page is as the server drew it: what depends on the reader's device, such as the
 * time zone, waits for true.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return hydrated
}
