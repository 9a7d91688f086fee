export type Turn = 0 | 90 | 180 | 270
/** In PDF user space, with the origin at the bottom left: left, bottom, right, top. */
export type Rect = readonly [x1: number, y1: number, x2: number, y2: number]
export type Point = { x: number; y: number }
export type Box = { left: number; top: number; width: number; height: number }

/** The geometry of a page. */
export interface PageShape {
  /** The visible part: the crop box within the media box. */
  view: Rect
  /** The clockwise rotation for display. */
  rotate: number
  /** Points per user space unit; nearly always 1. */
  unit: number
}

/** A page in the viewer, with conversions between its pixels and points. */
export interface PageView {
  /** The index in the document, from 0. */
  index: number
  /** Its position among the displayed pages, from 1. */
  number: number
  /** The visible part, in user space units, before rotation. */
  width: number
  height: number
  /** The total clockwise rotation: page, arrangement and viewer. */
  rotation: Turn
  /** CSS pixels per unit of user space. */
  scale: number
  /** In CSS pixels, after rotation. */
  box: { width: number; height: number }
  /**
   * From CSS pixels in the page's box to user space, whose origin may differ from the page's
   * corner.
   */
  toPoints: (x: number, y: number) => Point
  /** The box of a user space rectangle in the page's CSS pixels. */
  toBox: (rect: Rect) => Box
}

export const turned = (degrees: number): Turn => (((degrees % 360) + 360) % 360) as Turn

type PageInput = {
  shape: PageShape
  index: number
  number: number
  /** CSS pixels per point. */
  scale: number
  /** In addition to the page's own. */
  turn: number
}

export function pageView({ shape, index, number, scale: perPoint, turn }: PageInput): PageView {
  const [x1, y1, x2, y2] = shape.view
  const width = x2 - x1
  const height = y2 - y1
  const scale = perPoint * shape.unit
  const rotation = turned(shape.rotate + turn)
  const lies = rotation % 180 !== 0

  /** From the top left of the unrotated page to the top left of the rotated one. */
  function lay(right: number, down: number): Point {
    if (rotation === 90) return { x: height - down, y: right }
    if (rotation === 180) return { x: width - right, y: height - down }
    if (rotation === 270) return { x: down, y: width - right }
    return { x: right, y: down }
  }
  function back(x: number, y: number): [right: number, down: number] {
    if (rotation === 90) return [y, height - x]
    if (rotation === 180) return [width - x, height - y]
    if (rotation === 270) return [width - y, x]
    return [x, y]
  }
  return {
    index,
    number,
    width,
    height,
    rotation,
    scale,
    box: { width: (lies ? height : width) * scale, height: (lies ? width : height) * scale },
    toPoints(x, y) {
      const [right, down] = back(x / scale, y / scale)
      return { x: x1 + right, y: y2 - down }
    },
    toBox([left, bottom, right, top]) {
      const one = lay(left - x1, y2 - top)
      const other = lay(right - x1, y2 - bottom)
      return {
        left: Math.min(one.x, other.x) * scale,
        top: Math.min(one.y, other.y) * scale,
        width: Math.abs(other.x - one.x) * scale,
        height: Math.abs(other.y - one.y) * scale,
      }
    },
  }
}

/** The size of a page in points, after rotation by `turn`. */
export function lyingSize({ view: [x1, y1, x2, y2], rotate, unit }: PageShape, turn: number) {
  const width = (x2 - x1) * unit
  const height = (y2 - y1) * unit
  return turned(rotate + turn) % 180 === 0 ? { width, height } : { width: height, height: width }
}

export const isAlike = (a: PageShape, b: PageShape): boolean =>
  a.rotate === b.rotate && a.unit === b.unit && a.view.every((edge, at) => edge === b.view[at])
