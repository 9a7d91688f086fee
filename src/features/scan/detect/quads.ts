import type { Point, Quad } from './image.ts'
import { along, between, type Line } from './lines.ts'

interface Size {
  width: number
  height: number
}

/** Four lines that may be the sides of a sheet, and how much they look like them. */
export interface Candidate {
  quad: Quad
  /** Of each side, from its corner to the next one: whether it is a rim of the picture. */
  onRim: readonly boolean[]
  /** How much of the sides is an edge, and of the side that is least one. */
  mean: number
  least: number
  /** How much the edges go on beyond the corners, where those of a sheet end, and at the corner where they do so most. */
  beyond: number
  mostBeyond: number
  /** Part of the picture. */
  area: number
  /** How far the sharpest or widest corner is from a right angle: 0 to 1. */
  skew: number
}

/** At how much a crossing may lie outside the picture. */
const OUTSIDE = 0.03
/** Sine of the smallest angle of a corner, and cosine of the widest between opposite sides. */
const [CORNER, OPPOSITE] = [0.34, 0.7]
const SHORTEST = 0.09
const SMALLEST = 0.05
const KEPT = 24

/** A part of a line between two others. */
interface Sides {
  /** How much of it is an edge; 0 where there is no such side. */
  edge: Float32Array
  beyond: Float32Array
  mostBeyond: Float32Array
  length: Float32Array
}

/** The candidates that look best at a glance, without near twins. */
export function findQuads(lines: readonly Line[], size: Size): Candidate[] {
  const crossings = crossingsOf(lines, size)
  const sides = sidesOf(lines, crossings, size)
  const found = [...quadsOf(lines, crossings, sides, size)].sort((a, b) => glance(b) - glance(a))
  const kept: Candidate[] = []
  for (const one of found) {
    if (kept.some((other) => isSame(one.quad, other.quad))) continue
    kept.push(one)
    if (kept.length === KEPT) break
  }
  return kept
}

const glance = ({ mean, least, beyond, area }: Candidate) =>
  mean + 0.6 * least - 0.35 * beyond + 0.35 * Math.sqrt(area)

const isSame = (one: Quad, other: Quad) =>
  one.every(([x, y]) => other.some(([u, v]) => Math.abs(x - u) + Math.abs(y - v) < 5))

function crossingsOf(lines: readonly Line[], { width, height }: Size): (Point | undefined)[] {
  const count = lines.length
  const crossings: (Point | undefined)[] = new Array(count * count)
  for (const [i, one] of lines.entries())
    for (let j = i + 1; j < count; j++) {
      const other = lines[j] as Line
      const sine = one.cos * other.sin - one.sin * other.cos
      if (Math.abs(sine) < CORNER) continue
      const x = (one.distance * other.sin - other.distance * one.sin) / sine + width / 2
      const y = (other.distance * one.cos - one.distance * other.cos) / sine + height / 2
      if (x < -width * OUTSIDE || x > width * (1 + OUTSIDE)) continue
      if (y < -height * OUTSIDE || y > height * (1 + OUTSIDE)) continue
      crossings[i * count + j] = crossings[j * count + i] = [x, y]
    }
  return crossings
}

/** Each part of a line between two others is looked at once, for all the quads that have it. */
function sidesOf(lines: readonly Line[], crossings: readonly (Point | undefined)[], size: Size): Sides {
  const count = lines.length
  const values = () => new Float32Array(count ** 3)
  const sides = { edge: values(), beyond: values(), mostBeyond: values(), length: values() }
  const shortest = SHORTEST * Math.min(size.width, size.height)
  for (const [at, line] of lines.entries()) {
    const places = lines.map((_, i) => {
      const crossing = crossings[i * count + at]
      return crossing ? along(line, crossing[0], crossing[1], size) : Number.NaN
    })
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        const [a, b] = [places[i] as number, places[j] as number]
        const [from, to] = a < b ? [a, b] : [b, a]
        const length = to - from
        if (!(length >= shortest)) continue
        const oneWay = Math.max(between(line.rising, from, to), between(line.falling, from, to))
        const edge = (0.4 * between(line.any, from, to) + 0.6 * oneWay) / length
        if (edge < 0.1) continue
        const key = (at * count + i) * count + j
        const more = Math.max(6, length * 0.1)
        sides.edge[key] = edge
        sides.length[key] = length
        if (line.isRim) continue
        const before = between(line.any, from - more - 3, from - 3) / more
        const after = between(line.any, to + 3, to + more + 3) / more
        sides.beyond[key] = (before + after) / 2
        sides.mostBeyond[key] = Math.max(before, after)
      }
  }
  return sides
}

/** A pair of opposite lines with every pair that crosses both. */
function* quadsOf(
  lines: readonly Line[],
  crossings: readonly (Point | undefined)[],
  { edge, beyond, mostBeyond, length }: Sides,
  { width, height }: Size,
): Generator<Candidate> {
  const count = lines.length
  const key = (line: number, i: number, j: number) => (line * count + i) * count + j
  const areOpposite = (one: number, other: number) => {
    const [a, b] = [lines[one] as Line, lines[other] as Line]
    return Math.abs(a.cos * b.cos + a.sin * b.sin) >= OPPOSITE
  }
  const isRim = (line: number) => (lines[line] as Line).isRim
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      if (!areOpposite(i, j)) continue
      const across: number[] = []
      for (let p = i + 1; p < count; p++) if (p !== j && (edge[key(p, i, j)] as number) > 0) across.push(p)
      for (const [at, p] of across.entries())
        for (const q of across.slice(at + 1)) {
          const keys = [key(i, p, q), key(q, i, j), key(j, p, q), key(p, i, j)]
          if (!(edge[keys[0] as number] as number) || !(edge[keys[2] as number] as number)) continue
          if (!areOpposite(p, q)) continue
          let around = 0
          let sum = 0
          let past = 0
          let least = 1
          let most = 0
          for (const one of keys) {
            const value = edge[one] as number
            around += length[one] as number
            sum += value * (length[one] as number)
            past += beyond[one] as number
            most = Math.max(most, mostBeyond[one] as number)
            if (value < least) least = value
          }
          if (sum / around < 0.25) continue
          const onRim = [isRim(i), isRim(q), isRim(j), isRim(p)]
          if (onRim.filter(Boolean).length > 2) continue
          const quad = [
            crossings[i * count + p],
            crossings[i * count + q],
            crossings[j * count + q],
            crossings[j * count + p],
          ] as unknown as Quad
          const shape = shapeOf(quad)
          const area = shape.area / (width * height)
          if (shape.skew > 0.5 || area < SMALLEST) continue
          yield {
            ...{ quad, onRim, mean: sum / around, least, beyond: past / 4, mostBeyond: most },
            ...{ area, skew: shape.skew },
          }
        }
    }
}

/** Area in pixels, and how far its corners are from right angles: 1 for a quad that is not convex. */
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
