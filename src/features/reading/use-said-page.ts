import { useCallback, useEffect, useRef } from 'react'
import type { PdfHandle } from '../pdf/index.ts'

/** Browsers let an address be changed only so often. */
const REST = 300

/** Begins at a page, and tells which is read, once one rests there. */
export function useSaidPage(handle: PdfHandle, page: number, onPage: (page: number) => void) {
  const first = useRef(page)
  useEffect(() => {
    if (first.current > 1) handle.goTo(first.current)
  }, [handle])
  const latest = useRef(onPage)
  latest.current = onPage
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A viewer that goes says that it is at page 1 again.
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      clearTimeout(timer.current)
    }
  }, [])
  return useCallback(
    (now: number) => {
      clearTimeout(timer.current)
      if (!gone.current)
        timer.current = setTimeout(() => handle.state().pages > 0 && latest.current(now), REST)
    },
    [handle],
  )
}
