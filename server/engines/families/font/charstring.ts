import type { Segment } from './contours.ts'

type Point = [x: number, y: number]
/** A line to a point, or a cubic curve with two control points and its end. */
type Step = [end: Point] | [first: Point, second: Point, end: Point]
interface Contour {
  start: Point
  steps: Step[]
}

const RMOVETO = 21
const RLINETO = 5
const RRCURVETO = 8
const ENDCHAR = 14
/** The maximum argument stack. */
const MAX_STACK = 48

/**
 * A glyph as a Type 2 charstring in whole font units. Converts quadratic curves exactly to cubic
 * ones and reverses contours, since CFF fills to the left of an outline. Source: Adobe Technical
 * Note 5177.
 */
export function charstring(segments: readonly Segment[], width: number): Buffer {
  const bytes: number[] = []
  // A width of zero is the default.
  if (width !== 0) bytes.push(...number(width))
  let at: Point = [0, 0]
  const move = (...points: readonly Point[]) =>
    points.flatMap(([x, y]) => {
      const by = [x - at[0], y - at[1]]
      at = [x, y]
      return by
    })
  for (const { start, steps } of contoursOf(segments).map(turned)) {
    bytes.push(...move(start).flatMap(number), RMOVETO)
    let operands: number[] = []
    let operator = 0
    const flush = () => {
      if (operands.length > 0) bytes.push(...operands.flatMap(number), operator)
      operands = []
    }
    for (const step of steps) {
      const next = step.length === 1 ? RLINETO : RRCURVETO
      if (next !== operator || operands.length + 2 * step.length > MAX_STACK) flush()
      operator = next
      operands.push(...move(...step))
    }
    flush()
  }
  bytes.push(ENDCHAR)
  return Buffer.from(bytes)
}

function contoursOf(segments: readonly Segment[]): Contour[] {
  const contours: Contour[] = []
  let [x, y] = [0, 0]
  for (const { type, values } of segments) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
    const steps = contours.at(-1)?.steps
    const third = (from: number, control: number) => from + (2 / 3) * (control - from)
    if (type === 'M') contours.push({ start: whole(a, b), steps: [] })
    else if (type === 'L') steps?.push([whole(a, b)])
    else if (type === 'Q')
      steps?.push([whole(third(x, a), third(y, b)), whole(third(c, a), third(d, b)), whole(c, d)])
    else if (type === 'C') steps?.push([whole(a, b), whole(c, d), whole(e, f)])
    else continue
    ;[x, y] = values.slice(-2) as Point
  }
  return contours.filter(({ steps }) => steps.length > 0)
}

const whole = (x: number, y: number): Point => [Math.round(x), Math.round(y)]

/** The reversed contour. */
function turned({ start, steps }: Contour): Contour {
  const ends = [start, ...steps.map((step) => step.at(-1) ?? start)]
  const back = steps.map((step, index): Step => {
    const end = ends[index] ?? start
    return step.length === 1 ? [end] : [step[1], step[0], end]
  })
  return { start: ends.at(-1) ?? start, steps: back.toReversed() }
}

/** A number in one, two or three bytes; also used in DICTs. */
export function number(value: number): number[] {
  if (value >= -107 && value <= 107) return [value + 139]
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255]
  if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 255]
  return [28, (value >> 8) & 255, value & 255]
}
