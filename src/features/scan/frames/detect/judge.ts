import { contrastOf } from './contrast.ts'
import type { Point, Quad } from './image.ts'
import type { Planes } from './planes.ts'
import type { Candidate } from './quads.ts'
import { PRESENCE, PRESENCE_BIAS, RANK } from './weights.ts'

/** A candidate with its feature values, in the order of `FEATURES`. */
export interface Judged extends Candidate {
  features: number[]
}

/** Names of the features. Each is about 0 to 1, and signed where darker and brighter differ. */
export const FEATURES = [
  ...['mean', 'least', 'beyond', 'mostBeyond', 'area', 'skew', 'rims'],
  // In the order of `Contrast`.
  ...[
    'step',
    'stepLeast',
    'bright',
    'brightLeast',
    'signedLeast',
    'coherenceLeast',
    'chroma',
    'rimDifference',
  ],
  'nested',
] as const

/** The minimum area ratio of two sheets in a pile, upper to lower. */
const NESTED_LEAST = 0.75
const NESTED_MOST = 0.985
/** Pixels by which an inner candidate may extend outside. */
const TOLERANCE = 3

/** Computes the features of each candidate. */
export function judgeAll(candidates: readonly Candidate[], planes: Planes): Judged[] {
  const judged: Judged[] = []
  const quality: number[] = []
  for (const candidate of candidates) {
    const contrast = contrastOf(candidate, planes)
    if (!contrast) continue
    const rims = candidate.onRim.filter(Boolean).length / 2
    const { mean, least, beyond, mostBeyond, area, skew } = candidate
    const features = [
      mean,
      least,
      beyond,
      mostBeyond,
      Math.sqrt(area),
      skew,
      rims,
      ...Object.values(contrast),
    ]
    judged.push({ ...candidate, features })
    quality.push(Math.max(0, contrast.signedLeast) * least)
  }
  for (const [at, { features }] of judged.entries()) features.push(nested(at, judged, quality))
  return judged
}

/** The probability that a candidate chosen by `best` is a sheet: 0 to 1. */
export function confidenceOf({ features }: Judged): number {
  return 1 / (1 + Math.exp(-(dot(PRESENCE, features) + PRESENCE_BIAS)))
}

/** The best candidate. */
export function best(judged: readonly Judged[]): Judged | null {
  let chosen: Judged | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const one of judged) {
    const rank = dot(RANK, one.features)
    if (rank > most) [chosen, most] = [one, rank]
  }
  return chosen
}

function dot(weights: readonly number[], values: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (weights[at] as number) * (values[at] as number)
  return sum
}

/** How clearly a candidate is on top of a slightly larger one, like the top sheet of a pile. */
function nested(at: number, judged: readonly Judged[], quality: readonly number[]): number {
  const inner = judged[at] as Judged
  let most = 0
  for (const [other, outer] of judged.entries()) {
    const ratio = inner.area / outer.area
    if (ratio <= NESTED_LEAST || ratio >= NESTED_MOST) continue
    const both = Math.min(quality[at] as number, quality[other] as number)
    if (both > most && contains(outer.quad, inner.quad)) most = both
  }
  return most
}

/** Whether a quad contains the corners of another one, within the tolerance. */
function contains(outer: Quad, inner: Quad): boolean {
  for (let side = 0; side < 4; side++) {
    const [ax, ay] = outer[side] as Point
    const [bx, by] = outer[(side + 1) & 3] as Point
    const least = -TOLERANCE * Math.hypot(bx - ax, by - ay)
    for (const [x, y] of inner) if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < least) return false
  }
  return true
}
