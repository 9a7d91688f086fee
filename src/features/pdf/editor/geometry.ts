import type { PageView, PdfField, Rect } from '../viewer/index.ts'
import type { PointRect, Spot } from './draft.ts'

/** A rectangle in points as a box in the page's CSS pixels. */
export const boxOf = (view: PageView, { x, y, width, height }: PointRect) =>
  view.toBox([x, y, x + width, y + height])

/**
 * The box of a form field in its text's orientation: before its rotation around the center, in CSS
 * pixels, with the clockwise rotation.
 */
export function uprightBox(view: PageView, { rect, rotation }: Pick<PdfField, 'rect' | 'rotation'>) {
  const { left, top, width, height } = view.toBox(rect)
  const angle = (view.rotation - rotation + 360) % 360
  if (angle % 180 === 0) return { left, top, width, height, angle }
  const [x, y] = [left + width / 2, top + height / 2]
  return { left: x - height / 2, top: y - width / 2, width: height, height: width, angle }
}

/** Converts the viewer's corners to the rectangle of edits. */
export const ofCorners = ([left, bottom, right, top]: Rect): PointRect => ({
  x: left,
  y: bottom,
  width: right - left,
  height: top - bottom,
})

/** A point in the page's CSS pixels. */
export function pixelOf(view: PageView, { x, y }: Spot): Spot {
  const { left, top } = view.toBox([x, y, x, y])
  return { x: left, y: top }
}

/** The rectangle between any two opposite corners. */
export const between = (one: Spot, other: Spot): PointRect => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
})

/** The pointer's position on its page in points, clamped to the page. */
export function spotOf(view: PageView, element: Element, event: { clientX: number; clientY: number }): Spot {
  const { left, top } = element.getBoundingClientRect()
  const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  return view.toPoints(
    within(event.clientX - left, view.box.width),
    within(event.clientY - top, view.box.height),
  )
}

/** An SVG path through points, in CSS pixels. */
export const pathOf = (view: PageView, spots: readonly Spot[]): string =>
  spots
    .map((spot, at) => {
      const { x, y } = pixelOf(view, spot)
      return `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join(' ')
