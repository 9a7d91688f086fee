import type { Support } from './supports.ts'

export interface Size {
  width: number
  height: number
}

/** The intersections of all lines, and the segments between them. */
export interface Sides {
  /** The number of lines. */
  count: number
  /** 1 for lines that are image edges. */
  rim: Uint8Array
  /**
   * Coordinates of the intersection of lines i and j, at i × count + j, and its position along line
   * i in pixels.
   */
  crossX: Float32Array
  crossY: Float32Array
  place: Int32Array
  /**
   * The segment of line k between lines i and j, at (k × count + i) × count + j with i < j: its
   * edge support. 0 if no side.
   */
  edge: Float32Array
  /** Edge support beyond its ends: the mean, and the worse end's. */
  beyond: Float32Array
  mostBeyond: Float32Array
  length: Float32Array
}

/** The maximum distance of a corner outside the image, as a fraction of its size. */
const OUTSIDE = 0.12
/** Sine of the smallest angle of a corner. */
const CORNER = 0.34
/** The minimum length of a side, as a fraction of the image's shorter side. */
const SHORTEST = 0.09
const LEAST_EDGE = 0.1
/** Weights of edges in any direction, and of those in one direction. */
const ANY = 0.4
const ONE_WAY = 0.6
/**
 * Pixels, and fraction of a side, that are examined beyond a corner, and pixels that are skipped
 * next to it.
 */
const BEYOND = 6
const BEYOND_PART = 0.1
const GAP = 3
const ABSENT = -1e9

const emptySides = (count: number): Sides => {
  const square = () => new Float32Array(count ** 2)
  const cube = () => new Float32Array(count ** 3)
  return {
    ...{ count, rim: new Uint8Array(count), place: new Int32Array(count ** 2) },
    ...{ crossX: square(), crossY: square() },
    ...{ edge: cube(), length: cube(), beyond: cube(), mostBeyond: cube() },
  }
}

let cached = emptySides(0)

/**
 * Measures each segment of a line between two others once, for all quads that share it. The next
 * call overwrites the sides.
 */
export function sidesOf(lines: readonly Support[], size: Size): Sides {
  if (cached.edge.length < lines.length ** 3) cached = emptySides(lines.length)
  cached.count = lines.length
  for (const [at, { isRim }] of lines.entries()) cached.rim[at] = isRim ? 1 : 0
  cross(lines, size, cached)
  cached.edge.fill(0)
  const shortest = SHORTEST * Math.min(size.width, size.height)
  for (let k = 0; k < lines.length; k++) measureLine(lines[k] as Support, k, shortest, cached)
  return cached
}

function cross(lines: readonly Support[], { width, height }: Size, sides: Sides): void {
  const { count, crossX, crossY, place } = sides
  place.fill(ABSENT)
  const half = Math.ceil(Math.hypot(width, height)) / 2
  for (const [i, one] of lines.entries())
    for (let j = i + 1; j < count; j++) {
      const other = lines[j] as Support
      const sine = one.cos * other.sin - one.sin * other.cos
      if (Math.abs(sine) < CORNER) continue
      const x = (one.distance * other.sin - other.distance * one.sin) / sine
      const y = (other.distance * one.cos - one.distance * other.cos) / sine
      if (Math.abs(x) > width * (0.5 + OUTSIDE) || Math.abs(y) > height * (0.5 + OUTSIDE)) continue
      const here = i * count + j
      const there = j * count + i
      crossX[here] = crossX[there] = x + width / 2
      crossY[here] = crossY[there] = y + height / 2
      place[here] = Math.round(y * one.cos - x * one.sin + half)
      place[there] = Math.round(y * other.cos - x * other.sin + half)
    }
}

function measureLine(line: Support, k: number, shortest: number, sides: Sides): void {
  const { count, place, edge, beyond, mostBeyond, length } = sides
  const { any, rising, falling, isRim, first, last } = line
  for (let i = 0; i < count; i++) {
    const a = place[k * count + i] as number
    if (a === ABSENT) continue
    for (let j = i + 1; j < count; j++) {
      const b = place[k * count + j] as number
      if (b === ABSENT) continue
      // Only the segment inside the image can have edges.
      const from = Math.max(first, Math.min(a, b))
      const to = Math.min(last, Math.max(a, b))
      const span = to - from
      if (span < shortest) continue
      const oneWay = Math.max(between(rising, from, to), between(falling, from, to))
      const value = (ANY * between(any, from, to) + ONE_WAY * oneWay) / span
      if (value < LEAST_EDGE) continue
      const key = (k * count + i) * count + j
      edge[key] = value
      length[key] = span
      beyond[key] = mostBeyond[key] = 0
      if (isRim) continue
      const more = Math.round(Math.max(BEYOND, span * BEYOND_PART))
      const before = between(any, from - GAP - more, from - GAP) / more
      const after = between(any, to + GAP, to + GAP + more) / more
      beyond[key] = (before + after) / 2
      mostBeyond[key] = Math.max(before, after)
    }
  }
}

/** The difference of running sums between two positions, clamped to the ends. */
function between(sums: Float32Array, from: number, to: number): number {
  const last = sums.length - 1
  return (
    (sums[Math.min(last, Math.max(0, to))] as number) - (sums[Math.min(last, Math.max(0, from))] as number)
  )
}
