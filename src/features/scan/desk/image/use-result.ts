import { type RefObject, useEffect, useState } from 'react'
import type { ScanPageSettings } from '../../../../api/scan.ts'
import { drawResult, putPage } from '../../sheet/index.ts'

/**
 * Renders a photo with its settings on a canvas. The previous result stays until the next one is
 * ready.
 * @returns the size of the rendered page; null before the first one
 */
export function useResult(
  canvas: RefObject<HTMLCanvasElement | null>,
  photo: ImageBitmap | null,
  settings: ScanPageSettings,
  longSide: number,
): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    if (!photo) return
    const stop = new AbortController()
    drawResult(photo, settings, longSide, stop.signal).then(
      (page) => {
        if (stop.signal.aborted || !canvas.current) return
        putPage(canvas.current, page)
        setSize({ width: page.width, height: page.height })
      },
      (error: unknown) => {
        // A newer render has started, or the photo was closed with its page.
        if (!stop.signal.aborted) console.error(error)
      },
    )
    return () => stop.abort()
  }, [canvas, photo, settings, longSide])
  return size
}
