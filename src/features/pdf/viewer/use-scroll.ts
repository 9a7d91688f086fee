import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Calm } from './calm.ts'
import { type Layout, placeAt, type Span, spanOf } from './layout.ts'

export interface Stage {
  layout: Layout
  /** CSS pixels per point. */
  scale: number
  /** The total width. */
  width: number
}

type At = { x: number; y: number }

/** Tracks the visible part, and keeps it in place while pages change their size. */
export function useScroll(
  scroller: RefObject<HTMLElement | null>,
  stage: Stage,
  calm: Calm,
  onPlace: (place: number) => void,
) {
  const [span, setSpan] = useState<Span>({ from: 0, to: 0 })
  const last = useRef({ top: 0, left: 0, height: 0 })
  const before = useRef(stage)
  /** The point to keep in place during zoom; otherwise the center. */
  const focus = useRef<At | null>(null)
  const target = useRef<{ place: number; top: number } | null>(null)
  const latest = useLatest({ stage, onPlace })

  const look = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const { scrollTop: top, scrollLeft: left, clientHeight: height } = box
    last.current = { top, left, height }
    const { layout, scale } = latest.current.stage
    // Without a scale pages have no height, and dozens of them would be visible.
    if (layout.tops.length === 0 || scale === 0) return
    const now = spanOf(layout, top, top + height, 1)
    setSpan((old) => (old.from === now.from && old.to === now.to ? old : now))
    // A requested page is the current one, even if the content ends before it reaches the top.
    const sought = target.current && Math.abs(target.current.top - top) < 2 ? target.current.place : null
    latest.current.onPlace(sought ?? placeAt(layout, top + height / 3))
  }, [scroller])

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const onScroll = () => {
      calm.stir()
      look()
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => box.removeEventListener('scroll', onScroll)
  }, [scroller, calm, look])

  const move = useCallback(
    (top: number, left: number) => {
      scroller.current?.scrollTo({ top, left, behavior: 'instant' })
      look()
    },
    [scroller, look],
  )

  useLayoutEffect(() => {
    const old = before.current
    before.current = stage
    const box = scroller.current
    if (!box || old === stage || old.scale === 0 || stage.scale === 0) return look()
    // In a window of another height the center differs.
    const enlarged = stage.scale !== old.scale && box.clientHeight === last.current.height
    const at = focus.current ?? { x: box.clientWidth / 2, y: enlarged ? box.clientHeight / 2 : 0 }
    focus.current = null
    const { top, left } = last.current
    const ratio = stage.scale / old.scale
    const previousTarget =
      target.current && Math.abs(target.current.top - top) < 2 ? target.current.place : null
    const nextTop = topAfter(old.layout, stage.layout, top + at.y) - at.y
    const nextLeft = (left + at.x - old.width / 2) * ratio + stage.width / 2 - at.x
    // Setting the current position would end a running scroll.
    if (Math.abs(nextTop - top) < 0.5 && Math.abs(nextLeft - left) < 0.5) return look()
    move(nextTop, nextLeft)
    if (previousTarget !== null) target.current = { place: previousTarget, top: box.scrollTop }
  }, [scroller, stage, look, move])

  const goTo = useCallback(
    (place: number, top: number, left = last.current.left) => {
      move(top, left)
      target.current = { place, top: last.current.top }
      look()
    },
    [move, look],
  )
  return { span, look, goTo, focus }
}

/** The offset after the pages have changed their heights. */
function topAfter(before: Layout, after: Layout, offset: number): number {
  if (before.tops.length === 0 || after.tops.length === 0) return 0
  const place = Math.min(placeAt(before, offset), after.tops.length - 1)
  const into = offset - before.tops[place]!
  const height = before.heights[place]!
  // The gap between two pages does not scale.
  const part =
    into <= 0
      ? into
      : into > height
        ? after.heights[place]! + into - height
        : (into / height) * after.heights[place]!
  return after.tops[place]! + part
}
