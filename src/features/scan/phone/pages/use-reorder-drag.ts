import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { vibrate } from '../camera/shutter.ts'
import { scanChoices } from '../settings.ts'

interface Drag {
  id: string
  pointer: number
  x: number
  y: number
  isLifted: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * A touch lifts a page after this time, and scrolls before; a mouse lifts it after this distance.
 */
const [LONG_PRESS_MS, SLACK] = [350, 6]

/**
 * Drag and drop in a list. The list’s children are the items, in the order of `ids`. `lifted` is
 * the dragged item, and `target` the index at which it would be dropped.
 */
export function useReorderDrag(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  onMove: (id: string, to: number) => void,
) {
  const [lifted, setLifted] = useState<{ id: string; target: number } | null>(null)
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)
  const latest = useLatest({ ids, onMove, lifted })

  // Only a listener that exists before the touch moves can prevent scrolling.
  useEffect(() => {
    const element = list.current
    const keep = (event: TouchEvent) => {
      if (drag.current?.isLifted) event.preventDefault()
    }
    element?.addEventListener('touchmove', keep, { passive: false })
    return () => element?.removeEventListener('touchmove', keep)
  }, [list])

  function targetAt(x: number, y: number): number {
    const ways = [...(list.current?.children ?? [])].map((child) => {
      const { left, top, width, height } = child.getBoundingClientRect()
      return Math.hypot(x - left - width / 2, y - top - height / 2)
    })
    return Math.max(0, ways.indexOf(Math.min(...ways)))
  }
  function lift(): void {
    const now = drag.current
    if (!now) return
    now.isLifted = true
    wasDragged.current = true
    setLifted({ id: now.id, target: latest.current.ids.indexOf(now.id) })
    if (scanChoices().hasVibration) vibrate(10)
  }
  function end(isDropped: boolean): void {
    const now = drag.current
    drag.current = null
    clearTimeout(now?.timer)
    const { lifted: last, ids: all, onMove: move } = latest.current
    setLifted(null)
    if (isDropped && now?.isLifted && last && last.target !== all.indexOf(last.id)) move(last.id, last.target)
  }
  const handlersOf = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      wasDragged.current = false
      const timer = event.pointerType === 'mouse' ? undefined : setTimeout(lift, LONG_PRESS_MS)
      const { pointerId: pointer, clientX: x, clientY: y } = event
      drag.current = { id, pointer, x, y, isLifted: false, timer }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointer !== event.pointerId) return
      if (!now.isLifted) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) <= SLACK) return
        if (event.pointerType !== 'mouse') return end(false)
        lift()
      }
      event.currentTarget.setPointerCapture(event.pointerId)
      setLifted({ id, target: targetAt(event.clientX, event.clientY) })
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (drag.current) event.preventDefault()
    },
    /** Suppresses the click at the end of a drag. */
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  })
  return { lifted, handlersOf }
}
