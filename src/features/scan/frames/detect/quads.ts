import type { Quad } from './image.ts'
import { type Sides, type Size, sidesOf } from './sides.ts'
import { MOST_LINES, type Support } from './supports.ts'

/** Four lines as sides of a possible sheet, with their edge support. */
export interface Candidate {
  /** Corners in working pixels, clockwise. */
  quad: Quad
  /** For each side, from its corner to the next one: whether it is an edge of the image. */
  onRim: readonly boolean[]
  /**
   * Edge support of the whole outline, and of its weakest side that is not on the image's edge: 0
   * to 1.
   */
  mean: number
  least: number
  /**
   * Edge support beyond the corners, where a sheet's edges end: of all sides, and at the worst
   * corner.
   */
  beyond: number
  mostBeyond: number
  /** Fraction of the image: 0 to 1. */
  area: number
  /** Deviation of the worst corner from a right angle: 0 to 1. */
  skew: number
}

/** Cosine of the largest angle between opposite sides. */
const OPPOSITE = 0.7
/** The minimum area of a candidate, as a fraction of the image. */
const SMALLEST = 0.05
const MOST_SKEW = 0.5
const MOST_RIMS = 2
/** The number of candidates that are examined further. */
const KEPT = 56
/** Distance of corners (|x| + |y|) in working pixels of quads that count as duplicates. */
const TWIN = 5
/** Weights of the preliminary score. */
const LEAST = 0.6
const BEYOND = 0.35
const AREA = 0.35

/** The candidates with the best preliminary scores, without near duplicates. */
export function findQuads(lines: readonly Support[], size: Size): Candidate[] {
  search(lines, sidesOf(lines, size), size.width * size.height)
  return Array.from({ length: slots }, (_, slot) => candidateOf(slot))
}

/**
 * A quad as numbers: its corners, which sides are image edges, mean, least, beyond, mostBeyond,
 * area and skew.
 */
const RIMS = 8
const MEAN = 12
const NUMBERS = 18
const current = new Float32Array(NUMBERS)
/** The best quads so far, in reused slots, and their preliminary scores. */
const best = new Float32Array(KEPT * NUMBERS)
const values = new Float64Array(KEPT)
let slots = 0
/** The score that a quad must exceed to be kept. */
let bar = 0
const across = new Int32Array(MOST_LINES)

/** Tries each pair of opposite lines with each pair that crosses both. */
function search(lines: readonly Support[], sides: Sides, size: number): void {
  slots = 0
  bar = 0
  const { count, edge } = sides
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      if (!areOpposite(lines, i, j)) continue
      let crossing = 0
      for (let p = i + 1; p < count; p++)
        if (p !== j && (edge[(p * count + i) * count + j] as number) > 0) across[crossing++] = p
      for (let one = 0; one < crossing; one++) {
        const p = across[one] as number
        const alongI = (i * count + p) * count
        const alongJ = (j * count + p) * count
        for (let other = one + 1; other < crossing; other++) {
          const q = across[other] as number
          if ((edge[alongI + q] as number) > 0 && (edge[alongJ + q] as number) > 0)
            if (areOpposite(lines, p, q)) consider(sides, i, p, j, q, size)
        }
      }
    }
}

function areOpposite(lines: readonly Support[], one: number, other: number): boolean {
  const a = lines[one] as Support
  const b = lines[other] as Support
  return Math.abs(a.cos * b.cos + a.sin * b.sin) >= OPPOSITE
}

/** Keeps the quad of lines i, p, j and q if it is among the best so far. */
function consider(sides: Sides, i: number, p: number, j: number, q: number, size: number): void {
  const { count, rim, edge, length, beyond, mostBeyond } = sides
  const first = (i * count + p) * count + q
  const second = (q * count + i) * count + j
  const third = (j * count + p) * count + q
  const fourth = (p * count + i) * count + j
  const a = length[first] as number
  const b = length[second] as number
  const c = length[third] as number
  const d = length[fourth] as number
  const one = edge[first] as number
  const two = edge[second] as number
  const three = edge[third] as number
  const four = edge[fourth] as number
  const mean = (one * a + two * b + three * c + four * d) / (a + b + c + d)
  const least = Math.min(rim[i] ? 1 : one, rim[q] ? 1 : two, rim[j] ? 1 : three, rim[p] ? 1 : four)
  const overshoot =
    ((beyond[first] as number) +
      (beyond[second] as number) +
      (beyond[third] as number) +
      (beyond[fourth] as number)) /
    4
  const withoutArea = mean + LEAST * least - BEYOND * overshoot
  // The area is at most 1, so that most quads are rejected without computing their shape.
  if (withoutArea + AREA <= bar) return
  if ((rim[i] as number) + (rim[q] as number) + (rim[j] as number) + (rim[p] as number) > MOST_RIMS) return
  let area = setCorners(sides, i, p, j, q) / size
  if (area < 0) area = setCorners(sides, p, i, q, j) / size
  if (area < SMALLEST) return
  const value = withoutArea + AREA * Math.sqrt(area)
  if (value <= bar) return
  const skew = skewOf()
  if (skew > MOST_SKEW) return
  const slot = slotFor(value)
  if (slot < 0) return
  current[MEAN] = mean
  current[MEAN + 1] = least
  current[MEAN + 2] = overshoot
  current[MEAN + 3] = Math.max(
    mostBeyond[first] as number,
    mostBeyond[second] as number,
    mostBeyond[third] as number,
    mostBeyond[fourth] as number,
  )
  current[MEAN + 4] = area
  current[MEAN + 5] = skew
  best.set(current, slot * NUMBERS)
  values[slot] = value
  if (slots < KEPT) return
  bar = value
  for (let at = 0; at < KEPT; at++) bar = Math.min(bar, values[at] as number)
}

/**
 * Sets the current quad, with its sides in the order i, q, j, p. Returns its area in pixels,
 * negative if counterclockwise.
 */
function setCorners(sides: Sides, i: number, p: number, j: number, q: number): number {
  const { count, rim } = sides
  setCorner(sides, 0, i * count + p, rim[i] as number)
  setCorner(sides, 1, i * count + q, rim[q] as number)
  setCorner(sides, 2, j * count + q, rim[j] as number)
  setCorner(sides, 3, j * count + p, rim[p] as number)
  let twice = 0
  for (let at = 0; at < 8; at += 2) {
    const next = (at + 2) & 7
    twice +=
      (current[at] as number) * (current[next + 1] as number) -
      (current[next] as number) * (current[at + 1] as number)
  }
  return twice / 2
}

function setCorner({ crossX, crossY }: Sides, corner: number, crossing: number, isRim: number): void {
  current[2 * corner] = crossX[crossing] as number
  current[2 * corner + 1] = crossY[crossing] as number
  current[RIMS + corner] = isRim
}

/**
 * The slot for the current quad: its near duplicate's, a new one, or the worst. −1 if the duplicate
 * is better.
 */
function slotFor(value: number): number {
  let worst = 0
  for (let slot = 0; slot < slots; slot++) {
    if (isTwin(slot * NUMBERS)) return value > (values[slot] as number) ? slot : -1
    if ((values[slot] as number) < (values[worst] as number)) worst = slot
  }
  return slots < KEPT ? slots++ : worst
}

/** Whether each corner of the current quad is near the same corner of a slot's quad. */
function isTwin(first: number): boolean {
  for (let at = 0; at < 8; at += 2) {
    let near = false
    for (let other = first; other < first + 8 && !near; other += 2)
      near =
        Math.abs((current[at] as number) - (best[other] as number)) +
          Math.abs((current[at + 1] as number) - (best[other + 1] as number)) <
        TWIN
    if (!near) return false
  }
  return true
}

/**
 * Deviation of the current quad's worst corner from a right angle: 0 to 1, and more than 1 if it is
 * not convex.
 */
function skewOf(): number {
  let least = 1
  for (let at = 0; at < 8; at += 2) {
    const next = (at + 2) & 7
    const last = (at + 4) & 7
    const ux = (current[next] as number) - (current[at] as number)
    const uy = (current[next + 1] as number) - (current[at + 1] as number)
    const vx = (current[last] as number) - (current[next] as number)
    const vy = (current[last + 1] as number) - (current[next + 1] as number)
    const sine = (ux * vy - uy * vx) / (Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy)) + 1e-6)
    least = Math.min(least, sine)
  }
  return 1 - least
}

function candidateOf(slot: number): Candidate {
  const numbers = best.subarray(slot * NUMBERS, (slot + 1) * NUMBERS)
  const [mean = 0, least = 0, beyond = 0, mostBeyond = 0, area = 0, skew = 0] = numbers.subarray(MEAN)
  return {
    quad: [0, 2, 4, 6].map((at) => [numbers[at], numbers[at + 1]]) as unknown as Quad,
    onRim: [0, 1, 2, 3].map((at) => numbers[RIMS + at] === 1),
    ...{ mean, least, beyond, mostBeyond, area, skew },
  }
}
