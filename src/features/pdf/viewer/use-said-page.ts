import { useCallback, useEffect, useRef } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import type { PdfHandle } from './handle.ts'

/** Browsers limit how often the URL can change, and it isn't read while scrolling. */
const REST = 300

/** Keeps the page in the URL: a changed URL scrolls to the page, and scrolling updates the URL. */
export function useSaidPage(handle: PdfHandle, page: number, onPage: (page: number) => void) {
  // A URL update arrives later, when another page may already be visible.
  const said = useRef<number[]>([1])
  useEffect(() => {
    const at = said.current.indexOf(page)
    if (at >= 0) said.current.splice(0, at)
    else handle.goTo(page)
  }, [handle, page])

  const latest = useLatest(onPage)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // An unmounting viewer reports page 1 again.
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
      if (gone.current) return
      timer.current = setTimeout(() => {
        if (handle.state().pages === 0) return
        said.current.push(now)
        latest.current(now)
      }, REST)
    },
    [handle],
  )
}
