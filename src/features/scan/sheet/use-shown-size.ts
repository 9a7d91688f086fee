import { type RefObject, useEffect, useState } from 'react'
import type { Size } from './types.ts'

/** The size of an element on the screen, also after it was zoomed or the window changed. */
export function useShownSize(box: RefObject<HTMLElement | null>, before: Size): Size {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size ?? before
}
