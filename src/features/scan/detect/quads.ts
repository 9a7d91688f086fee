import type { Quad } from './image.ts'
import { MOST_LINES, type Support } from './supports.ts'

interface Size {
  width: number
  height: number
}

/** Four lines that may be the sides of a sheet, and how well the edges support them. */
export interface Candidate {
  /** Corners in working pixels, clockwise. */
  quad: Quad
  /** For each side, from its corner to the next one: whether it is a rim of the picture. */
  onRim: readonly boolean[]
  /** Edge support of the whole outline, and of the weakest side: 0 to 1. */
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

/** Part of the picture's size that a corner may lie outside of it. */
const OUTSIDE = 0.12
/** Sine of the smallest angle of a corner, and cosine of the largest between opposite sides. */
const CORNER = 0.34
const OPPOSITE = 0.7
const SHORTEST = 0.09
const SMALLEST = 0.05
const LEAST_EDGE = 0.1
const LEAST_MEAN = 0.25
const MOST_SKEW = 0.5
/** Candidates that are kept for a closer look. */
const KEPT = 56
/** Distance of corners (|x| + |y|) in working pixels of quads that count as one. */
const TWIN = 5

/** Crossings of lines i and j at i × count + j: their coordinates, and where they lie along line i. */
let count = 0
let crossX = new Float32Array(0)
let crossY = new Float32Array(0)
let place = new Int32Array(0)
/** The part of line k between lines i and j, at (k × count + i) × count + j with i < j. `edge` is 0 where there is no side. */
let edge = new Float32Array(0)
let past = new Float32Array(0)
let mostPast = new Float32Array(0)
let span = new Float32Array(0)
const ABSENT = -1e9
/** 1 for lines that are rims. */
const rim = new Uint8Array(MOST_LINES)

/** The candidates that look best at a glance, best first and without near twins. */
export function findQuads(lines: readonly Support[], size: Size): Candidate[] {
  count = lines.length
  for (let at = 0; at < count; at++) rim[at] = (lines[at] as Support).isRim ? 1 : 0
  if (crossX.length < count ** 2) {
    ;[crossX, crossY] = [new Float32Array(count ** 2), new Float32Array(count ** 2)]
    place = new Int32Array(count ** 2)
  }
  if (edge.length < count ** 3)
    [edge, past, mostPast, span] = [0, 0, 0, 0].map(() => new Float32Array(count ** 3)) as [
      Float32Array<ArrayBuffer>,
      Float32Array<ArrayBuffer>,
      Float32Array<ArrayBuffer>,
      Float32Array<ArrayBuffer>,
    ]
  cross(lines, size)
  measureSides(lines, size)
  search(lines, size)
  return candidatesOf(size)
}

function cross(lines: readonly Support[], { width, height }: Size): void {
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
      const [here, there] = [i * count + j, j * count + i]
      crossX[here] = crossX[there] = x + width / 2
      crossY[here] = crossY[there] = y + height / 2
      place[here] = Math.round(y * one.cos - x * one.sin + half)
      place[there] = Math.round(y * other.cos - x * other.sin + half)
    }
}

/** Looks once at each part of a line between two others, for all the quads that share it. */
function measureSides(lines: readonly Support[], { width, height }: Size): void {
  edge.fill(0)
  const shortest = SHORTEST * Math.min(width, height)
  for (let k = 0; k < count; k++) {
    const { any, rising, falling, isRim, first, last: end } = lines[k] as Support
    const last = any.length - 1
    for (let i = 0; i < count; i++) {
      const a = place[k * count + i] as number
      if (a === ABSENT) continue
      for (let j = i + 1; j < count; j++) {
        const b = place[k * count + j] as number
        if (b === ABSENT) continue
        const from = Math.max(first, a < b ? a : b)
        const to = Math.min(end, a < b ? b : a)
        const length = to - from
        if (length < shortest) continue
        const up = (rising[to] as number) - (rising[from] as number)
        const low = (falling[to] as number) - (falling[from] as number)
        const all = (any[to] as number) - (any[from] as number)
        const value = (0.4 * all + 0.6 * (up > low ? up : low)) / length
        if (value < LEAST_EDGE) continue
        const key = (k * count + i) * count + j
        edge[key] = value
        span[key] = length
        past[key] = mostPast[key] = 0
        if (isRim) continue
        const more = Math.round(Math.max(6, length * 0.1))
        const start = Math.max(0, from - 3)
        const stop = Math.min(last, to + 3)
        const before = ((any[start] as number) - (any[Math.max(0, start - more)] as number)) / more
        const after = ((any[Math.min(last, stop + more)] as number) - (any[stop] as number)) / more
        past[key] = (before + after) / 2
        mostPast[key] = before > after ? before : after
      }
    }
  }
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
function search(lines: readonly Support[], { width, height }: Size): void {
  slots = 0
  bar = 0
  const size = width * height
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
            consider(lines, i, p, j, q, size)
        }
      }
    }
}

function areOpposite(lines: readonly Support[], one: number, other: number): boolean {
  const a = lines[one] as Support
  const b = lines[other] as Support
  const cosine = a.cos * b.cos + a.sin * b.sin
  return cosine >= OPPOSITE || cosine <= -OPPOSITE
}

/** Keeps the quad of lines i, p, j and q if it is among the best so far. */
function consider(lines: readonly Support[], i: number, p: number, j: number, q: number, size: number): void {
  const first = (i * count + p) * count + q
  const second = (q * count + i) * count + j
  const third = (j * count + p) * count + q
  const fourth = (p * count + i) * count + j
  const [a, b, c, d] = [span[first] as number, span[second] as number, span[third] as number, span[fourth] as number]
  const one = edge[first] as number
  const two = edge[second] as number
  const three = edge[third] as number
  const four = edge[fourth] as number
  const mean = (one * a + two * b + three * c + four * d) / (a + b + c + d)
  if (mean < LEAST_MEAN) return
  const least = Math.min(rim[i] ? 1 : one, rim[q] ? 1 : two, rim[j] ? 1 : three, rim[p] ? 1 : four)
  const most = mean + 0.6 * least + 0.35
  if (most <= bar) return
  const beyond =
    ((past[first] as number) + (past[second] as number) + (past[third] as number) + (past[fourth] as number)) / 4
  if (most - 0.35 * beyond <= bar || !areOpposite(lines, p, q)) return
  if ((rim[i] as number) + (rim[q] as number) + (rim[j] as number) + (rim[p] as number) > 2) return
  setCorner(0, i * count + p)
  setCorner(2, i * count + q)
  setCorner(4, j * count + q)
  setCorner(6, j * count + p)
  const area = Math.abs(areaOf(corners)) / size
  if (area < SMALLEST) return
  const value = mean + 0.6 * least - 0.35 * beyond + 0.35 * Math.sqrt(area)
  if (value <= bar || skewOf(corners) > MOST_SKEW) return
  const slot = slotFor(value)
  if (slot < 0) return
  slotLines.set([i, p, j, q], slot * 4)
  slotCorners.set(corners, slot * 8)
  slotValues[slot] = value
  if (slots < KEPT) return
  bar = value
  for (let at = 0; at < KEPT; at++) if ((slotValues[at] as number) < bar) bar = slotValues[at] as number
}

function setCorner(at: number, crossing: number): void {
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

/** The quads of all slots, best first. */
function candidatesOf({ width, height }: Size): Candidate[] {
  const order = Array.from({ length: slots }, (_, slot) => slot)
  order.sort((one, other) => (slotValues[other] as number) - (slotValues[one] as number))
  return order.map((slot) => candidateOf(slot, width * height))
}

function candidateOf(slot: number, size: number): Candidate {
  const quad = slotCorners.subarray(slot * 8, slot * 8 + 8)
  const area = areaOf(quad)
  const [i = 0, p = 0, j = 0, q = 0] = slotLines.subarray(slot * 4, slot * 4 + 4)
  const sides = [
    { line: i, key: (i * count + p) * count + q },
    { line: q, key: (q * count + i) * count + j },
    { line: j, key: (j * count + p) * count + q },
    { line: p, key: (p * count + i) * count + j },
  ]
  const points = [0, 2, 4, 6].map((at) => [quad[at], quad[at + 1]])
  if (area < 0) {
    points.reverse()
    // Side k joins corners k and k + 1, so the last side stays the last one.
    sides.reverse().push(sides.shift() as (typeof sides)[0])
  }
  const onRim = sides.map(({ line }) => rim[line] === 1)
  const values = (from: Float32Array) => sides.map(({ key }) => from[key] as number)
  const [edges, spans, beyond] = [values(edge), values(span), values(past)] as [number[], number[], number[]]
  return {
    ...{ quad: points as unknown as Quad, onRim },
    mean: sum(edges.map((value, at) => value * (spans[at] as number))) / sum(spans),
    least: Math.min(...edges.map((value, at) => (onRim[at] ? 1 : value))),
    beyond: sum(beyond) / 4,
    mostBeyond: Math.max(...values(mostPast)),
    area: Math.abs(area) / size,
    skew: skewOf(quad),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
