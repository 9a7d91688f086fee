import { type RefObject, useLayoutEffect, useState } from 'react'

/** An element's inner size in CSS pixels, updated live; 0 × 0 before the first measurement. */
export function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () =>
      setRoom((old) =>
        old.width === box.clientWidth && old.height === box.clientHeight
          ? old
          : { width: box.clientWidth, height: box.clientHeight },
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return room
}
