import type { Box, PageView } from '../../pdf/viewer/index.ts'
import type { PointRect } from './draft.ts'

/** In CSS pixels; smaller fields are too small to drag. */
const LEAST = 8
/** In points; the server rejects smaller fields as invisible. */
export const LEAST_POINTS = 4

/** The box of a rectangle in points on the page. */
export const boxOf = (view: PageView, { x, y, width, height }: PointRect): Box =>
  view.toBox([x, y, x + width, y + height])

const round = (value: number) => Math.round(value * 100) / 100

/** The rectangle of a box in points, for any page rotation. */
export function rectOf(view: PageView, { left, top, width, height }: Box): PointRect {
  const [one, other] = [view.toPoints(left, top), view.toPoints(left + width, top + height)]
  return {
    x: round(Math.min(one.x, other.x)),
    y: round(Math.min(one.y, other.y)),
    width: round(Math.abs(one.x - other.x)),
    height: round(Math.abs(one.y - other.y)),
  }
}

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most))

/** The box, moved onto the page. */
export function onPage({ box: page }: PageView, box: Box): Box {
  const width = Math.min(box.width, page.width)
  const height = Math.min(box.height, page.height)
  return {
    width,
    height,
    left: within(box.left, 0, page.width - width),
    top: within(box.top, 0, page.height - height),
  }
}

export type Corner = 'nw' | 'ne' | 'sw' | 'se'
export const CORNERS: readonly Corner[] = ['nw', 'ne', 'sw', 'se']

/** Moves one corner; the opposite one is fixed. */
export function stretched(
  { box: page, scale }: PageView,
  box: Box,
  corner: Corner,
  dx: number,
  dy: number,
): Box {
  const least = Math.max(LEAST, LEAST_POINTS * scale)
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  const left = corner.endsWith('w') ? within(box.left + dx, 0, right - least) : box.left
  const top = corner.startsWith('n') ? within(box.top + dy, 0, bottom - least) : box.top
  const end = corner.endsWith('e') ? within(right + dx, box.left + least, page.width) : right
  const foot = corner.startsWith('s') ? within(bottom + dy, box.top + least, page.height) : bottom
  return { left, top, width: end - left, height: foot - top }
}

/**
 * A field of this size, in points, centered on a point of the page; upright in the reader's view.
 */
export const boxAbout = (
  view: PageView,
  x: number,
  y: number,
  [width, height]: readonly [number, number],
): Box =>
  onPage(view, {
    left: x - (width * view.scale) / 2,
    top: y - (height * view.scale) / 2,
    width: width * view.scale,
    height: height * view.scale,
  })

const GAP = 8
const meets = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Moves a box below existing ones while there is space, so that none is covered. */
export function freeOf(view: PageView, box: Box, taken: readonly Box[]): Box {
  let free = box
  for (;;) {
    const under = taken.filter((one) => meets(one, free))
    if (under.length === 0) return free
    const top = Math.max(...under.map((one) => one.top + one.height)) + GAP
    if (top + box.height > view.box.height) return box
    free = { ...box, top }
  }
}
