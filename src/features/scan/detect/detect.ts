import { emptyEdges, findEdges } from './edges.ts'
import type { Pixels, Point, Quad } from './image.ts'
import { featuresOf, groundOf, scoreOf, THRESHOLD } from './judge.ts'
import { findLines, isTwin, measured, rims } from './lines.ts'
import { planesOf } from './planes.ts'
import { type Candidate, findQuads } from './quads.ts'
import { refine } from './refine.ts'

/** Pixels of the longer side at which the outline of a live picture is looked for, and that of a photo. */
export const [LIVE, PHOTO] = [256, 320]
/** Lines that are kept of each edge map. */
const LINES = 22

export interface Detection {
  /** Pixels of the picture. */
  quad: Quad
  score: number
}

/** A candidate with what it is judged by. */
export interface Judged extends Candidate {
  features: number[]
}

let kept: {
  size: number
  edges: ReturnType<typeof emptyEdges>
  closed: ReturnType<typeof emptyEdges>
} | null = null

/** Everything in a picture that might be a sheet, at the size at which it was looked for. */
export function judge(pixels: Pixels, side: number): { candidates: Judged[]; shrunk: number } {
  const planes = planesOf(pixels, side)
  const { width, height, luma, redGreen, blueYellow, closed } = planes
  const size = width * height
  if (kept?.size !== size) kept = { size, edges: emptyEdges(size), closed: emptyEdges(size) }
  findEdges([luma, redGreen, blueYellow], width, height, kept.edges)
  findEdges([closed], width, height, kept.closed)
  const maps = [kept.closed, kept.edges]
  const found: ReturnType<typeof findLines> = []
  for (const map of maps)
    for (const line of findLines(map, planes, LINES))
      if (!found.some((other) => isTwin(line, other, 0.9975, 2.5))) found.push(line)
  const lines = [...found.map((line) => measured(line, maps, planes)), ...rims(planes)]
  const { strong } = kept.closed
  const candidates = findQuads(lines, planes).map((candidate) => ({
    ...candidate,
    features: featuresOf(candidate, groundOf(candidate.quad, planes, strong)),
  }))
  return { candidates, shrunk: planes.shrunk }
}

/**
 * The sheet of paper in a picture, or null where there is none. It takes a few milliseconds for `LIVE` on a desktop computer.
 * @param side `LIVE` or `PHOTO`
 */
export function detect(pixels: Pixels, side: number): Detection | null {
  const { candidates, shrunk } = judge(pixels, side)
  let best: Judged | undefined
  let score = THRESHOLD
  for (const candidate of candidates) {
    const mine = scoreOf(candidate.features)
    if (mine >= score) [best, score] = [candidate, mine]
  }
  return best ? { quad: placed(best, pixels, shrunk), score } : null
}

/** A candidate's corners on the picture itself. */
export function placed({ quad, onRim }: Candidate, pixels: Pixels, shrunk: number): Quad {
  const scaled = quad.map(([x, y]) => [(x + 0.5) * shrunk - 0.5, (y + 0.5) * shrunk - 0.5]) as unknown as Quad
  return fromTopLeft(refine(scaled, pixels, 3 * shrunk, onRim))
}

/** The same corners clockwise, from the one that is nearest to the top left. */
function fromTopLeft(quad: Quad): Quad {
  let twice = 0
  for (let at = 0; at < 4; at++) {
    const [a, b] = [quad[at], quad[(at + 1) & 3]] as [Point, Point]
    twice += a[0] * b[1] - b[0] * a[1]
  }
  const clockwise = twice > 0 ? [...quad] : quad.toReversed()
  const sums = clockwise.map(([x, y]) => x + y)
  const first = sums.indexOf(Math.min(...sums))
  return [0, 1, 2, 3].map((at) => clockwise[(first + at) & 3]) as unknown as Quad
}
