import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PageView } from './geometry.ts'
import { keyOf, type PageImage, painterOf, sharpnessOf } from './painter.ts'
import type { Pdf } from './pdf.ts'

/** A page does not render with every step of a pinch. */
const REST = 140

export type Painted = 'waiting' | 'painted' | 'failed'

/**
 * Renders a page into its box: the cached image first, otherwise when it is its turn, and again
 * after zooming in.
 */
export function usePageImage(
  box: RefObject<HTMLElement | null>,
  pdf: Pdf,
  page: PageView,
  hidden: string,
  values: string,
  rank: (number: number) => number,
): Painted {
  const [painted, setPainted] = useState<Painted>('waiting')
  const shown = useRef<PageImage | null>(null)
  const { index, number, rotation } = page
  const unit = pdf.shape(index).unit
  const sharpness = sharpnessOf(page.scale / unit, page.width * unit, page.height * unit)

  useEffect(() => {
    const painter = painterOf(pdf)
    const put = (image: PageImage) => {
      const before = shown.current
      shown.current = image
      painter.show(image)
      image.canvas.className = 'size-full'
      box.current?.replaceChildren(image.canvas)
      if (before && before !== image) {
        if (keyOf(before) === keyOf(image)) before.canvas.width = 0
        else painter.leave(before)
      }
      setPainted('painted')
    }
    const drawing = { index, rotation, hidden, values, sharpness }
    const kept = painter.take(drawing)
    if (kept) put(kept)
    if (kept?.sharpness === sharpness) return
    let stop = () => {}
    const draw = () => {
      stop = painter.draw({
        index,
        drawing: () => drawing,
        small: false,
        rank: () => rank(number),
        done: put,
        failed: () => setPainted('failed'),
      })
    }
    const same = shown.current !== null && keyOf(shown.current) === keyOf(drawing)
    if (!same) draw()
    const timer = same ? setTimeout(draw, REST) : undefined
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [pdf, index, number, rotation, hidden, values, sharpness, box, rank])

  // When the page leaves or rotates, its image goes to the cache. New field values keep it until
  // the new image is ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves when any of them changes
  useEffect(() => {
    return () => {
      const image = shown.current
      shown.current = null
      if (image) painterOf(pdf).leave(image)
    }
  }, [pdf, index, rotation])
  return painted
}
