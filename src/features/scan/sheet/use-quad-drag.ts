import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { cornerOf, moveCorner, moveEdge } from './quad-moves.ts'
import { type Point, type Quad, type Size, WHOLE } from './types.ts'

/** A corner, or the side that starts at it. */
export interface Handle {
  kind: 'corner' | 'edge'
  at: number
}

interface QuadDrag {
  quad: Quad | null
  /** Pixels of the photo: the step of an arrow key if the size on the screen is unknown. */
  photo: Size
  box: RefObject<HTMLElement | null>
  onChange: (quad: Quad) => void
  onDone: (quad: Quad) => void
}

/** Consecutive key presses are one change. */
const QUIET_MS = 500
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves corners and sides by pointer and keyboard. `active` is the moving one, for the loupe. */
export function useQuadDrag({ quad: given, photo, box, onChange, onDone }: QuadDrag) {
  const quad = given ?? WHOLE
  const [active, setActive] = useState<Handle | null>(null)
  const drag = useRef<{ pointer: number; start: Quad; from: Point } | null>(null)
  /** The quad before the key presses since the handle got the focus, and their result. */
  const keyed = useRef<{ before: Quad; made: Quad; isTold: boolean } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useLatest({ onDone })

  const tell = () => {
    clearTimeout(timer.current)
    if (!keyed.current || keyed.current.isTold) return
    keyed.current.isTold = true
    latest.current.onDone(keyed.current.made)
  }
  const tellLatest = useLatest(tell)
  // Leaving the page during the pause commits the change.
  useEffect(() => () => tellLatest.current(), [])

  const shown = (): Size => {
    const edge = box.current?.getBoundingClientRect()
    return edge && edge.width > 0 && edge.height > 0 ? edge : photo
  }
  const placeOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { width, height } = shown()
    return [clientX / width, clientY / height]
  }
  const moved = (start: Quad, { kind, at }: Handle, [dx, dy]: Point): Quad => {
    if (kind === 'edge') return moveEdge(start, at, [dx, dy])
    const [x, y] = cornerOf(start, at)
    return moveCorner(start, at, [x + dx, y + dy])
  }
  const restore = (start: Quad) => {
    onChange(start)
    onDone(start)
  }

  const end = (event: PointerEvent) => {
    if (drag.current?.pointer !== event.pointerId) return
    const { start } = drag.current
    drag.current = null
    setActive(null)
    if (quad !== start) onDone(quad)
  }

  const handlersOf = (handle: Handle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || drag.current) return
      tell()
      event.currentTarget.setPointerCapture(event.pointerId)
      // Safari does not focus a pressed button, and Escape is handled on the focused element.
      event.currentTarget.focus({ preventScroll: true })
      drag.current = { pointer: event.pointerId, start: quad, from: placeOf(event) }
      setActive(handle)
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current?.pointer !== event.pointerId) return
      const { start, from } = drag.current
      const to = placeOf(event)
      const next = moved(start, handle, [to[0] - from[0], to[1] - from[1]])
      // A corner at its limit stays there.
      if (next !== start || quad === start) onChange(next)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent) => {
      const direction = ARROWS[event.key]
      if (direction && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault()
        event.stopPropagation()
        const { width, height } = shown()
        const step = event.shiftKey ? 10 : 1
        const next = moved(quad, handle, [(direction[0] * step) / width, (direction[1] * step) / height])
        if (next === quad) return
        keyed.current = { before: keyed.current?.before ?? quad, made: next, isTold: false }
        setActive(handle)
        onChange(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => tellLatest.current(), QUIET_MS)
        return
      }
      if (event.key !== 'Escape') return
      if (drag.current) {
        const { start } = drag.current
        drag.current = null
        setActive(null)
        onChange(start)
      } else if (keyed.current) {
        clearTimeout(timer.current)
        const { before, isTold } = keyed.current
        keyed.current = null
        setActive(null)
        if (isTold) restore(before)
        else onChange(before)
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    onBlur: () => {
      if (drag.current) return
      tell()
      keyed.current = null
      setActive(null)
    },
  })
  return { quad, active, handlersOf }
}
