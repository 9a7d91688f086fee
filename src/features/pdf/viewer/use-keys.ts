import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { isTyping } from '../../../lib/is-typing.ts'
import type { PdfHandle } from './handle.ts'
import { zoomStep } from './scale.ts'
import type { Selection } from './selection.ts'

/**
 * The shortcuts of a focused viewer. Arrows, space, Page up and down, Home and End scroll natively.
 */
export function useKeys(handle: PdfHandle, scroller: RefObject<HTMLElement | null>, selection: Selection) {
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
      const { scale, page, pages } = handle.state()
      const mod = event.ctrlKey || event.metaKey
      const sideways = (scroller.current?.scrollWidth ?? 0) > (scroller.current?.clientWidth ?? 0)
      const zoom = (up: boolean) => () => handle.zoomTo(zoomStep(scale, up))
      const acts: Record<string, (() => void) | undefined> = mod
        ? {
            '+': zoom(true),
            '=': zoom(true),
            '-': zoom(false),
            '0': () => handle.zoomTo(1),
            p: () => handle.print(),
            a: pages > 0 ? () => selection.all(pages) : undefined,
            // Some browsers fire no copy event without a native selection.
            c: selection.long ? selection.copy : undefined,
          }
        : {
            '+': zoom(true),
            '=': zoom(true),
            '-': zoom(false),
            '0': () => handle.zoomTo('auto'),
            Escape: selection.long ? () => selection.set(null, null, false) : undefined,
            n: () => handle.goTo(page + 1),
            p: () => handle.goTo(page - 1),
            r: () => handle.rotate(event.shiftKey ? -90 : 90),
            ArrowRight: sideways ? undefined : () => handle.goTo(page + 1),
            ArrowLeft: sideways ? undefined : () => handle.goTo(page - 1),
          }
      const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    },
    [handle, scroller, selection],
  )
}
