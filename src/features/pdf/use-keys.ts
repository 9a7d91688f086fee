import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { isTyping } from '../../lib/use-hotkeys.ts'
import type { PdfHandle } from './handle.ts'
import { zoomStep } from './scale.ts'

/** The keys of a viewer that has the focus. Arrows, space, Page up and down, Home and End scroll it by themselves. */
export function useKeys(handle: PdfHandle, scroller: RefObject<HTMLElement | null>) {
  return useCallback(
    (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target)) return
      const { scale, page } = handle.state()
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
          }
        : {
            '+': zoom(true),
            '=': zoom(true),
            '-': zoom(false),
            '0': () => handle.zoomTo('auto'),
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
    [handle, scroller],
  )
}
