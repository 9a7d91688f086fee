import { type EdgeMap, emptyEdges, findEdges } from './edges.ts'
import type { Pixels, Point, Quad } from './image.ts'
import { featuresOf, relate, scoreOf, THRESHOLD } from './judge.ts'
import { findLines, isTwin, type Line } from './lines.ts'
import { type Planes, planesOf } from './planes.ts'
import { type Candidate, findQuads } from './quads.ts'
import { refine } from './refine.ts'
import { supportsOf } from './supports.ts'

/** Working pixels of the longer side, for a live picture and for a photo. */
export const LIVE = 256
export const PHOTO = 320
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

let maps: { fine: EdgeMap; coarse: EdgeMap } | null = null

/** Everything in a picture that might be a sheet, at its working size. */
export function judge(pixels: Pixels, side: number): { candidates: Judged[]; shrunk: number } {
  const planes = planesOf(pixels, side)
  if (!planes) return { candidates: [], shrunk: 1 }
  const { fine, coarse } = edgesOf(planes)
  const lines = linesOf(fine, coarse)
  const candidates = findQuads(supportsOf(lines, fine, coarse), planes)
    .map((candidate) => Object.assign(candidate, { features: featuresOf(candidate, planes, 10) }))
    .filter(({ features }) => features.length > 0)
  relate(candidates)
  return { candidates, shrunk: planes.scale }
}

function edgesOf(planes: Planes) {
  const { width, height, halfWidth, halfHeight } = planes
  if (maps?.fine.width !== width || maps.fine.height !== height)
    maps = { fine: emptyEdges(width, height), coarse: emptyEdges(halfWidth, halfHeight) }
  findEdges([planes.luma], maps.fine)
  findEdges([planes.closed, planes.redGreen, planes.blueYellow], maps.coarse)
  return maps
}

/** The strongest lines of both maps in pixels of the fine one, without near twins. */
function linesOf(fine: EdgeMap, coarse: EdgeMap): Line[] {
  const lines: Line[] = findLines(coarse, LINES).map(({ cos, sin, distance }) => ({
    ...{ cos, sin },
    distance:
      2 * distance +
      (coarse.width + 0.5 - fine.width / 2) * cos +
      (coarse.height + 0.5 - fine.height / 2) * sin,
  }))
  for (const line of findLines(fine, LINES))
    if (!lines.some((other) => isTwin(line, other, 0.9975, 2.5))) lines.push(line)
  return lines
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
