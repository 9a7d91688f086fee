import type { Pixels, Point, Quad } from './image.ts'
import type { Candidate } from './quads.ts'
import { refine } from './refine.ts'

/** The position of a sheet in an image. */
export interface Placement {
  /**
   * Corners clockwise from the top left, as fractions of width and height. 0 to 1, or up to 0.12
   * outside if a corner is outside the image.
   */
  quad: Quad
  /**
   * Whether a side is on the image's edge or outside: the sheet is cut off there. The first side
   * joins the first two corners.
   */
  onRim: readonly boolean[]
  /** Fraction of the image's area: 0 to 1. */
  area: number
}

/** Working pixels from a side within which its edge is searched for in the image. */
const REACH = 3
/** Fraction of the image's size within which a side counts as on the edge. */
const RIM = 0.01

/**
 * Refines a candidate on the full image.
 * @param scale image pixels per working pixel
 */
export function place({ quad, onRim, area }: Candidate, pixels: Pixels, scale: number): Placement {
  const { width, height } = pixels
  const rough = quad.map(([x, y]) => [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5]) as unknown as Quad
  const shares = refine(rough, pixels, REACH * scale, onRim).map(
    ([x, y]): Point => [(x + 0.5) / width, (y + 0.5) / height],
  )
  const sums = shares.map(([x, y]) => x * width + y * height)
  const first = sums.indexOf(Math.min(...sums))
  const order = [first, (first + 1) & 3, (first + 2) & 3, (first + 3) & 3]
  const placed = order.map((at) => shares[at]) as unknown as Quad
  return {
    quad: placed,
    onRim: order.map((at, side) => onRim[at] === true || isOnRim(placed, side)),
    area: Math.min(1, area),
  }
}

/** Whether both corners of a side are on one edge of the image, or one of them is outside. */
function isOnRim(quad: Quad, side: number): boolean {
  const [a, b] = [quad[side], quad[(side + 1) & 3]] as [Point, Point]
  return ([0, 1] as const).some((axis) => {
    const low = Math.min(a[axis], b[axis])
    const high = Math.max(a[axis], b[axis])
    return high < RIM || low > 1 - RIM || low < -RIM || high > 1 + RIM
  })
}
