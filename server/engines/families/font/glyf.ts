import type { Point } from './contours.ts'

export interface Outlines {
  glyf: Buffer
  /** Four-byte offsets, one more than there are glyphs. */
  loca: Buffer
  /** The minimum x of each glyph, 0 for an empty one. */
  left: number[]
  maxPoints: number
  maxContours: number
}

/** Writes simple glyphs without instructions. Source: OpenType 1.9, "glyf — Glyph Data Table". */
export function writeOutlines(glyphs: Iterable<Point[][]>): Outlines {
  const parts: Buffer[] = []
  const places = [0]
  const left: number[] = []
  let position = 0
  let maxPoints = 0
  let maxContours = 0
  for (const contours of glyphs) {
    const points = contours.flat()
    if (points.length > 0) {
      const bytes = glyph(contours, points)
      parts.push(bytes)
      position += bytes.length
    }
    left.push(points.reduce((least, { x }) => Math.min(least, x), points[0]?.x ?? 0))
    places.push(position)
    maxPoints = Math.max(maxPoints, points.length)
    maxContours = Math.max(maxContours, contours.length)
  }
  const loca = Buffer.alloc(4 * places.length)
  for (const [index, place] of places.entries()) loca.writeUInt32BE(place, 4 * index)
  return { glyf: Buffer.concat(parts, position), loca, left, maxPoints, maxContours }
}

const ON = 1
/** Flags for x and y: one-byte delta, and its sign; or zero. */
const SHORT = [2, 4] as const
const SAME_OR_UP = [16, 32] as const

function glyph(contours: Point[][], points: Point[]): Buffer {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const header = Buffer.alloc(10 + 2 * contours.length + 2)
  header.writeInt16BE(contours.length, 0)
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  for (const [index, bound] of bounds.entries()) header.writeInt16BE(bound, 2 + 2 * index)
  let last = -1
  for (const [index, contour] of contours.entries()) {
    last += contour.length
    header.writeUInt16BE(last, 10 + 2 * index)
  }
  const flags = points.map(({ on }) => (on ? ON : 0))
  const steps = [xs, ys].map((values, axis) => Buffer.from(steps16(values, axis as 0 | 1, flags)))
  const body = Buffer.concat([header, Buffer.from(flags), ...steps])
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}

function steps16(values: number[], axis: 0 | 1, flags: number[]): number[] {
  const bytes: number[] = []
  for (const [index, value] of values.entries()) {
    const step = value - (values[index - 1] ?? 0)
    if (step === 0) flags[index] = (flags[index] ?? 0) | SAME_OR_UP[axis]
    else if (Math.abs(step) < 256) {
      flags[index] = (flags[index] ?? 0) | SHORT[axis] | (step > 0 ? SAME_OR_UP[axis] : 0)
      bytes.push(Math.abs(step))
    } else bytes.push((step >> 8) & 255, step & 255)
  }
  return bytes
}
