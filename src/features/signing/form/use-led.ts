import { useEffect, useRef } from 'react'
import { type PdfHandle, useViewer } from '../../pdf/viewer/index.ts'
import type { SignField } from './steps.ts'

/** Space above a field that is also scrolled into view, in points. */
const ABOVE = 60
/** Below this scale a page is unreadable, so it is zoomed to the other one. */
const SMALL = 0.65
const READABLE = 0.85

/**
 * Scrolls the document to the current field, zooms in on small screens, and zooms back for reading.
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
    // A zoom that the user chose is kept.
    if (zoom === 'auto' && scale < SMALL) {
      closer.current = true
      handle.zoomTo(READABLE)
    }
    const { page, rect } = place
    const go = () => handle.goTo(page, { x: rect.x, y: rect.y + rect.height + ABOVE })
    // After the pages have their final size next to the opened panel.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(go)
    })
    return () => cancelAnimationFrame(frame)
  }, [there, handle, place, shown])
}
