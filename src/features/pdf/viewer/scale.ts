import type { Arrangement } from './arrangement.ts'
import { lyingSize } from './geometry.ts'
import type { Zoom } from './handle.ts'
import type { Pdf } from './pdf.ts'

/** CSS pixels per point at a page's own size. */
export const FULL = 96 / 72
export const GAP = 16
const LEAST = 0.1
const MOST = 8
/**
 * The maximum of "auto": larger pages are harder to read than on paper. On large screens, as long
 * as the whole page is visible.
 */
const READABLE = 1.25

export const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The margin on each side of a page; smaller on phones. */
export const marginOf = (room: number) => Math.min(GAP, room * 0.03)

type ScaleInput = {
  zoom: Zoom
  room: { width: number; height: number }
  pdf: Pdf
  arrangement: Arrangement
  /** The page to fit; its index among the displayed ones, from 0. */
  place: number
  rotation: number
}

/** CSS pixels per point. 0 until the container has a size. */
export function scaleFor({ zoom, room, pdf, arrangement, place, rotation }: ScaleInput): number {
  if (room.width === 0 || room.height === 0) return 0
  if (typeof zoom === 'number') return clamp(zoom, LEAST, MOST) * FULL
  const { page, rotate } = arrangement[place] ?? arrangement[0] ?? { page: 1, rotate: 0 }
  const { width, height } = lyingSize(pdf.shape(page - 1), rotate + rotation)
  const wide = (room.width - 2 * marginOf(room.width)) / width
  const high = (room.height - 2 * GAP) / height
  if (zoom === 'page') return clamp(Math.min(wide, high), LEAST * FULL, MOST * FULL)
  const most = zoom === 'auto' ? clamp(high, READABLE * FULL, MOST * FULL) : MOST * FULL
  return clamp(wide, LEAST * FULL, most)
}

const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8]

/** The next larger or smaller zoom step. */
export function zoomStep(factor: number, up: boolean): number {
  const next = up
    ? STEPS.find((step) => step > factor * 1.01)
    : STEPS.findLast((step) => step < factor * 0.99)
  return next ?? clamp(factor, LEAST, MOST)
}
