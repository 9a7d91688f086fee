import type { PdfRect } from '../../../../../contract/pdf-edits.ts'
import { n } from '../form/typeset.ts'

interface Spot {
  x: number
  y: number
}

/** A page rectangle as displayed: upright, whatever the page rotation. */
export interface Upright {
  rect: PdfRect
  /** As displayed. */
  width: number
  height: number
  /** Maps displayed coordinates (0 to width and height) to the page rectangle. */
  matrix: number[]
}

/** `rotation` is the page's: 0, 90, 180 or 270 degrees clockwise. */
export function upright(rect: PdfRect, rotation: number): Upright {
  const lying = rotation === 90 || rotation === 270
  const [width, height] = lying ? [rect.height, rect.width] : [rect.width, rect.height]
  const matrices: Readonly<Record<number, number[]>> = {
    90: [0, 1, -1, 0, rect.width, 0],
    180: [-1, 0, 0, -1, rect.width, rect.height],
    270: [0, -1, 1, 0, 0, rect.height],
  }
  return { rect, width, height, matrix: matrices[rotation] ?? [1, 0, 0, 1, 0, 0] }
}

/** Maps a displayed point of the rectangle to the page. */
export function onPage({ rect, matrix }: Upright, { x, y }: Spot): Spot {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix
  return { x: rect.x + a * x + c * y + e, y: rect.y + b * x + d * y + f }
}

/** The rectangle extended at its displayed bottom edge. */
export function lengthened(rect: PdfRect, rotation: number, by: number): PdfRect {
  if (rotation === 90) return { ...rect, width: rect.width + by }
  if (rotation === 180) return { ...rect, height: rect.height + by }
  if (rotation === 270) return { ...rect, x: rect.x - by, width: rect.width + by }
  return { ...rect, y: rect.y - by, height: rect.height + by }
}

/** The bounding box of points with a margin in points. */
export function around(spots: readonly Spot[], more: number): PdfRect {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of spots) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  return { x: left - more, y: bottom - more, width: right - left + 2 * more, height: top - bottom + 2 * more }
}

export const cornersOf = ({ x, y, width, height }: PdfRect): Spot[] => [
  { x, y },
  { x: x + width, y: y + height },
]

/** `#d92d20` as three numbers from 0 to 1. */
export const parts = (colour: string): [number, number, number] => {
  const part = (at: number) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1000) / 1000
  return [part(1), part(3), part(5)]
}
export const filled = (colour: string): string => `${parts(colour).map(n).join(' ')} rg`
export const stroked = (colour: string): string => `${parts(colour).map(n).join(' ')} RG`

export const point = ({ x, y }: Spot): string => `${n(x)} ${n(y)}`
