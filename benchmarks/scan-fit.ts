// Fits the weights of the sheet detector: `node benchmarks/scan-fit.ts DIR…`, folders as of `npm
// run bench scan`. Prints the content of `src/features/scan/frames/detect/weights.ts`. Don't
// include images that evaluate the detector.
import { findCandidates, LIVE, PHOTO } from '../src/features/scan/frames/detect/detect.ts'
import { FEATURES } from '../src/features/scan/frames/detect/judge.ts'
import { place } from '../src/features/scan/frames/detect/place.ts'
import { FRAME, imagesOf, RIGHT, rightness, TAKEN } from './scan.ts'

/** Features of the candidates of an image, and the overlap of each: 0 to 1. */
interface ImageCandidates {
  features: number[][]
  shares: number[]
  isEmpty: boolean
}

const ROUNDS = 1500
const RATE = 0.05
const DECAY = 1e-3
/** Minimum overlap of an example of a sheet. Below `RIGHT`, it is an example of presence only. */
const NEARLY_RIGHT = 0.85
/** Weight of an empty image against one with a sheet. */
const EMPTY = 2

/** Minimizes with Adam. @param slopeOf the gradient at some weights */
function minimize(size: number, slopeOf: (weights: Float64Array) => Float64Array): Float64Array {
  const weights = new Float64Array(size)
  const [first, second] = [new Float64Array(size), new Float64Array(size)]
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = slopeOf(weights)
    for (let at = 0; at < size; at++) {
      const value = slope[at] as number
      first[at] = 0.9 * (first[at] as number) + 0.1 * value
      second[at] = 0.999 * (second[at] as number) + 0.001 * value ** 2
      const mean = (first[at] as number) / (1 - 0.9 ** round)
      const power = (second[at] as number) / (1 - 0.999 ** round)
      weights[at] = (weights[at] as number) - (RATE * mean) / (Math.sqrt(power) + 1e-8)
    }
  }
  return weights
}

const dot = (weights: Float64Array, values: readonly number[]) =>
  values.reduce((sum, value, at) => sum + value * (weights[at] as number), 0)

/** Softmax regression over the candidates of each image. Better overlap counts more. */
function fitRank(images: readonly ImageCandidates[]): Float64Array {
  return minimize(FEATURES.length, (weights) => {
    const slope = weights.map((weight) => DECAY * weight)
    for (const { features, shares } of images) {
      const scores = features.map((row) => dot(weights, row))
      const top = Math.max(...scores)
      const powers = scores.map((score) => Math.exp(score - top))
      const wanted = powers.map((power, at) => {
        const share = shares[at] as number
        return share >= RIGHT ? power * share ** 8 : 0
      })
      const [all, right] = [powers, wanted].map((list) => list.reduce((sum, power) => sum + power, 0)) as [
        number,
        number,
      ]
      for (const [at, row] of features.entries()) {
        const pull = ((powers[at] as number) / all - (wanted[at] as number) / right) / images.length
        for (const [one, value] of row.entries()) slope[one] = (slope[one] as number) + pull * value
      }
    }
    return slope
  })
}

/**
 * Logistic regression over the first candidates: sheets against those of empty images. The last
 * weight is the bias.
 */
function fitPresence(examples: readonly { row: number[]; isEmpty: boolean }[]): Float64Array {
  const weightOf = (isEmpty: boolean) => (isEmpty ? EMPTY : 1)
  const total = examples.reduce((sum, { isEmpty }) => sum + weightOf(isEmpty), 0)
  return minimize(FEATURES.length + 1, (weights) => {
    const slope = weights.map((weight, at) => (at < FEATURES.length ? DECAY * weight : 0))
    for (const { row, isEmpty } of examples) {
      const values = [...row, 1]
      const pull = 1 / (1 + Math.exp(-dot(weights, values))) - (isEmpty ? 0 : 1)
      const share = (pull * weightOf(isEmpty)) / total
      for (const [at, value] of values.entries()) slope[at] = (slope[at] as number) + share * value
    }
    return slope
  })
}

const images: ImageCandidates[] = []
for (const dir of process.argv.slice(2))
  for (const [size, side] of [
    [TAKEN, PHOTO],
    [FRAME, LIVE],
  ] as const)
    for await (const { image, pixels } of imagesOf(dir, size)) {
      const { candidates, scale } = findCandidates(pixels, side)
      images.push({
        features: candidates.map(({ features }) => features),
        shares: candidates.map((candidate) => rightness(place(candidate, pixels, scale).quad, image)),
        isEmpty: image.quads.length === 0,
      })
    }

const findable = images.filter(({ shares }) => shares.some((share) => share >= RIGHT))
const sheets = images.filter(({ isEmpty }) => !isEmpty)
console.log(`// ${findable.length} of ${sheets.length} sheets have a correct candidate.`)
const rank = fitRank(findable)
const examples = images.flatMap(({ features, shares, isEmpty }) => {
  const scores = features.map((row) => dot(rank, row))
  const top = scores.indexOf(Math.max(...scores))
  const row = features[top]
  return row && (isEmpty || (shares[top] as number) >= NEARLY_RIGHT) ? [{ row, isEmpty }] : []
})
const presence = fitPresence(examples)
const list = (weights: Float64Array) =>
  [...weights].map((weight, at) => `  ${Number(weight.toFixed(1))}, // ${FEATURES[at]}`).join('\n')
console.log(`export const RANK = [\n${list(rank)}\n]`)
console.log(`export const PRESENCE = [\n${list(presence.subarray(0, FEATURES.length))}\n]`)
console.log(`export const PRESENCE_BIAS = ${Number((presence.at(-1) as number).toFixed(1))}`)
