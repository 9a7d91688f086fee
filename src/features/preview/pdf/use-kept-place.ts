import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Measures the pages anew when the scale or a page's size changes, and keeps the place that was at the top there: on page
 * 200 the heights of 199 pages change above it. What was in the middle stays in the middle.
 */
export function useKeptPlace(
  scroller: RefObject<HTMLDivElement | null>,
  pages: Virtualizer<HTMLDivElement, Element>,
  scale: number,
  sizes: unknown,
) {
  const kept = useRef<{ left: number; top: number } | null>(null)
  const before = useRef(scale)
  // The list is drawn again at its new height before there is room to scroll to.
  useLayoutEffect(() => {
    if (!kept.current) return
    scroller.current?.scrollTo(kept.current)
    kept.current = null
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of the sizes changes the heights
  useLayoutEffect(() => {
    const { scrollTop = 0, scrollLeft = 0, clientWidth = 0 } = scroller.current ?? {}
    const old = pages.getVirtualItemForOffset(scrollTop)
    const ratio = scale / before.current
    before.current = scale
    pages.measure()
    pages.getTotalSize()
    const now = old && pages.measurementsCache[old.index]
    if (!now) return
    kept.current = {
      left: (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2,
      top: now.start + ((scrollTop - old.start) * now.size) / old.size,
    }
  }, [scroller, pages, scale, sizes])
}
