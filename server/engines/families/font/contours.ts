export interface Point {
  x: number
  y: number
  /** Whether the point is on the curve, or a control point. */
  on: boolean
}

export interface Segment {
  type: string
  values: number[]
}

/**
 * Converts a glyph to closed contours of quadratic curves in whole font units. Reverses them,
 * because CFF fills to the left of an outline and TrueType to the right. `tolerance` is the maximum
 * deviation in font units.
 */
export function toQuadratic(segments: readonly Segment[], tolerance: number): Point[][] {
  const contours: Point[][] = []
  let contour: Point[] = []
  let x = 0
  let y = 0
  const to = (nextX: number, nextY: number, on: boolean) => {
    contour.push({ x: Math.round(nextX), y: Math.round(nextY), on })
    if (on) [x, y] = [nextX, nextY]
  }
  for (const { type, values } of segments) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
    if (type === 'M') {
      contours.push(contour)
      contour = []
    }
    if (type === 'M' || type === 'L') to(a, b, true)
    else if (type === 'Q') {
      to(a, b, false)
      to(c, d, true)
    } else if (type === 'C') {
      for (const [cx, cy, px, py] of splitCubic([x, y, a, b, c, d, e, f], tolerance)) {
        to(cx, cy, false)
        to(px, py, true)
      }
    }
  }
  return [...contours, contour].map(tidy).filter((points) => points.length > 1)
}

type Quadratic = [cx: number, cy: number, x: number, y: number]
type Cubic = [x0: number, y0: number, x1: number, y1: number, x2: number, y2: number, x3: number, y3: number]
const MAX_PIECES = 32

/**
 * Splits a cubic into quadratics, each with control point and end. One quadratic deviates from a
 * cubic by at most √3/36 of its third difference; n equal pieces divide that by n³.
 */
function splitCubic([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic, tolerance: number): Quadratic[] {
  const bend = Math.hypot(x3 - 3 * x2 + 3 * x1 - x0, y3 - 3 * y2 + 3 * y1 - y0)
  const wanted = Math.ceil(Math.cbrt((bend * Math.sqrt(3)) / 36 / tolerance))
  const pieces = Math.min(MAX_PIECES, Math.max(1, wanted))
  const value = (a: number, b: number, c: number, d: number, t: number) =>
    a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t * t * (1 - t) + d * t ** 3
  const slope = (a: number, b: number, c: number, d: number, t: number) =>
    3 * ((b - a) * (1 - t) ** 2 + 2 * (c - b) * t * (1 - t) + (d - c) * t * t)
  return Array.from({ length: pieces }, (_, index): Quadratic => {
    const from = index / pieces
    const to = (index + 1) / pieces
    // The control point of the best quadratic: the mean of both end tangents' targets.
    const control = (a: number, b: number, c: number, d: number) =>
      (value(a, b, c, d, from) + value(a, b, c, d, to)) / 2 +
      ((slope(a, b, c, d, from) - slope(a, b, c, d, to)) * (to - from)) / 4
    return [
      control(x0, x1, x2, x3),
      control(y0, y1, y2, y3),
      value(x0, x1, x2, x3, to),
      value(y0, y1, y2, y3, to),
    ]
  })
}

/** Removes duplicates, and points that TrueType implies: midpoints between two control points. */
function tidy(points: Point[]): Point[] {
  const distinct = points.filter((point, index) => {
    const next = points[(index + 1) % points.length]
    return points.length === 1 || !(point.on && next?.on && next.x === point.x && next.y === point.y)
  })
  const kept = distinct.filter((point, index) => {
    const before = distinct.at(index - 1)
    const after = distinct[(index + 1) % distinct.length]
    if (!point.on || index === 0 || !before || !after || before.on || after.on) return true
    return before.x + after.x !== 2 * point.x || before.y + after.y !== 2 * point.y
  })
  return kept.toReversed()
}
