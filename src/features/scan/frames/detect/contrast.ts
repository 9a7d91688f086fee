import type { Point } from './image.ts'
import type { Planes } from './planes.ts'
import type { Candidate } from './quads.ts'

/**
 * The contrast between inside and outside of a candidate, along sides that are not on the image's
 * edge.
 */
export interface Contrast {
  /** The step in brightness and color across the sides, and across the weakest of them: 0 to 1. */
  step: number
  stepLeast: number
  /** How much brighter the inside is, and the minimum over the sides: −1 to 1. */
  bright: number
  brightLeast: number
  /**
   * The consistency of the steps along a side, however weak, for the worst side: in brightness (−1
   * to 1), in any channel (0 to 1).
   */
  signedLeast: number
  coherenceLeast: number
  /** How much more colorful the outside is: −1 to 1. */
  chroma: number
  /** The brightness difference between sides on the image's edge and the others: 0 to 1. */
  rimDifference: number
}

/**
 * The distance from a side, in pixels of the half-size planes, at which inside and outside are
 * compared.
 */
const DISTANCE = 1.5
/** Samples along a side. */
const PLACES = 15
const FIRST = 0.08
/** Differences in gray levels at which the value saturates. */
const STEP = 40
const BRIGHT = 30
const CHROMA = 20

/** Compares both sides of a candidate's outline. Null if none of it can be compared. */
export function contrastOf({ quad, onRim }: Candidate, planes: Planes): Contrast | null {
  const { closed, redGreen, blueYellow } = planes
  let [steps, brights, chromas, levels, samples, sides, rim, rimSamples] = [0, 0, 0, 0, 0, 0, 0, 0]
  let [stepLeast, brightLeast, signedLeast, coherenceLeast] = [1, 1, 1, 1]
  for (let side = 0; side < 4; side++) {
    const [ax, ay] = quad[side] as Point
    const [bx, by] = quad[(side + 1) & 3] as Point
    const dx = bx - ax
    const dy = by - ay
    const unit = (2 * DISTANCE) / Math.hypot(dx, dy)
    const nx = -dy * unit
    const ny = dx * unit
    let step = 0
    let bright = 0
    let luma = 0
    let red = 0
    let blue = 0
    let lengths = 0
    let count = 0
    for (let place = 0; place < PLACES; place++) {
      const part = FIRST + ((1 - 2 * FIRST) * place) / (PLACES - 1)
      const x = ax + dx * part
      const y = ay + dy * part
      const within = indexAt(x + nx, y + ny, planes)
      if (within < 0) continue
      const value = closed[within] as number
      if (onRim[side]) {
        rim += value
        rimSamples++
        continue
      }
      const without = indexAt(x - nx, y - ny, planes)
      if (without < 0) continue
      const redIn = redGreen[within] as number
      const redOut = redGreen[without] as number
      const blueIn = blueYellow[within] as number
      const blueOut = blueYellow[without] as number
      const difference = value - (closed[without] as number)
      const length = Math.sqrt(difference ** 2 + (redIn - redOut) ** 2 + (blueIn - blueOut) ** 2)
      const colour = Math.abs(redOut) + Math.abs(blueOut) - Math.abs(redIn) - Math.abs(blueIn)
      step += Math.min(1, length / STEP)
      bright += clamp(difference / BRIGHT)
      luma += difference
      red += redIn - redOut
      blue += blueIn - blueOut
      lengths += length
      chromas += clamp(colour / CHROMA)
      levels += value
      count++
    }
    if (onRim[side]) continue
    // A side outside of the image has no contrast. The 1 in a denominator represents noise of one
    // gray level.
    const all = count || 1
    steps += step / all
    brights += bright / all
    samples += count
    sides++
    stepLeast = Math.min(stepLeast, step / all)
    brightLeast = Math.min(brightLeast, bright / all)
    signedLeast = Math.min(signedLeast, luma / (lengths + all))
    coherenceLeast = Math.min(coherenceLeast, Math.hypot(luma, red, blue) / (lengths + all))
  }
  if (samples === 0) return null
  const rimDifference = rimSamples > 0 ? Math.min(1, Math.abs(rim / rimSamples - levels / samples) / STEP) : 0
  const [step, bright, chroma] = [steps / sides, brights / sides, chromas / samples] as const
  return { step, stepLeast, bright, brightLeast, signedLeast, coherenceLeast, chroma, rimDifference }
}

const clamp = (value: number) => (value > 1 ? 1 : Math.max(value, -1))

/** Index in the half-size planes of a point in working pixels. −1 outside. */
function indexAt(x: number, y: number, { halfWidth, halfHeight }: Planes): number {
  const column = Math.round((x - 0.5) / 2)
  const row = Math.round((y - 0.5) / 2)
  return column < 0 || row < 0 || column >= halfWidth || row >= halfHeight ? -1 : row * halfWidth + column
}
