import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'

type Act = (factor: number, at: { x: number; y: number }) => void

/**
 * Pinch zoom around the pointer: Ctrl and wheel, a trackpad pinch (which browsers report the same
 * way), or two fingers on the screen.
 */
export function useGestures(element: RefObject<HTMLElement | null>, act: Act) {
  const latest = useLatest(act)
  useEffect(() => {
    const box = element.current
    if (!box) return
    const zoom = (factor: number, clientX: number, clientY: number) => {
      const { left, top } = box.getBoundingClientRect()
      latest.current(factor, { x: clientX - left, y: clientY - top })
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      // A wheel notch is 100 or more, a trackpad step a few pixels.
      const delta = Math.max(-60, Math.min(60, event.deltaY * lines))
      zoom(Math.exp(-delta / 300), event.clientX, event.clientY)
    }
    let apart = 0
    const between = ([one, other]: Touch[]) => {
      const [a, b] = [one!, other!]
      return {
        distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
        x: (a.clientX + b.clientX) / 2,
        y: (a.clientY + b.clientY) / 2,
      }
    }
    const onTouch = (event: TouchEvent) => {
      apart = event.touches.length === 2 ? between([...event.touches]).distance : 0
    }
    const onTouchMove = (event: TouchEvent) => {
      if (event.touches.length !== 2 || apart === 0) return
      event.preventDefault()
      const { distance, x, y } = between([...event.touches])
      zoom(distance / apart, x, y)
      apart = distance
    }
    const active = { passive: false } as const
    box.addEventListener('wheel', onWheel, active)
    box.addEventListener('touchstart', onTouch, { passive: true })
    box.addEventListener('touchend', onTouch, { passive: true })
    box.addEventListener('touchmove', onTouchMove, active)
    return () => {
      box.removeEventListener('wheel', onWheel)
      box.removeEventListener('touchstart', onTouch)
      box.removeEventListener('touchend', onTouch)
      box.removeEventListener('touchmove', onTouchMove)
    }
  }, [element])
}
