import type { EdgeMap } from './edges.ts'

/**
 * A straight line in the picture: its normal (cos, sin) and its distance from the middle. Sums along it say how much of a part of
 * it is an edge: of any edge, of those that rise along the normal, and of those that fall.
 */
export interface Line {
  cos: number
  sin: number
  distance: number
  /** A rim of the picture, which may cut the sheet. */
  isRim: boolean
  any: Float32Array
  rising: Float32Array
  falling: Float32Array
}

type Found = Pick<Line, 'cos' | 'sin' | 'distance'>
interface Size {
  width: number
  height: number
}

/** Directions of the vote: a degree each. */
const DIRECTIONS = 180
const COS = Float64Array.from({ length: DIRECTIONS }, (_, at) => Math.cos((at * Math.PI) / DIRECTIONS))
const SIN = Float64Array.from({ length: DIRECTIONS }, (_, at) => Math.sin((at * Math.PI) / DIRECTIONS))
/** A pixel votes for so many directions on either side of its own. */
const SPREAD = 3
/** Votes of so many weak pixels make a line. */
const VOTES = 55
/** A vote counts so many times the weakest edge at most. */
const HEAVIEST = 5

/** The strongest lines of an edge map, by a Hough vote of the pixels on its ridges; near twins count once. */
export function findLines(map: EdgeMap, { width, height }: Size, most: number): Found[] {
  const reach = Math.ceil(Math.hypot(width, height))
  const votes = vote(map, { width, height }, reach)
  const row = reach + 1
  const peaks: { votes: number; direction: number; place: number }[] = []
  const enough = map.least * VOTES
  for (let direction = 0; direction < DIRECTIONS; direction++)
    for (let place = 2; place < reach - 2; place++) {
      const at = direction * row + place
      const mine = votes[at] as number
      if (mine < enough) continue
      if (mine < (votes[at - 1] as number) || mine < (votes[at + 1] as number)) continue
      if (mine < (votes[at - 2] as number) || mine < (votes[at + 2] as number)) continue
      // Direction 180 is direction 0 from the other side.
      const [before, after] = [(direction + DIRECTIONS - 1) % DIRECTIONS, (direction + 1) % DIRECTIONS]
      if (mine < (votes[before * row + (direction === 0 ? reach - place : place)] as number)) continue
      if (mine <= (votes[after * row + (after === 0 ? reach - place : place)] as number)) continue
      peaks.push({ votes: mine, direction, place })
    }
  peaks.sort((a, b) => b.votes - a.votes)
  const lines: Found[] = []
  for (const { direction, place } of peaks) {
    const line = {
      cos: COS[direction] as number,
      sin: SIN[direction] as number,
      distance: place - reach / 2,
    }
    if (lines.some((other) => isTwin(line, other, 0.995, 4))) continue
    lines.push(line)
    if (lines.length === most) break
  }
  return lines
}

/** Whether two lines are nearly the same. @param near cosine of the angle · @param apart pixels */
export function isTwin(one: Found, other: Found, near: number, apart: number): boolean {
  const cosine = one.cos * other.cos + one.sin * other.sin
  return Math.abs(cosine) > near && Math.abs(one.distance - Math.sign(cosine) * other.distance) < apart
}

let kept = new Float32Array(0)

function vote({ strength, across, down, least }: EdgeMap, { width, height }: Size, reach: number) {
  const row = reach + 1
  const size = DIRECTIONS * row
  if (kept.length === size) kept.fill(0)
  else kept = new Float32Array(size)
  const votes = kept
  const [middleX, middleY, half] = [width / 2, height / 2, reach / 2]
  for (let y = 2; y < height - 2; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      const mine = strength[at] as number
      if (mine < least) continue
      const [dx, dy] = [across[at] as number, down[at] as number]
      const next = stepAcross(dx, dy, width)
      if (mine < (strength[at - next] as number) || mine <= (strength[at + next] as number)) continue
      const weight = Math.min(mine, least * HEAVIEST) + least
      const own = Math.round(Math.atan2(dy, dx) * (DIRECTIONS / Math.PI) + DIRECTIONS)
      for (let turn = -SPREAD; turn <= SPREAD; turn++) {
        const direction = (own + turn + DIRECTIONS) % DIRECTIONS
        const place =
          (x - middleX) * (COS[direction] as number) + (y - middleY) * (SIN[direction] as number) + half
        const whole = place | 0
        const part = place - whole
        const share = weight * (1 - Math.abs(turn) * 0.22)
        const cell = direction * row + whole
        votes[cell] = (votes[cell] as number) + share * (1 - part)
        votes[cell + 1] = (votes[cell + 1] as number) + share * part
      }
    }
  return votes
}

/** How far the neighbour across an edge lies in a plane. */
function stepAcross(dx: number, dy: number, width: number): number {
  const [x, y] = [Math.abs(dx), Math.abs(dy)]
  if (x > 2.4 * y) return 1
  if (y > 2.4 * x) return width
  return dx * dy > 0 ? width + 1 : width - 1
}

/** Pixels beside a line in which its edge may lie. */
const BESIDE = 2

/** Adds to a line how much of it is an edge, up to each of its pixels. */
export function measured(line: Found, maps: readonly EdgeMap[], { width, height }: Size): Line {
  const { cos, sin, distance } = line
  const length = Math.ceil(Math.hypot(width, height))
  const [x0, y0] = [width / 2 + cos * distance, height / 2 + sin * distance]
  const sums = () => new Float32Array(length + 1)
  const [any, rising, falling] = [sums(), sums(), sums()]
  for (let at = 0; at < length; at++) {
    const x = x0 - sin * (at - length / 2)
    const y = y0 + cos * (at - length / 2)
    let best = 0
    let slope = 0
    if (x > 3 && y > 3 && x < width - 4 && y < height - 4)
      for (let beside = -BESIDE; beside <= BESIDE; beside++) {
        const pixel = Math.round(y + sin * beside) * width + Math.round(x + cos * beside)
        for (const { strength, across, down, strong } of maps) {
          const edge = strength[pixel] as number
          if (edge < strong * 0.35) continue
          const along = ((across[pixel] as number) * cos + (down[pixel] as number) * sin) / (8 * edge)
          if (along < 0.9 && along > -0.9) continue
          const value = Math.min(1, edge / strong)
          if (value > best) [best, slope] = [value, along]
        }
      }
    any[at + 1] = (any[at] as number) + best
    rising[at + 1] = (rising[at] as number) + (slope > 0 ? best : 0)
    falling[at + 1] = (falling[at] as number) + (slope < 0 ? best : 0)
  }
  return { ...line, isRim: false, any, rising, falling }
}

/** The rims of the picture, as weak edges: a sheet may be cut by them. */
export function rims({ width, height }: Size): Line[] {
  const length = Math.ceil(Math.hypot(width, height)) + 1
  const half = Float32Array.from({ length }, (_, at) => at / 2)
  const none = new Float32Array(length)
  const rim = (cos: number, sin: number, distance: number): Line => ({
    ...{ cos, sin, distance, isRim: true, any: half, rising: half, falling: none },
  })
  return [
    rim(1, 0, 1 - width / 2),
    rim(1, 0, width / 2 - 1),
    rim(0, 1, 1 - height / 2),
    rim(0, 1, height / 2 - 1),
  ]
}

/** What sums hold between two places of a line. */
export function between(sums: Float32Array, from: number, to: number): number {
  const last = sums.length - 1
  const at = (place: number) => sums[Math.max(0, Math.min(last, Math.round(place)))] as number
  return at(to) - at(from)
}

/** Where a point lies along a line, in pixels of its sums. */
export const along = ({ cos, sin }: Line, x: number, y: number, { width, height }: Size): number =>
  (y - height / 2) * cos - (x - width / 2) * sin + Math.ceil(Math.hypot(width, height)) / 2
