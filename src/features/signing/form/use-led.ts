import { useEffect, useRef } from 'react'
import { type PdfHandle, useViewer } from '../../pdf/viewer/index.ts'
import type { SignField } from './steps.ts'

/** What stands above the field is seen with it, in points. */
const ABOVE = 60
/**
 * A page that lies smaller than this is not read without coming closer; then it is brought to the
 * other.
 */
const SMALL = 0.65
const READABLE = 0.85

/**
 * The document follows: to the field that is asked for, closer where the screen is small, and back
 * for reading on.
 */
export function useLed(handle: PdfHandle, field: SignField | null, shown: boolean) {
  const there = useViewer(handle, (state) => state.pages > 0)
  const closer = useRef(false)
  const place = field?.places[0]
  useEffect(() => {
    if (!there) return
    if (!place || !shown) {
      if (closer.current) handle.zoomTo('auto')
      closer.current = false
      return
    }
    const { zoom, scale } = handle.state()
    // A zoom that the person chose is kept.
    if (zoom === 'auto' && scale < SMALL) {
      closer.current = true
      handle.zoomTo(READABLE)
    }
    const { page, rect } = place
    const go = () => handle.goTo(page, { x: rect.x, y: rect.y + rect.height + ABOVE })
    // Once the pages lie as they will lie: beside what was opened, at their new size.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(go)
    })
    return () => cancelAnimationFrame(frame)
  }, [there, handle, place, shown])
}
