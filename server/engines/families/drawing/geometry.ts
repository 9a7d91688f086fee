export interface Point {
  x: number
  y: number
}

/** An affine map: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface Matrix {
  a: number
  b: number
  c: number
  d: number
  e: number
  f: number
}

export const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }
/** Segments per circle: the deviation is 0.02 % of the radius. */
const PIECES = 180
const TURN = 2 * Math.PI
/** Maximum number of points per curve. */
const MOST_POINTS = 2000

export const apply = ({ a, b, c, d, e, f }: Matrix, { x, y }: Point): Point => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
})

/** The product: `inner` applies first, then `outer`. */
export const compose = (outer: Matrix, inner: Matrix): Matrix => ({
  a: outer.a * inner.a + outer.c * inner.b,
  b: outer.b * inner.a + outer.d * inner.b,
  c: outer.a * inner.c + outer.c * inner.d,
  d: outer.b * inner.c + outer.d * inner.d,
  e: outer.a * inner.e + outer.c * inner.f + outer.e,
  f: outer.b * inner.e + outer.d * inner.f + outer.f,
})

/** Scales, rotates by radians, then translates. */
export function placed(at: Point, angle: number, scaleX: number, scaleY: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { a: cos * scaleX, b: sin * scaleX, c: -sin * scaleY, d: cos * scaleY, e: at.x, f: at.y }
}

/**
 * Points of an elliptic arc between two parameters, counterclockwise; `ratio` is minor to major
 * axis.
 */
export function ellipsePoints(center: Point, major: Point, ratio: number, from: number, to: number): Point[] {
  let sweep = (to - from) % TURN
  if (sweep <= 1e-9) sweep += TURN
  const count = Math.max(2, Math.ceil((PIECES * sweep) / TURN))
  return Array.from({ length: count + 1 }, (_, index) => {
    const [cos, sin] = [Math.cos(from + (sweep * index) / count), Math.sin(from + (sweep * index) / count)]
    return {
      x: center.x + major.x * cos - major.y * ratio * sin,
      y: center.y + major.y * cos + major.x * ratio * sin,
    }
  })
}

export const arcPoints = (center: Point, radius: number, from: number, to: number): Point[] =>
  ellipsePoints(center, { x: radius, y: 0 }, 1, from, to)

/**
 * The points of a polyline. A bulge is the tangent of a quarter of the arc angle to the next point.
 */
export function polylinePoints(vertices: readonly (Point & { bulge?: number })[], closed: boolean): Point[] {
  const points: Point[] = []
  for (const [index, vertex] of vertices.entries()) {
    points.push({ x: vertex.x, y: vertex.y })
    const next = vertices[index + 1] ?? (closed ? vertices[0] : undefined)
    if (next && vertex.bulge) points.push(...bulgePoints(vertex, next, vertex.bulge))
  }
  const [first] = points
  return closed && first ? [...points, first] : points
}

function bulgePoints(from: Point, to: Point, bulge: number): Point[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const offset = (1 - bulge * bulge) / (4 * bulge)
  const center = { x: (from.x + to.x) / 2 - dy * offset, y: (from.y + to.y) / 2 + dx * offset }
  const radius = Math.hypot(from.x - center.x, from.y - center.y)
  const start = Math.atan2(from.y - center.y, from.x - center.x)
  const sweep = 4 * Math.atan(bulge)
  const count = Math.max(2, Math.ceil((PIECES * Math.abs(sweep)) / TURN))
  return Array.from({ length: count - 1 }, (_, index) => {
    const angle = start + (sweep * (index + 1)) / count
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) }
  })
}

/** Points of a B-spline by de Boor's algorithm; the control points if the knots are invalid. */
export function splinePoints(control: readonly Point[], degree: number, knots: readonly number[]): Point[] {
  if (degree < 1 || degree > 15 || control.length <= degree || knots.length !== control.length + degree + 1)
    return [...control]
  const [from = 0, to = 0] = [knots[degree], knots[control.length]]
  const count = Math.min(MOST_POINTS, 12 * control.length)
  return Array.from({ length: count + 1 }, (_, index) =>
    splinePoint(control, degree, knots, from + ((to - from) * index) / count),
  )
}

/** Points of a Catmull-Rom curve through points. */
export function curveThrough(points: readonly Point[]): Point[] {
  const steps = Math.min(16, Math.floor(MOST_POINTS / Math.max(1, points.length)))
  const [first] = points
  if (points.length < 3 || steps < 2 || !first) return [...points]
  const curve = [first]
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1] ?? first, points[index] ?? first]
    const [before, after] = [points[index - 2] ?? from, points[index + 1] ?? to]
    for (let step = 1; step <= steps; step++) {
      const t = step / steps
      const at = (a: number, b: number, c: number, d: number) =>
        (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3) / 2
      curve.push({ x: at(before.x, from.x, to.x, after.x), y: at(before.y, from.y, to.y, after.y) })
    }
  }
  return curve
}

function splinePoint(control: readonly Point[], degree: number, knots: readonly number[], at: number): Point {
  let span = degree
  while (span < control.length - 1 && at >= (knots[span + 1] ?? Number.POSITIVE_INFINITY)) span += 1
  const points = control.slice(span - degree, span + 1).map(({ x, y }) => ({ x, y }))
  for (let level = 1; level <= degree; level++) {
    for (let index = degree; index >= level; index--) {
      const left = knots[span - degree + index] ?? 0
      const right = knots[span + 1 + index - level] ?? 0
      const share = right === left ? 0 : (at - left) / (right - left)
      const [before, own] = [points[index - 1], points[index]]
      if (!before || !own) continue
      points[index] = { x: before.x + (own.x - before.x) * share, y: before.y + (own.y - before.y) * share }
    }
  }
  return points[degree] ?? { x: 0, y: 0 }
}
