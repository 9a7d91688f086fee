import type { Point, Quad } from './image.ts'
import type { Planes } from './planes.ts'
import type { Candidate } from './quads.ts'

/** Inside against outside of a candidate. */
interface Ground {
  /** The step in colour across the sides, and across the weakest of them: 0 to 1. */
  step: number
  stepLeast: number
  /** The same against what this picture has at most, since paper on a pale desk differs little. */
  relative: number
  /** How much brighter the inside is along the sides: −1 to 1. */
  brighter: number
  /** How uneven the inside is along the sides: 0 to 1. */
  uneven: number
}

/** Pixels from a side at which inside and outside are compared. */
const BESIDE = 5
const STEP = 40
const BRIGHT = 30

export function groundOf(
  quad: Quad,
  { closed, redGreen, blueYellow, width, height }: Planes,
  strong: number,
): Ground {
  const middle = [0, 1].map((axis) => quad.reduce((sum, point) => sum + (point[axis] as number), 0) / 4) as [
    number,
    number,
  ]
  const inside: number[] = []
  const steps: number[] = []
  let brighter = 0
  for (let side = 0; side < 4; side++) {
    const [a, b] = [quad[side], quad[(side + 1) & 3]] as [Point, Point]
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const length = Math.hypot(dx, dy)
    const inward = (middle[1] - a[1]) * dx - (middle[0] - a[0]) * dy < 0 ? -1 : 1
    const [nx, ny] = [(-dy / length) * inward, (dx / length) * inward]
    let [step, bright, count] = [0, 0, 0]
    for (let part = 0.08; part < 0.93; part += 0.06) {
      const [x, y] = [a[0] + dx * part, a[1] + dy * part]
      const within = pixelAt(x + nx * BESIDE, y + ny * BESIDE, width, height)
      const without = pixelAt(x - nx * BESIDE, y - ny * BESIDE, width, height)
      if (within < 0 || without < 0) continue
      const difference = (plane: Float32Array) => (plane[within] as number) - (plane[without] as number)
      const luma = difference(closed)
      step += Math.min(1, Math.hypot(luma, difference(redGreen), difference(blueYellow)) / STEP)
      bright += Math.max(-1, Math.min(1, luma / BRIGHT))
      inside.push(closed[within] as number)
      count++
    }
    steps.push(count > 0 ? step / count : 0)
    brighter += count > 0 ? bright / count / 4 : 0
  }
  const mean = inside.reduce((sum, value) => sum + value, 0) / (inside.length || 1)
  const spread = Math.sqrt(inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (inside.length || 1))
  const step = steps.reduce((sum, value) => sum + value, 0) / 4
  return {
    ...{ step, stepLeast: Math.min(...steps), brighter },
    relative: Math.min(1, (step * STEP) / (strong * 6)),
    uneven: Math.min(1, spread / (mean * 0.25 + 8)),
  }
}

function pixelAt(x: number, y: number, width: number, height: number): number {
  const [column, row] = [Math.round(x), Math.round(y)]
  return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column
}

/** What a candidate is judged by, in the order of the weights. */
export const featuresOf = (candidate: Candidate, ground: Ground): number[] => [
  candidate.mean,
  candidate.least,
  candidate.beyond,
  candidate.mostBeyond,
  Math.sqrt(candidate.area),
  candidate.skew,
  ground.step,
  ground.stepLeast,
  ground.brighter,
  ground.uneven,
  ground.relative,
  candidate.onRim.filter(Boolean).length,
]

/** By softmax regression (`bench/scan-fit.ts`); what has less than `THRESHOLD` is no sheet. */
const WEIGHTS: readonly number[] = [4.21, -1.05, -1.53, 0, 3.49, -1.27, 1.51, -0.23, 1.69, -0.02, 0, -0.58]
export const THRESHOLD = 5.8

export const scoreOf = (features: readonly number[]): number =>
  features.reduce((sum, value, at) => sum + value * (WEIGHTS[at] as number), 0)
