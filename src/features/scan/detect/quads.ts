import type { Quad } from './image.ts'
import { type Sides, type Size, sidesOf } from './sides.ts'
import { MOST_LINES, type Support } from './supports.ts'

/** Four lines that may be the sides of a sheet, and how well the edges support them. */
export interface Candidate {
  /** Corners in working pixels, clockwise. */
  quad: Quad
  /** For each side, from its corner to the next one: whether it is a rim of the picture. */
  onRim: readonly boolean[]
  /** Edge support of the whole outline, and of the weakest side that is no rim: 0 to 1. */
  mean: number
  least: number
  /** Edge support beyond the corners, where the edges of a sheet end: of all sides, and at the worst corner. */
  beyond: number
  mostBeyond: number
  /** Part of the picture: 0 to 1. */
  area: number
  /** Deviation of the worst corner from a right angle: 0 to 1. */
  skew: number
}

/** Cosine of the largest angle between opposite sides. */
const OPPOSITE = 0.7
/** Part of the picture that a candidate has at least. */
const SMALLEST = 0.05
const LEAST_MEAN = 0.25
const MOST_SKEW = 0.5
const MOST_RIMS = 2
/** Candidates that are kept for a closer look. */
const KEPT = 56
/** Distance of corners (|x| + |y|) in working pixels of quads that count as one. */
const TWIN = 5
/** Weights of the value at a glance. */
const LEAST = 0.6
const BEYOND = 0.35
const AREA = 0.35

/** The candidates that look best at a glance, best first and without near twins. */
export function findQuads(lines: readonly Support[], size: Size): Candidate[] {
  const sides = sidesOf(lines, size)
  search(lines, sides, size.width * size.height)
  const order = Array.from({ length: slots }, (_, slot) => slot)
  order.sort((one, other) => (slotValues[other] as number) - (slotValues[one] as number))
  return order.map((slot) => candidateOf(slot, sides, size.width * size.height))
}

/** The best quads so far: four lines each, their corners, and the value at a glance. Slots are reused. */
const slotLines = new Uint8Array(KEPT * 4)
const slotCorners = new Float32Array(KEPT * 8)
const slotValues = new Float64Array(KEPT)
let slots = 0
/** The value that a quad must exceed to be kept. */
let bar = 0
const corners = new Float32Array(8)
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
  const { count, rim, edge, length, beyond } = sides
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
  if (mean < LEAST_MEAN) return
  const least = Math.min(rim[i] ? 1 : one, rim[q] ? 1 : two, rim[j] ? 1 : three, rim[p] ? 1 : four)
  const over =
    (beyond[first] as number) +
    (beyond[second] as number) +
    (beyond[third] as number) +
    (beyond[fourth] as number)
  const withoutArea = mean + LEAST * least - (BEYOND * over) / 4
  // The area is 1 at most, so that most quads need no look at their shape.
  if (withoutArea + AREA <= bar) return
  if ((rim[i] as number) + (rim[q] as number) + (rim[j] as number) + (rim[p] as number) > MOST_RIMS) return
  setCorner(0, sides, i * count + p)
  setCorner(2, sides, i * count + q)
  setCorner(4, sides, j * count + q)
  setCorner(6, sides, j * count + p)
  const area = Math.abs(areaOf(corners)) / size
  if (area < SMALLEST) return
  const value = withoutArea + AREA * Math.sqrt(area)
  if (value <= bar || skewOf(corners) > MOST_SKEW) return
  const slot = slotFor(value)
  if (slot < 0) return
  slotLines[slot * 4] = i
  slotLines[slot * 4 + 1] = p
  slotLines[slot * 4 + 2] = j
  slotLines[slot * 4 + 3] = q
  slotCorners.set(corners, slot * 8)
  slotValues[slot] = value
  if (slots < KEPT) return
  bar = value
  for (let at = 0; at < KEPT; at++) bar = Math.min(bar, slotValues[at] as number)
}

function setCorner(at: number, { crossX, crossY }: Sides, crossing: number): void {
  corners[at] = crossX[crossing] as number
  corners[at + 1] = crossY[crossing] as number
}

/** The slot for a quad with `corners`: that of its near twin, a new one, or the worst. −1 if the twin is better. */
function slotFor(value: number): number {
  for (let slot = 0; slot < slots; slot++)
    if (isTwin(slot * 8)) return value > (slotValues[slot] as number) ? slot : -1
  if (slots < KEPT) return slots++
  let worst = 0
  for (let slot = 1; slot < KEPT; slot++)
    if ((slotValues[slot] as number) < (slotValues[worst] as number)) worst = slot
  return worst
}

/** Whether each of `corners` is near one of a slot's. */
function isTwin(slot: number): boolean {
  for (let at = 0; at < 8; at += 2) {
    let near = false
    for (let other = slot; other < slot + 8 && !near; other += 2)
      near =
        Math.abs((corners[at] as number) - (slotCorners[other] as number)) +
          Math.abs((corners[at + 1] as number) - (slotCorners[other + 1] as number)) <
        TWIN
    if (!near) return false
  }
  return true
}

/** Area in pixels, negative if the corners run counterclockwise. */
function areaOf(quad: Float32Array): number {
  let twice = 0
  for (let at = 0; at < 8; at += 2) {
    const next = (at + 2) & 7
    twice +=
      (quad[at] as number) * (quad[next + 1] as number) - (quad[next] as number) * (quad[at + 1] as number)
  }
  return twice / 2
}

/** Deviation of the worst corner from a right angle: 0 to 1, and 1 for a quad that is not convex. */
function skewOf(quad: Float32Array): number {
  let least = 1
  let turn = 0
  for (let at = 0; at < 8; at += 2) {
    const next = (at + 2) & 7
    const last = (at + 4) & 7
    const ux = (quad[next] as number) - (quad[at] as number)
    const uy = (quad[next + 1] as number) - (quad[at + 1] as number)
    const vx = (quad[last] as number) - (quad[next] as number)
    const vy = (quad[last + 1] as number) - (quad[next + 1] as number)
    const sine = (ux * vy - uy * vx) / (Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy)) + 1e-6)
    if (at === 0) turn = sine < 0 ? -1 : 1
    if (sine * turn < least) least = sine * turn
  }
  return least <= 0 ? 1 : 1 - least
}

function candidateOf(slot: number, sides: Sides, size: number): Candidate {
  const { count, rim, edge, length, beyond, mostBeyond } = sides
  const quad = slotCorners.subarray(slot * 8, slot * 8 + 8)
  const area = areaOf(quad)
  const [i = 0, p = 0, j = 0, q = 0] = slotLines.subarray(slot * 4, slot * 4 + 4)
  const points = [0, 2, 4, 6].map((at) => [quad[at], quad[at + 1]])
  const keys = [
    (i * count + p) * count + q,
    (q * count + i) * count + j,
    (j * count + p) * count + q,
    (p * count + i) * count + j,
  ]
  const onRim = [i, q, j, p].map((line) => rim[line] === 1)
  if (area < 0) {
    points.reverse()
    // Side k joins corners k and k + 1: the first and the third side change places.
    ;[keys[0], keys[2]] = [keys[2] as number, keys[0] as number]
    ;[onRim[0], onRim[2]] = [onRim[2] === true, onRim[0] === true]
  }
  const values = (from: Float32Array) => keys.map((key) => from[key] as number)
  const edges = values(edge)
  const lengths = values(length)
  return {
    ...{ quad: points as unknown as Quad, onRim },
    mean: sum(edges.map((value, at) => value * (lengths[at] as number))) / sum(lengths),
    least: Math.min(...edges.map((value, at) => (onRim[at] ? 1 : value))),
    beyond: sum(values(beyond)) / 4,
    mostBeyond: Math.max(...values(mostBeyond)),
    ...{ area: Math.abs(area) / size, skew: skewOf(quad) },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
