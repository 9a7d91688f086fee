// Fits the weights of the detector of sheets: `node bench/scan-fit.ts DIR…`, folders as of `npm run bench scan`. It prints them, for
// `src/features/scan/detect/judge.ts`. Pictures that are to judge the detector must not be among them.
import { judge, PHOTO, placed } from '../src/features/scan/detect/detect.ts'
import { framesOf, RIGHT, rightness } from './scan.ts'

/** The features of a picture's candidates, and which of them are right; none where there is no sheet. */
interface Picture {
  features: number[][]
  right: boolean[]
  isEmpty: boolean
}

const ROUNDS = 3000
const RATE = 0.03
const DECAY = 1e-4

const pictures: Picture[] = []
for (const dir of process.argv.slice(2))
  for await (const { sheet, pixels, scale } of framesOf(dir)) {
    const { candidates, shrunk } = judge(pixels, PHOTO)
    pictures.push({
      features: candidates.map(({ features }) => features),
      right: candidates.map(
        (candidate) => rightness(placed(candidate, pixels, shrunk), sheet, pixels, scale) >= RIGHT,
      ),
      isEmpty: sheet.quads.length === 0,
    })
  }

const findable = pictures.filter(({ right }) => right.some(Boolean))
const sheets = pictures.filter(({ isEmpty }) => !isEmpty)
console.log(`Among the candidates of ${sheets.length} sheets the right one is there for ${findable.length}.`)

// Softmax regression over the candidates and "none", which has the score 0: the last parameter is the threshold.
const learnt = pictures.filter(({ right, isEmpty }) => isEmpty || right.some(Boolean))
const size = (learnt.find(({ features }) => features.length > 0)?.features[0]?.length ?? 0) + 1
const weights = new Float64Array(size)
const [first, second] = [new Float64Array(size), new Float64Array(size)]
for (let round = 1; round <= ROUNDS; round++) {
  const gradient = new Float64Array(size)
  for (const { features, right, isEmpty } of learnt) {
    const rows = features.map((row) => [...row, -1])
    const scores = rows.map((row) => row.reduce((sum, value, at) => sum + value * (weights[at] as number), 0))
    const top = Math.max(0, ...scores)
    const powers = scores.map((score) => Math.exp(score - top))
    const none = Math.exp(-top)
    const all = none + powers.reduce((sum, power) => sum + power, 0)
    const wanted = isEmpty ? none : powers.reduce((sum, power, at) => sum + (right[at] ? power : 0), 0)
    for (const [at, row] of rows.entries()) {
      const power = powers[at] as number
      const pull = power / all - (!isEmpty && right[at] ? power / wanted : 0)
      for (let one = 0; one < size; one++)
        gradient[one] = (gradient[one] as number) + pull * (row[one] as number)
    }
  }
  for (let one = 0; one < size; one++) {
    // Adam, with a pull towards zero.
    const slope = (gradient[one] as number) / learnt.length + DECAY * (weights[one] as number)
    first[one] = 0.9 * (first[one] as number) + 0.1 * slope
    second[one] = 0.999 * (second[one] as number) + 0.001 * slope ** 2
    const [mean, power] = [
      (first[one] as number) / (1 - 0.9 ** round),
      (second[one] as number) / (1 - 0.999 ** round),
    ]
    weights[one] = (weights[one] as number) - (RATE * mean) / (Math.sqrt(power) + 1e-8)
  }
}
const rounded = [...weights].map((weight) => Number(weight.toFixed(2)))
console.log(`WEIGHTS = [${rounded.slice(0, -1).join(', ')}]`)
console.log(`THRESHOLD = ${rounded.at(-1)}`)
