import type { Pixels, Point, Quad } from './image.ts'

/** Positions along a side at which its edge is searched for. */
const PLACES = 26
/** The weakest edge: the sum of the differences of three channels. */
const WEAKEST = 6
/** Stronger edges are clamped to this. */
const STRONGEST = 60
/** The minimum curvature of a step's maximum, to avoid division by zero. */
const CURVE = 1e-3
/** The minimum number of positions with an edge that move a side. */
const FEWEST = 6

/** A side's line: a point, and the unit vector along it. */
interface Side {
  x: number
  y: number
  ux: number
  uy: number
}

/**
 * Finds each side again on the full image: the strongest step near it at many positions, then a
 * line through those that agree.
 * @param quad corners in pixels, with pixel centers at whole numbers
 * @param reach pixels from the side within which its edge may be
 * @param fixed sides that are not moved
 */
export function refine(quad: Quad, pixels: Pixels, reach: number, fixed: readonly boolean[]): Quad {
  const sides = quad.map((from, at) => {
    const to = quad[(at + 1) & 3] as Point
    return fixed[at] ? sideOf(from, to) : refineSide(from, to, pixels, reach)
  })
  return sides.map((side, at) => crossing(sides[(at + 3) & 3] as Side, side) ?? quad[at]) as unknown as Quad
}

function sideOf([x, y]: Point, [toX, toY]: Point): Side {
  const length = Math.hypot(toX - x, toY - y)
  return { x, y, ux: (toX - x) / length, uy: (toY - y) / length }
}

/** Steps along a side: position, distance from it, and strength. */
const along = new Float64Array(PLACES)
const offsets = new Float64Array(PLACES)
const weights = new Float64Array(PLACES)

function refineSide(from: Point, to: Point, pixels: Pixels, reach: number): Side {
  const side = sideOf(from, to)
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  let steps = 0
  for (let place = 0; place < PLACES; place++) {
    const at = length * (0.04 + (0.92 * place) / (PLACES - 1))
    if (!findStep(side, at, pixels, reach, steps)) continue
    along[steps] = at
    steps++
  }
  if (steps < FEWEST) return side
  const { offset, slope } = fitLine(steps, reach)
  const most = reach * 1.5
  const bound = (value: number) => Math.max(-most, Math.min(most, value))
  const first = bound(offset)
  const last = bound(offset + slope * length)
  return sideOf(
    [from[0] - side.uy * first, from[1] + side.ux * first],
    [to[0] - side.uy * last, to[1] + side.ux * last],
  )
}

/** Colors across a side, three channels per pixel, and the steps between them. */
let profile = new Float64Array(0)
let steps = new Float64Array(0)

/**
 * Writes the strongest step across a side at one position into `beside` and `weights`, preferring
 * near ones.
 */
function findStep({ x, y, ux, uy }: Side, at: number, pixels: Pixels, reach: number, index: number): boolean {
  const size = 2 * Math.ceil(reach) + 1
  if (steps.length < size) [profile, steps] = [new Float64Array((size + 2) * 3), new Float64Array(size)]
  const middle = (size - 1) / 2
  for (let place = 0; place < size + 2; place++) {
    const off = place - middle - 1
    sample(pixels, x + ux * at - uy * off, y + uy * at + ux * off, ux, uy, place * 3)
  }
  let best = 0
  let where = 0
  for (let place = 0; place < size; place++) {
    let step = 0
    for (let channel = place * 3; channel < place * 3 + 3; channel++)
      step += Math.abs((profile[channel] as number) - (profile[channel + 6] as number))
    // NaN outside of the image.
    steps[place] = Number.isNaN(step) ? 0 : step
    const weight = (steps[place] as number) * (1 - (0.5 * Math.abs(place - middle)) / reach)
    if (weight > best) [best, where] = [weight, place]
  }
  if (best < WEAKEST) return false
  const left = where > 0 ? (steps[where - 1] as number) : 0
  const right = where < size - 1 ? (steps[where + 1] as number) : 0
  const top = steps[where] as number
  // The maximum of the parabola through the step and its neighbors.
  const curve = 2 * top - left - right
  const part = curve > CURVE ? (0.5 * (right - left)) / curve : 0
  offsets[index] = where - middle + Math.max(-1, Math.min(1, part))
  weights[index] = Math.min(best, STRONGEST)
  return true
}

/**
 * Writes the mean color of three pixels along the side into the profile. NaN outside of the image.
 */
function sample({ data, width, height }: Pixels, x: number, y: number, ux: number, uy: number, to: number) {
  let red = 0
  let green = 0
  let blue = 0
  let count = 0
  for (let off = -2; off <= 2; off += 2) {
    const column = Math.round(x + ux * off)
    const row = Math.round(y + uy * off)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const at = (row * width + column) * 4
    red += data[at] as number
    green += data[at + 1] as number
    blue += data[at + 2] as number
    count++
  }
  profile[to] = red / count
  profile[to + 1] = green / count
  profile[to + 2] = blue / count
}

/** Fits a line to the steps by least squares. Distant steps have less weight in each round. */
function fitLine(count: number, reach: number): { offset: number; slope: number } {
  let offset = 0
  let slope = 0
  for (let round = 0; round < 6; round++) {
    const tolerance = round < 2 ? reach : round < 4 ? 2.5 : 1.5
    let [s0, s1, s2, y0, y1] = [0, 0, 0, 0, 0]
    for (let step = 0; step < count; step++) {
      const at = along[step] as number
      const value = offsets[step] as number
      const weight = (weights[step] as number) / (1 + ((value - offset - slope * at) / tolerance) ** 4)
      s0 += weight
      s1 += weight * at
      s2 += weight * at * at
      y0 += weight * value
      y1 += weight * value * at
    }
    const determinant = s0 * s2 - s1 * s1
    if (Math.abs(determinant) < 1e-6) break
    offset = (y0 * s2 - y1 * s1) / determinant
    slope = (s0 * y1 - s1 * y0) / determinant
  }
  return { offset, slope }
}

/** The intersection of two sides. Null if they are nearly parallel. */
function crossing(one: Side, other: Side): Point | null {
  const sine = one.ux * other.uy - one.uy * other.ux
  if (Math.abs(sine) < 0.1) return null
  const at = ((other.x - one.x) * other.uy - (other.y - one.y) * other.ux) / sine
  return [one.x + one.ux * at, one.y + one.uy * at]
}
