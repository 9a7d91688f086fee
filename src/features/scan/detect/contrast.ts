import type { Point } from './image.ts'
import type { Planes } from './planes.ts'
import type { Candidate } from './quads.ts'

/** Inside against outside of a candidate, along those of its sides that are no rim of the picture. */
export interface Contrast {
  /** Step in brightness and color across the sides, and across the weakest of them: 0 to 1. */
  step: number
  stepLeast: number
  /** How much brighter the inside is, and at the side where it is so least: −1 to 1. */
  bright: number
  brightLeast: number
  /** How alike the steps along a side are, however weak, at the worst side: in brightness (−1 to 1), in any channel (0 to 1). */
  signedLeast: number
  coherenceLeast: number
  /** How much more colorful the outside is: −1 to 1. */
  chroma: number
  /** Brightness at the rims of the picture against that at the other sides: 0 to 1. */
  rimDifference: number
  /** Mean brightness inside, along the sides: 0 to 255. */
  level: number
}

/** Pixels of the half-size planes from a side at which inside and outside are compared. */
const DISTANCE = 1.5
/** Samples along a side. */
const PLACES = 15
const FIRST = 0.08
/** Differences, in grey levels, that count as much as can be. */
const STEP = 40
const BRIGHT = 30
const CHROMA = 20

/** Compares both sides of a candidate's outline. Null if none of it can be compared. */
export function contrastOf({ quad, onRim }: Candidate, planes: Planes): Contrast | null {
  const { closed, redGreen, blueYellow } = planes
  const sums = { step: 0, bright: 0, chroma: 0, level: 0, samples: 0, sides: 0, rim: 0, rimSamples: 0 }
  const least = { step: 1, bright: 1, signed: 1, coherence: 1 }
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
        sums.rim += value
        sums.rimSamples++
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
      const color = Math.abs(redOut) + Math.abs(blueOut) - Math.abs(redIn) - Math.abs(blueIn)
      step += Math.min(1, length / STEP)
      bright += clamp(difference / BRIGHT)
      luma += difference
      red += redIn - redOut
      blue += blueIn - blueOut
      lengths += length
      sums.chroma += clamp(color / CHROMA)
      sums.level += value
      count++
    }
    if (onRim[side]) continue
    // A side outside of the picture has no contrast. The count in a denominator stands for noise of one grey level.
    const all = count || 1
    sums.step += step / all
    sums.bright += bright / all
    sums.samples += count
    sums.sides++
    least.step = Math.min(least.step, step / all)
    least.bright = Math.min(least.bright, bright / all)
    least.signed = Math.min(least.signed, luma / (lengths + all))
    least.coherence = Math.min(least.coherence, Math.hypot(luma, red, blue) / (lengths + all))
  }
  if (sums.samples === 0) return null
  const level = sums.level / sums.samples
  const rim = sums.rimSamples > 0 ? Math.abs(sums.rim / sums.rimSamples - level) / STEP : 0
  return {
    ...{ step: sums.step / sums.sides, stepLeast: least.step },
    ...{ bright: sums.bright / sums.sides, brightLeast: least.bright },
    ...{ signedLeast: least.signed, coherenceLeast: least.coherence },
    ...{ chroma: sums.chroma / sums.samples, rimDifference: Math.min(1, rim), level },
  }
}

const clamp = (value: number) => (value > 1 ? 1 : Math.max(value, -1))

/** Index in the half-size planes of a point in working pixels. −1 outside. */
function indexAt(x: number, y: number, { halfWidth, halfHeight }: Planes): number {
  const column = Math.round((x - 0.5) / 2)
  const row = Math.round((y - 0.5) / 2)
  return column < 0 || row < 0 || column >= halfWidth || row >= halfHeight ? -1 : row * halfWidth + column
}
