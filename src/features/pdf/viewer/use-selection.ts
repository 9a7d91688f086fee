import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Arrangement } from './arrangement.ts'
import type { PdfHandle } from './handle.ts'
import type { Pdf } from './pdf.ts'
import { Selection } from './selection.ts'
import { useCopy } from './use-copy.ts'

/** Tracks the selection across pages that unmount, and copies it. */
export function useSelection(
  scroller: RefObject<HTMLElement | null>,
  pdf: Pdf,
  handle: PdfHandle,
  arrangement: Arrangement,
): Selection {
  const [selection] = useState(() => new Selection())
  const copy = useCopy(pdf, handle, arrangement)
  const latest = useLatest(copy)

  // Another page order has other positions.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when they change, it ends
  useEffect(() => () => selection.set(null, null, false), [selection, pdf, arrangement])

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    /**
     * While the pointer is down; afterwards the browser only changes its selection because a page
     * unmounts.
     */
    let dragging = false
    selection.onChange = () => box.toggleAttribute('data-selected', selection.long)
    const isInside = (node: Node | null) => node !== null && box.contains(node)
    /** Text, or the paper around it, but no overlay. */
    const isPage = (target: EventTarget | null) =>
      target instanceof Element &&
      (target === box ||
        target.parentElement === box ||
        target.matches('.pdf-text, .pdf-text *, [data-place]'))

    function follow() {
      const native = getSelection()
      if (!native || native.rangeCount === 0) return
      if (!isInside(native.focusNode)) {
        // Something else was selected.
        if (!native.isCollapsed && !isInside(native.anchorNode)) selection.set(null, null, false)
        return
      }
      const [anchor, focus] = [
        selection.spotOf(native.anchorNode, native.anchorOffset),
        selection.spotOf(native.focusNode, native.focusOffset),
      ]
      const first = selection.anchor
      const left = dragging && first && !selection.has(first.place)
      if (left && focus) selection.set(first, focus, true)
      // Without a pointer, it only changes because pages are unmounted.
      else if (anchor && focus && (dragging || !selection.long)) selection.set(anchor, focus, false)
    }

    function onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.pointerType === 'touch') return
      const first = selection.anchor
      const extended = event.shiftKey && isPage(event.target) && first && selection.stretch
      if (extended && (selection.long || !selection.has(first.place))) {
        const focus = selection.spotAt(event.clientX, event.clientY)
        if (focus) selection.set(first, focus, true)
        return
      }
      if (!event.shiftKey) selection.set(null, null, false)
      dragging = true
    }
    const onMouseDown = (event: MouseEvent) => {
      // The browser would start a new selection.
      if (event.shiftKey && selection.long && isPage(event.target)) {
        event.preventDefault()
        box.focus({ preventScroll: true })
      }
    }
    const onPointerUp = () => {
      if (dragging) follow()
      dragging = false
    }

    function onCopy(event: ClipboardEvent) {
      const { stretch } = selection
      const native = getSelection()
      const elsewhere = event.target instanceof HTMLElement && event.target.matches('input, textarea')
      if (!stretch || elsewhere || (native && !native.isCollapsed && !isInside(native.focusNode))) return
      // The browser's selection is complete.
      if (!selection.long && stretch.from.place === stretch.to.place) return
      if (!selection.long && native?.isCollapsed) return
      event.preventDefault()
      event.stopPropagation()
      void latest.current(stretch)
    }

    selection.copy = () => {
      if (selection.stretch) void latest.current(selection.stretch)
    }
    document.addEventListener('selectionchange', follow)
    box.addEventListener('pointerdown', onPointerDown)
    box.addEventListener('mousedown', onMouseDown)
    addEventListener('pointerup', onPointerUp)
    addEventListener('pointercancel', onPointerUp)
    document.addEventListener('copy', onCopy, { capture: true })
    return () => {
      selection.onChange = () => {}
      selection.copy = () => {}
      document.removeEventListener('selectionchange', follow)
      box.removeEventListener('pointerdown', onPointerDown)
      box.removeEventListener('mousedown', onMouseDown)
      removeEventListener('pointerup', onPointerUp)
      removeEventListener('pointercancel', onPointerUp)
      document.removeEventListener('copy', onCopy, { capture: true })
    }
  }, [scroller, selection])
  return selection
}
