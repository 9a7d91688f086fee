import type { Point, Quad } from './image.ts'
import type { Planes } from './planes.ts'
import type { Candidate } from './quads.ts'

/** Pixels of the half-size planes from a side at which inside and outside are compared. */
const DISTANCE = Number(globalThis.process?.env.DIST ?? 2.5)
const STEP = 40
const BRIGHT = 30
const PLACES = 15
const GRID = 7

/** What a candidate is judged by, in the order of the weights. Each value is about 0 to 1. */
export function featuresOf(candidate: Candidate, planes: Planes, _strong: number): number[] {
  const { closed, redGreen, blueYellow } = planes
  const { quad, onRim } = candidate
  const middleX = (quad[0][0] + quad[1][0] + quad[2][0] + quad[3][0]) / 4
  const middleY = (quad[0][1] + quad[1][1] + quad[2][1] + quad[3][1]) / 4
  let [step, stepLeast, brighter, brightLeast, coherence, coherenceLeast, signed] = [0, 1, 0, 1, 0, 1, 1]
  let [sum, squares, inside, chroma, sides] = [0, 0, 0, 0, 0]
  let [rimSum, rimCount] = [0, 0]
  for (let side = 0; side < 4; side++) {
    const [ax, ay] = quad[side] as Point
    const [bx, by] = quad[(side + 1) & 3] as Point
    const dx = bx - ax
    const dy = by - ay
    const turn = (middleY - ay) * dx - (middleX - ax) * dy < 0 ? -1 : 1
    const unit = (2 * DISTANCE * turn) / Math.hypot(dx, dy)
    const nx = -dy * unit
    const ny = dx * unit
    let [steps, bright, lumas, reds, blues, lengths, count] = [0, 0, 0, 0, 0, 0, 0]
    for (let place = 0; place < PLACES; place++) {
      const part = 0.08 + (0.84 * place) / (PLACES - 1)
      const x = ax + dx * part
      const y = ay + dy * part
      const within = pixelAt(x + nx, y + ny, planes)
      if (within < 0) continue
      const value = closed[within] as number
      if (onRim[side]) {
        rimSum += value
        rimCount++
        continue
      }
      const without = pixelAt(x - nx, y - ny, planes)
      if (without < 0) continue
      const luma = value - (closed[without] as number)
      const red = (redGreen[within] as number) - (redGreen[without] as number)
      const blue = (blueYellow[within] as number) - (blueYellow[without] as number)
      const length = Math.sqrt(luma * luma + red * red + blue * blue)
      steps += Math.min(1, length / STEP)
      bright += Math.max(-1, Math.min(1, luma / BRIGHT))
      lumas += luma
      reds += red
      blues += blue
      lengths += length
      chroma += Math.max(-1, Math.min(1, (Math.abs(redGreen[without] as number) + Math.abs(blueYellow[without] as number) - Math.abs(redGreen[within] as number) - Math.abs(blueYellow[within] as number)) / 20))
      sum += value
      squares += value * value
      inside++
      count++
    }
    if (onRim[side]) continue
    if (count === 0) { stepLeast = brightLeast = coherenceLeast = signed = 0; continue }
    sides++
    const coherent = Math.sqrt(lumas * lumas + reds * reds + blues * blues) / (lengths + count)
    step += steps / count
    brighter += bright / count
    coherence += coherent
    stepLeast = Math.min(stepLeast, steps / count)
    brightLeast = Math.min(brightLeast, bright / count)
    coherenceLeast = Math.min(coherenceLeast, coherent)
    signed = Math.min(signed, lumas / (lengths + count))
  }
  if (sides === 0) return []
  const mean = sum / inside
  const spread = Math.sqrt(Math.max(0, squares / inside - mean * mean))
  step /= sides
  candidate.q = Math.max(0, signed) * candidate.least
  return [
    candidate.mean,
    candidate.least,
    candidate.beyond,
    candidate.mostBeyond,
    Math.sqrt(candidate.area),
    candidate.skew,
    step,
    stepLeast,
    brighter / sides,
    Math.min(1, spread / (mean * 0.25 + 8)),
    rimCount > 0 ? Math.min(1, Math.abs(rimSum / rimCount - mean) / STEP) : 0,
    (4 - sides) / 2,
    coherence / sides,
    coherenceLeast,
    brightLeast,
    chroma / inside,
    interior(candidate, planes, mean),
    signed,
  ]
}

export function relate(all: (Candidate & { features: number[] })[]) {
  for (const one of all) {
    let inner = 0
    let outer = 0
    for (const other of all) {
      const ratio = other.area / one.area
      const both = Math.min(one.q, other.q)
      if (ratio > 0.75 && ratio < 0.985 && contains(one.quad, other.quad)) inner = Math.max(inner, both)
      if (ratio > 1.015 && ratio < 1.33 && contains(other.quad, one.quad)) outer = Math.max(outer, both)
    }
    one.features.push(inner, outer)
  }
}

/** Whether a quad holds the corners of another one, or nearly so. */
function contains(outer: Quad, inner: Quad): boolean {
  const turn = Math.sign(
    (outer[1][0] - outer[0][0]) * (outer[2][1] - outer[0][1]) - (outer[1][1] - outer[0][1]) * (outer[2][0] - outer[0][0]),
  )
  for (let side = 0; side < 4; side++) {
    const [ax, ay] = outer[side] as Point
    const [bx, by] = outer[(side + 1) & 3] as Point
    const least = -3 * Math.hypot(bx - ax, by - ay)
    for (const [x, y] of inner) if (turn * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < least) return false
  }
  return true
}

/** Unevenness of the whole inside. */
function interior({ quad }: Candidate, planes: Planes, mean: number): number {
  const [a, b, c, d] = quad
  let sum = 0
  let squares = 0
  let count = 0
  for (let row = 1; row < GRID; row++)
    for (let column = 1; column < GRID; column++) {
      const u = column / GRID
      const v = row / GRID
      const at = pixelAt(
        (a[0] * (1 - u) + b[0] * u) * (1 - v) + (d[0] * (1 - u) + c[0] * u) * v,
        (a[1] * (1 - u) + b[1] * u) * (1 - v) + (d[1] * (1 - u) + c[1] * u) * v,
        planes,
      )
      if (at < 0) continue
      const value = planes.closed[at] as number
      sum += value
      squares += value * value
      count++
    }
  const middle = sum / (count || 1)
  return Math.min(1, Math.sqrt(Math.max(0, squares / (count || 1) - middle * middle)) / (mean * 0.25 + 8))
}

/** Index in the half-size planes of a point in working pixels; −1 outside. */
function pixelAt(x: number, y: number, { halfWidth, halfHeight }: Planes): number {
  const column = Math.round((x - 0.5) / 2)
  const row = Math.round((y - 0.5) / 2)
  return column < 0 || row < 0 || column >= halfWidth || row >= halfHeight ? -1 : row * halfWidth + column
}

/** By softmax regression (`bench/scan-fit.ts`); what has less than `THRESHOLD` is no sheet. */
const WEIGHTS: readonly number[] = [4.21, -1.05, -1.53, 0, 3.49, -1.27, 1.51, -0.23, 1.69, -0.02, 0, -0.58]
export const THRESHOLD = 5.8

export const scoreOf = (features: readonly number[]): number =>
  WEIGHTS.reduce((sum, weight, at) => sum + weight * (features[at] as number), 0)
