import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PageView } from './geometry.ts'
import { keyOf, type Picture, painterOf, sharpnessOf } from './painter.ts'
import type { Pdf } from './pdf.ts'

/** A page is not drawn anew with every step of a pinch. */
const REST = 140

export type Painted = 'waiting' | 'painted' | 'failed'

/** Draws a page into its box: what was kept of it at once, else as soon as its turn comes, and again where it was enlarged. */
export function usePicture(
  box: RefObject<HTMLElement | null>,
  pdf: Pdf,
  page: PageView,
  hidden: string,
  values: string,
  rank: (number: number) => number,
): Painted {
  const [painted, setPainted] = useState<Painted>('waiting')
  const shown = useRef<Picture | null>(null)
  const { index, number, rotation } = page
  const unit = pdf.shape(index).unit
  const sharpness = sharpnessOf(page.scale / unit, page.width * unit, page.height * unit)

  useEffect(() => {
    const painter = painterOf(pdf)
    const put = (picture: Picture) => {
      const before = shown.current
      shown.current = picture
      painter.show(picture)
      picture.canvas.className = 'size-full'
      box.current?.replaceChildren(picture.canvas)
      if (before && before !== picture) {
        if (keyOf(before) === keyOf(picture)) before.canvas.width = 0
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

  // Kept when it leaves, or turned: under the page that it shows. With other fields it stays until it is drawn anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves when any of them changes
  useEffect(() => {
    return () => {
      const picture = shown.current
      shown.current = null
      if (picture) painterOf(pdf).leave(picture)
    }
  }, [pdf, index, rotation])
  return painted
}
