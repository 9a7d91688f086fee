import { mapQuad, type Point, type Quad } from './types.ts'

/** The minimum side length and corner height, as a fraction of the photo. */
const LEAST = 0.02

const inside = (value: number) => Math.min(1, Math.max(0, value))

/** Whether the quad is clockwise, convex and not degenerate. */
export function isConvex(quad: Quad): boolean {
  return [0, 1, 2, 3].every((at) => {
    const [before, here, after] = [cornerOf(quad, at + 3), cornerOf(quad, at), cornerOf(quad, at + 1)]
    const [ax, ay] = [here[0] - before[0], here[1] - before[1]]
    const [bx, by] = [after[0] - here[0], after[1] - here[1]]
    return ax * by - ay * bx >= LEAST * LEAST && Math.hypot(ax, ay) >= LEAST
  })
}

/**
 * Moves a corner, within the photo and while the quad stays convex. If both directions together are
 * invalid, each is tried alone, so that a corner slides along its limit.
 */
export function moveCorner(quad: Quad, corner: number, [x, y]: Point): Quad {
  const [oldX, oldY] = cornerOf(quad, corner)
  const tried: Point[] = [
    [inside(x), inside(y)],
    [inside(x), oldY],
    [oldX, inside(y)],
  ]
  for (const place of tried) {
    const moved = mapQuad(quad, (point, at) => (at === corner ? place : point))
    if (isConvex(moved)) return moved
  }
  return quad
}

/**
 * Moves the side from a corner to the next one perpendicularly. Its ends slide along the
 * neighboring sides, whose directions stay.
 * @param by fractions of the photo; only the perpendicular part counts
 */
export function moveEdge(quad: Quad, edge: number, [dx, dy]: Point): Quad {
  const [from, to] = [cornerOf(quad, edge), cornerOf(quad, edge + 1)]
  const [before, after] = [cornerOf(quad, edge + 3), cornerOf(quad, edge + 2)]
  const [ux, uy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(ux, uy)
  const [nx, ny] = [-uy / length, ux / length]
  const across = dx * nx + dy * ny
  // A side may meet its neighbor at a sharp angle: then its end would move far along it.
  const slide = (point: Point, neighbour: Point): Point => {
    const [sx, sy] = [neighbour[0] - point[0], neighbour[1] - point[1]]
    const part = across / (sx * nx + sy * ny)
    const reach = Math.min(Math.abs(across) * 3, Math.hypot(sx, sy) * Math.abs(part))
    const scale = (Math.sign(part) * reach) / Math.hypot(sx, sy)
    return [inside(point[0] + sx * scale), inside(point[1] + sy * scale)]
  }
  const [first, second] = [slide(from, before), slide(to, after)]
  const next = (edge + 1) & 3
  const moved = mapQuad(quad, (point, at) => (at === edge ? first : at === next ? second : point))
  return isConvex(moved) ? moved : quad
}

/** The center of the side from a corner to the next one. */
export function middleOf(quad: Quad, edge: number): Point {
  const [from, to] = [cornerOf(quad, edge), cornerOf(quad, edge + 1)]
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
}

/** A corner by its index modulo 4. */
export const cornerOf = (quad: Quad, at: number): Point => quad[(at & 3) as 0 | 1 | 2 | 3]
