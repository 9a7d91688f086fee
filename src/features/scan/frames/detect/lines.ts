import { type EdgeMap, LEAST, STRONGEST } from './edges.ts'

/**
 * A straight line by its unit normal and its signed distance from the center of the map, in the
 * map's pixels.
 */
export interface Line {
  cos: number
  sin: number
  distance: number
}

/** Directions of the vote, in steps of a degree. */
const DIRECTIONS = 180
const angles = Float64Array.from({ length: DIRECTIONS }, (_, at) => (at * Math.PI) / DIRECTIONS)
const COS = angles.map(Math.cos)
const SIN = angles.map(Math.sin)
/** A pixel votes for this many directions on either side of its own. */
const SPREAD = 3
const SHARE = Float64Array.from({ length: 2 * SPREAD + 1 }, (_, at) => 1 - Math.abs(at - SPREAD) * 0.22)
/** Directions modulo half a turn, for any sum of two of them. */
const WRAP = Uint8Array.from({ length: 4 * DIRECTIONS }, (_, at) => at % DIRECTIONS)
/** The votes that a line needs, as a fraction of the longer side, in pixels of the weakest edge. */
const VOTES = 0.17

let votes = new Float32Array(0)

/**
 * The strongest lines of an edge map by a Hough transform, strongest first and without near
 * duplicates.
 */
export function findLines(map: EdgeMap, most: number): Line[] {
  const reach = Math.ceil(Math.hypot(map.width, map.height))
  const row = reach + 2
  vote(map, reach)
  const peaks: number[] = []
  const enough = LEAST * VOTES * Math.max(map.width, map.height)
  for (let direction = 0; direction < DIRECTIONS; direction++)
    for (let at = direction * row + 2, end = at + reach - 4; at < end; at++)
      if ((votes[at] as number) >= enough && isPeak(at, direction, row, reach)) peaks.push(at)
  peaks.sort((a, b) => (votes[b] as number) - (votes[a] as number))
  const lines: Line[] = []
  for (const at of peaks) {
    const direction = Math.floor(at / row)
    const line = {
      cos: COS[direction] as number,
      sin: SIN[direction] as number,
      distance: at - direction * row - reach / 2,
    }
    if (lines.some((other) => isTwin(line, other, 0.995, 4))) continue
    lines.push(line)
    if (lines.length === most) break
  }
  return lines
}

function isPeak(at: number, direction: number, row: number, reach: number): boolean {
  const mine = votes[at] as number
  if (mine < (votes[at - 1] as number) || mine < (votes[at + 1] as number)) return false
  if (mine < (votes[at - 2] as number) || mine < (votes[at + 2] as number)) return false
  // Direction 180 is direction 0 with the opposite sign of the distance.
  const place = at - direction * row
  const before = direction === 0 ? (DIRECTIONS - 1) * row + reach - place : at - row
  const after = direction === DIRECTIONS - 1 ? reach - place : at + row
  return mine >= (votes[before] as number) && mine > (votes[after] as number)
}

/** Whether two lines are near duplicates. @param near cosine of the angle · @param apart pixels */
export function isTwin(one: Line, other: Line, near: number, apart: number): boolean {
  const cosine = one.cos * other.cos + one.sin * other.sin
  return Math.abs(cosine) > near && Math.abs(one.distance - Math.sign(cosine) * other.distance) < apart
}

/** Each pixel on the ridge of an edge votes for lines through it in similar directions. */
function vote({ width, height, strength, across, down }: EdgeMap, reach: number): void {
  const row = reach + 2
  if (votes.length === DIRECTIONS * row) votes.fill(0)
  else votes = new Float32Array(DIRECTIONS * row)
  const middleX = width / 2
  const middleY = height / 2
  const half = reach / 2
  for (let y = 2; y < height - 2; y++)
    for (let x = 2, at = y * width + 2; x < width - 2; x++, at++) {
      const mine = strength[at] as number
      if (mine === 0) continue
      const dx = across[at] as number
      const dy = down[at] as number
      const next = stepAcross(dx, dy, width)
      if (mine < (strength[at - next] as number) || mine <= (strength[at + next] as number)) continue
      const weight = Math.min(mine, STRONGEST) + LEAST
      const own = Math.round(Math.atan2(dy, dx) * (DIRECTIONS / Math.PI)) + 2 * DIRECTIONS
      for (let turn = -SPREAD; turn <= SPREAD; turn++) {
        const direction = WRAP[own + turn] as number
        const place =
          (x - middleX) * (COS[direction] as number) + (y - middleY) * (SIN[direction] as number) + half
        const whole = place | 0
        const share = weight * (SHARE[turn + SPREAD] as number)
        const part = share * (place - whole)
        const cell = direction * row + whole
        votes[cell] = (votes[cell] as number) + share - part
        votes[cell + 1] = (votes[cell + 1] as number) + part
      }
    }
}

/** Index step to the neighbor across an edge. */
function stepAcross(dx: number, dy: number, width: number): number {
  const x = Math.abs(dx)
  const y = Math.abs(dy)
  if (x > 2.4 * y) return 1
  if (y > 2.4 * x) return width
  return dx * dy > 0 ? width + 1 : width - 1
}
