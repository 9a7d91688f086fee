import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import {
  fitScale,
  keepInside,
  MIDDLE,
  nextScale,
  type Point,
  type Size,
  type View,
  zoomAt,
} from './view-math.ts'

const STEP = 48

/** Zoom and pan of an image in its stage, by pointer, wheel and keyboard. */
export function useStage(box: RefObject<HTMLElement | null>, stage: Size, image: Size) {
  const fit = stage.width > 0 ? fitScale(stage, image) : 0.001
  // Null fits the image, also after the stage is resized.
  const [chosen, setChosen] = useState<View | null>(null)
  const [moving, setMoving] = useState(false)
  const last = useRef<Point | null>(null)
  const view = keepInside(chosen ?? { scale: fit, pan: MIDDLE }, stage, image)

  const change = (next: View) => setChosen(next.scale <= fit * 1.001 ? null : keepInside(next, stage, image))
  const zoomTo = (scale: number, at: Point = MIDDLE) => change(zoomAt(view, Math.max(fit, scale), at))
  const zoom = (up: boolean, at?: Point) => zoomTo(nextScale(view.scale, up, fit), at)
  const move = (x: number, y: number) =>
    change({ scale: view.scale, pan: { x: view.pan.x + x, y: view.pan.y + y } })

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const edge = box.current?.getBoundingClientRect()
    if (!edge) return MIDDLE
    return { x: clientX - edge.left - edge.width / 2, y: clientY - edge.top - edge.height / 2 }
  }

  const wheel = useLatest((event: WheelEvent) => {
    // The wheel scrolls the page; it zooms only with Ctrl or ⌘.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(Math.min(16, view.scale * Math.exp(-event.deltaY / 300)), pointOf(event))
  })
  useEffect(() => {
    const target = box.current
    // React's listener is passive and could not prevent the browser's zoom.
    const onWheel = (event: WheelEvent) => wheel.current(event)
    target?.addEventListener('wheel', onWheel, { passive: false })
    return () => target?.removeEventListener('wheel', onWheel)
  }, [box])

  const keys: Record<string, () => void> = {
    '+': () => zoom(true),
    '=': () => zoom(true),
    '-': () => zoom(false),
    '0': () => zoomTo(fit),
    '1': () => zoomTo(1),
    ...(chosen && {
      arrowleft: () => move(STEP, 0),
      arrowright: () => move(-STEP, 0),
      arrowup: () => move(0, STEP),
      arrowdown: () => move(0, -STEP),
    }),
  }
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const act = keys[event.key.toLowerCase()]
      if (!act || event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      act()
    },
    onDoubleClick: (event: React.MouseEvent) => (chosen ? zoomTo(fit) : zoomTo(1, pointOf(event))),
    onPointerDown: (event: PointerEvent) => {
      if (!chosen || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
      setMoving(true)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!last.current) return
      move(event.clientX - last.current.x, event.clientY - last.current.y)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: () => {
      last.current = null
      setMoving(false)
    },
    onPointerCancel: () => {
      last.current = null
      setMoving(false)
    },
  }
  return { view, fit, zoom, zoomTo, handlers, moving }
}
