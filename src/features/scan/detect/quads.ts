import type { Point, Quad } from './image.ts'
import type { Support } from './supports.ts'

interface Size {
  width: number
  height: number
}

/** Four lines that may be the sides of a sheet, and how well the edges support them. */
export interface Candidate {
  q: number
  /** Corners in working pixels, in either direction. */
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
const OUTSIDE = 0.03
/** Sine of the smallest angle of a corner, and cosine of the largest between opposite sides. */
const CORNER = 0.34
const OPPOSITE = 0.7
const SHORTEST = 0.09
const SMALLEST = 0.05
const LEAST_EDGE = 0.1
const LEAST_MEAN = 0.25
const MOST_SKEW = 0.5
/** Candidates that are kept for a closer look. */
const KEPT = 48

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

/** The candidates that look best at a glance, best first and without near twins. */
export function findQuads(lines: readonly Support[], size: Size): Candidate[] {
  count = lines.length
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
  return search(lines, size)
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
    const { any, rising, falling, isRim } = lines[k] as Support
    const last = any.length - 1
    for (let i = 0; i < count; i++) {
      const a = place[k * count + i] as number
      if (a === ABSENT) continue
      for (let j = i + 1; j < count; j++) {
        const b = place[k * count + j] as number
        if (b === ABSENT) continue
        const from = Math.max(0, a < b ? a : b)
        const to = Math.min(last, a < b ? b : a)
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
        const end = Math.min(last, to + 3)
        const before = ((any[start] as number) - (any[Math.max(0, start - more)] as number)) / more
        const after = ((any[Math.min(last, end + more)] as number) - (any[end] as number)) / more
        past[key] = (before + after) / 2
        mostPast[key] = before > after ? before : after
      }
    }
  }
}

const across = new Int32Array(64)
let rim: boolean[] = []

/** Tries each pair of opposite lines with each pair that crosses both. */
function search(lines: readonly Support[], size: Size): Candidate[] {
  const kept: Candidate[] = []
  rim = lines.map(({ isRim }) => isRim)
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      if (!areOpposite(lines, i, j)) continue
      let crossing = 0
      for (let p = i + 1; p < count; p++)
        if (p !== j && (edge[(p * count + i) * count + j] as number) > 0) across[crossing++] = p
      for (let one = 0; one < crossing; one++)
        for (let other = one + 1; other < crossing; other++)
          consider(lines, i, across[one] as number, j, across[other] as number, size, kept)
    }
  return kept
}

function areOpposite(lines: readonly Support[], one: number, other: number): boolean {
  const [a, b] = [lines[one] as Support, lines[other] as Support]
  return Math.abs(a.cos * b.cos + a.sin * b.sin) >= OPPOSITE
}

/** Keeps the quad of lines i, p, j and q if it is among the best so far. */
function consider(
  lines: readonly Support[],
  i: number,
  p: number,
  j: number,
  q: number,
  { width, height }: Size,
  kept: Candidate[],
): void {
  const first = (i * count + p) * count + q
  const third = (j * count + p) * count + q
  const one = edge[first] as number
  const three = edge[third] as number
  if (one === 0 || three === 0) return
  const second = (q * count + i) * count + j
  const fourth = (p * count + i) * count + j
  const two = edge[second] as number
  const four = edge[fourth] as number
  const [a, b, c, d] = [span[first] as number, span[second] as number, span[third] as number, span[fourth] as number]
  const mean = (one * a + two * b + three * c + four * d) / (a + b + c + d)
  if (mean < LEAST_MEAN) return
  const least = Math.min(rim[i] ? 1 : one, rim[q] ? 1 : two, rim[j] ? 1 : three, rim[p] ? 1 : four)
  const beyond =
    ((past[first] as number) + (past[second] as number) + (past[third] as number) + (past[fourth] as number)) / 4
  const worst = kept.length < KEPT ? -1 : glance(kept[KEPT - 1] as Candidate)
  if (glance({ mean, least, beyond, area: 1 }) <= worst || !areOpposite(lines, p, q)) return
  const onRim = [i, q, j, p].map((line) => (lines[line] as Support).isRim)
  if (onRim.filter(Boolean).length > 2) return
  const quad = [i * count + p, i * count + q, j * count + q, j * count + p].map((at) => [
    crossX[at],
    crossY[at],
  ]) as unknown as Quad
  const shape = shapeOf(quad)
  const area = shape.area / (width * height)
  if (shape.skew > MOST_SKEW || area < SMALLEST) return
  const mostBeyond = Math.max(
    mostPast[first] as number,
    mostPast[second] as number,
    mostPast[third] as number,
    mostPast[fourth] as number,
  )
  keep({ q: 0, quad, onRim, mean, least, beyond, mostBeyond, area, skew: shape.skew }, kept)
}

const glance = ({ mean, least, beyond, area }: Pick<Candidate, 'mean' | 'least' | 'beyond' | 'area'>) =>
  mean + 0.6 * least - 0.35 * beyond + 0.35 * Math.sqrt(area)

/** Inserts a candidate into the sorted list. Of near twins only the better one stays. */
function keep(candidate: Candidate, kept: Candidate[]): void {
  const mine = glance(candidate)
  const twin = kept.findIndex((other) => isSame(candidate.quad, other.quad))
  if (twin >= 0) {
    if (glance(kept[twin] as Candidate) >= mine) return
    kept.splice(twin, 1)
  }
  let at = kept.length
  while (at > 0 && glance(kept[at - 1] as Candidate) < mine) at--
  kept.splice(at, 0, candidate)
  if (kept.length > KEPT) kept.pop()
}

const isSame = (one: Quad, other: Quad) =>
  one.every(([x, y]) => other.some(([u, v]) => Math.abs(x - u) + Math.abs(y - v) < 5))

/** Area in pixels, and deviation of the corners from right angles: 1 for a quad that is not convex. */
function shapeOf(quad: Quad): { area: number; skew: number } {
  let twice = 0
  let skew = 0
  let turn = 0
  for (let corner = 0; corner < 4; corner++) {
    const [a, b, c] = [quad[corner], quad[(corner + 1) & 3], quad[(corner + 2) & 3]] as [Point, Point, Point]
    const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
    const sine = (ux * vy - uy * vx) / (Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy)) + 1e-6)
    twice += a[0] * b[1] - b[0] * a[1]
    if (corner === 0) turn = Math.sign(sine)
    else if (Math.sign(sine) !== turn) return { area: 0, skew: 1 }
    skew = Math.max(skew, 1 - Math.abs(sine))
  }
  return { area: Math.abs(twice) / 2, skew }
}
