/** Lengths in CSS pixels. */
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}
/** The position of an image in its stage: its scale, and the offset of its center. */
export interface View {
  scale: number
  pan: Point
}

export const MIDDLE: Point = { x: 0, y: 0 }
const LARGEST = 16

/** The scale at which the whole image is visible. Small images keep their size. */
export const fitScale = (stage: Size, image: Size): number =>
  Math.min(1, stage.width / image.width, stage.height / image.height)

/** The next zoom step, up or down; the fitting scale is the smallest step. */
export function nextScale(scale: number, up: boolean, fit: number): number {
  const steps = [fit, ...[0.1, 0.25, 0.5, 1, 2, 4, 8, LARGEST].filter((step) => step > fit)]
  return up
    ? (steps.find((step) => step > scale * 1.001) ?? (steps.at(-1) as number))
    : (steps.findLast((step) => step < scale * 0.999) ?? fit)
}

/** Limits panning: the image's edge may reach the stage's edge, but not go beyond. */
export function keepInside({ scale, pan }: View, stage: Size, image: Size): View {
  const limit = (length: number, room: number) => Math.max(0, (length * scale - room) / 2)
  const x = limit(image.width, stage.width)
  const y = limit(image.height, stage.height)
  return { scale, pan: { x: clamp(pan.x, -x, x), y: clamp(pan.y, -y, y) } }
}

/** Zooms so that the point under the pointer (from the stage's center) stays in place. */
export function zoomAt({ scale, pan }: View, to: number, at: Point): View {
  const ratio = to / scale
  return { scale: to, pan: { x: at.x - (at.x - pan.x) * ratio, y: at.y - (at.y - pan.y) * ratio } }
}

/** Two images with the same aspect ratio can be stacked; crops and rotations cannot. */
export const sameShape = (one: Size, other: Size): boolean =>
  Math.abs(one.width / one.height / (other.width / other.height) - 1) < 0.02

export const clamp = (value: number, least: number, most: number): number =>
  // `+ 0` avoids −0.
  Math.min(most, Math.max(least, value)) + 0
