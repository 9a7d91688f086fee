import { type EdgeMap, LEAST } from './edges.ts'
import type { Line } from './lines.ts'

/** A line with running sums of its edge support, one entry per pixel along it. */
export interface Support extends Line {
  /** Whether the line is an edge of the image, which may cut the sheet. */
  isRim: boolean
  /** The segment of the line inside the image. */
  first: number
  last: number
  /**
   * Support by any edge, by edges that get brighter along the normal, and by those that get darker.
   */
  any: Float32Array
  rising: Float32Array
  falling: Float32Array
}

/** The number of lines that are kept of each edge map. */
export const LINES = 22
/** Lines of both edge maps, and the four image edges. */
export const MOST_LINES = 2 * LINES + 4

/** Distance in pixels at which an edge still supports a line. */
const NEAR = 2
/** Cosine of the largest angle between a line's normal and the gradient of its edges. */
const ALONG = 0.9
/** Image edges count as weak edges. */
const RIM = 0.5

let pool: Support[] = []

/**
 * Measures the edge support of lines, and adds the four edges of the image.
 * @param lines at most `MOST_LINES` without the image edges, in pixels of the fine map
 * @param coarse an edge map of half the size
 * @returns supports that the next call overwrites
 */
export function supportsOf(lines: readonly Line[], fine: EdgeMap, coarse: EdgeMap): Support[] {
  const { width, height } = fine
  const length = Math.ceil(Math.hypot(width, height)) + 1
  if (pool[0]?.any.length !== length) pool = Array.from({ length: MOST_LINES }, () => emptySupport(length))
  const used = pool.slice(0, lines.length + 4)
  for (const [at, line] of lines.entries()) measure(line, fine, coarse, used[at] as Support)
  const rims: [number, number, number][] = [
    [1, 0, -0.5 - width / 2],
    [1, 0, width / 2 - 0.5],
    [0, 1, -0.5 - height / 2],
    [0, 1, height / 2 - 0.5],
  ]
  for (const [at, [cos, sin, distance]] of rims.entries()) {
    const rim = used[used.length - 4 + at] as Support
    Object.assign(rim, { cos, sin, distance, isRim: true, first: 0, last: length - 1 })
    for (let place = 0; place < length; place++) rim.any[place] = rim.rising[place] = place * RIM
    rim.falling.fill(0)
  }
  return used
}

const emptySupport = (length: number): Support => ({
  ...{ cos: 1, sin: 0, distance: 0, isRim: false, first: 0, last: 0 },
  ...{ any: new Float32Array(length), rising: new Float32Array(length), falling: new Float32Array(length) },
})

function measure({ cos, sin, distance }: Line, fine: EdgeMap, coarse: EdgeMap, to: Support): void {
  Object.assign(to, { cos, sin, distance, isRim: false })
  const { any, rising, falling } = to
  const { width, height } = fine
  const length = any.length - 1
  const startX = width / 2 + cos * distance + (sin * length) / 2
  const startY = height / 2 + sin * distance - (cos * length) / 2
  let [sum, up, low, first, last] = [0, 0, 0, length, 0]
  any[0] = rising[0] = falling[0] = 0
  for (let at = 0; at < length; at++) {
    const x = startX - sin * at
    const y = startY + cos * at
    if (x > 4 && y > 4 && x < width - 5 && y < height - 5) {
      if (at < first) first = at
      last = at + 1
      const one = strongest(fine, x, y, cos, sin, 1)
      const other = strongest(coarse, (x - 0.5) / 2, (y - 0.5) / 2, cos, sin, 2)
      const best = Math.abs(one) > Math.abs(other) ? one : other
      sum += Math.abs(best)
      if (best > 0) up += best
      else low -= best
    }
    any[at + 1] = sum
    rising[at + 1] = up
    falling[at + 1] = low
  }
  to.first = first
  to.last = last
}

/**
 * The strongest edge near a point that runs along the line: 0 to 1, negative if it gets darker
 * along the normal.
 */
function strongest(map: EdgeMap, x: number, y: number, cos: number, sin: number, size: number): number {
  const { strength, across, down, width } = map
  let best = 0
  let value = LEAST
  for (let off = -NEAR; off <= NEAR; off += size) {
    const at = ((y + (sin * off) / size + 0.5) | 0) * width + ((x + (cos * off) / size + 0.5) | 0)
    const edge = strength[at] as number
    if (edge <= value) continue
    const slope = (across[at] as number) * cos + (down[at] as number) * sin
    if (Math.abs(slope) < ALONG) continue
    value = edge
    best = slope > 0 ? edge : -edge
  }
  return Math.max(-1, Math.min(1, best))
}
