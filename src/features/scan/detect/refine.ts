import type { Pixels, Point, Quad } from './image.ts'

/** Places along a side at which its edge is looked for. */
const PLACES = 26
/** Less than this is no edge, in three channels together. */
const WEAKEST = 6

type Side = { x: number; y: number; ux: number; uy: number }

/**
 * Each side again, on the picture itself: the strongest step near it at many places, then a line through those that agree.
 * @param reach pixels from the side in which its edge may lie · @param onRim sides that stay where they are
 */
export function refine(quad: Quad, pixels: Pixels, reach: number, onRim: readonly boolean[]): Quad {
  const sides = quad.map((from, at) =>
    refineSide(from, quad[(at + 1) & 3] as Point, pixels, reach, onRim[at] ?? false),
  )
  return sides.map((side, at) => crossing(sides[(at + 3) & 3] as Side, side) ?? quad[at]) as unknown as Quad
}

function refineSide(from: Point, to: Point, pixels: Pixels, reach: number, stays: boolean): Side {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  const side = { x: from[0], y: from[1], ux: dx / length, uy: dy / length }
  if (stays) return side
  const steps: Step[] = []
  for (let place = 0; place < PLACES; place++) {
    const at = length * (0.04 + (0.92 * place) / (PLACES - 1))
    const step = strongestStep(side, at, pixels, reach)
    if (step) steps.push({ at, ...step })
  }
  if (steps.length < 6) return side
  const { offset, slope } = agree(steps, reach)
  const bounded = (value: number) => Math.max(-reach * 1.5, Math.min(reach * 1.5, value))
  const [first, last] = [bounded(offset), bounded(offset + slope * length)]
  const [x, y] = [from[0] - side.uy * first, from[1] + side.ux * first]
  const [ex, ey] = [to[0] - side.uy * last - x, to[1] + side.ux * last - y]
  const size = Math.hypot(ex, ey)
  return { x, y, ux: ex / size, uy: ey / size }
}

interface Step {
  /** Pixels along the side, and from it. */
  at: number
  beside: number
  weight: number
}

/** The strongest step in colour across a side, rather near it than far from it. */
function strongestStep(
  { x, y, ux, uy }: Side,
  at: number,
  pixels: Pixels,
  reach: number,
): Omit<Step, 'at'> | null {
  const [px, py] = [x + ux * at, y + uy * at]
  const profile: (Colour | null)[] = []
  for (let beside = -reach - 1; beside <= reach + 1; beside++)
    profile.push(colourAt(pixels, px - uy * beside, py + ux * beside, ux, uy))
  const steps = profile.slice(1, -1).map((_, place) => {
    const [a, b] = [profile[place], profile[place + 2]]
    return a && b ? Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) : 0
  })
  let best = 0
  let where = 0
  for (const [place, step] of steps.entries()) {
    const weight = step * (1 - (0.5 * Math.abs(place - reach)) / reach)
    if (weight > best) [best, where] = [weight, place]
  }
  if (best < WEAKEST) return null
  const [left, middle, right] = [steps[where - 1] ?? 0, steps[where] as number, steps[where + 1] ?? 0]
  // The top of the parabola through the step and its neighbours.
  const part = left + right < 2 * middle ? (0.5 * (left - right)) / (left - 2 * middle + right) : 0
  return { beside: where - reach + part, weight: Math.min(best, 60) }
}

type Colour = [number, number, number]

/** The mean of three pixels along the side. */
function colourAt(
  { data, width, height }: Pixels,
  x: number,
  y: number,
  ux: number,
  uy: number,
): Colour | null {
  const sum: Colour = [0, 0, 0]
  let count = 0
  for (let along = -2; along <= 2; along += 2) {
    const [column, row] = [Math.round(x + ux * along), Math.round(y + uy * along)]
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const at = (row * width + column) * 4
    for (let channel = 0; channel < 3; channel++)
      sum[channel] = (sum[channel] as number) + (data[at + channel] as number)
    count++
  }
  return count > 0 ? [sum[0] / count, sum[1] / count, sum[2] / count] : null
}

/** The line through the steps that agree: least squares, in which those that lie far off count less each time. */
function agree(steps: readonly Step[], reach: number): { offset: number; slope: number } {
  let [offset, slope] = [0, 0]
  for (let round = 0; round < 6; round++) {
    const tolerance = round < 2 ? reach : round < 4 ? 2.5 : 1.5
    let [s0, s1, s2, y0, y1] = [0, 0, 0, 0, 0]
    for (const { at, beside, weight } of steps) {
      const off = (beside - offset - slope * at) / tolerance
      const counts = weight / (1 + off ** 4)
      s0 += counts
      s1 += counts * at
      s2 += counts * at * at
      y0 += counts * beside
      y1 += counts * beside * at
    }
    const determinant = s0 * s2 - s1 * s1
    if (Math.abs(determinant) < 1e-6) break
    offset = (y0 * s2 - y1 * s1) / determinant
    slope = (s0 * y1 - s1 * y0) / determinant
  }
  return { offset, slope }
}

/** Where two sides meet; null where they are nearly parallel. */
function crossing(one: Side, other: Side): Point | null {
  const sine = one.ux * other.uy - one.uy * other.ux
  if (Math.abs(sine) < 0.1) return null
  const at = ((other.x - one.x) * other.uy - (other.y - one.y) * other.ux) / sine
  return [one.x + one.ux * at, one.y + one.uy * at]
}
