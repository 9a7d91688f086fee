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
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((now: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(now), REST)
  }, [])
}
