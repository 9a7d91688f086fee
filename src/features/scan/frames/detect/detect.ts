import { type EdgeMap, emptyEdges, findEdges } from './edges.ts'
import type { Pixels } from './image.ts'
import { best, confidenceOf, type Judged, judgeAll } from './judge.ts'
import { findLines, isTwin, type Line } from './lines.ts'
import { type Placement, place } from './place.ts'
import { type Planes, planesOf } from './planes.ts'
import { findQuads } from './quads.ts'
import { LINES, supportsOf } from './supports.ts'

/**
 * The working size of the longer side in pixels: for a live frame, which is about this large, and
 * for a photo of at least 640 px.
 */
export const LIVE = 256
export const PHOTO = 320

/** A sheet of paper in an image. */
export interface Sheet extends Placement {
  /** Probability that this is a sheet: 0.5 to 1. */
  confidence: number
}

export interface Detection {
  /** Null if the image has no sheet. */
  sheet: Sheet | null
  /** Mean brightness of the image: 0 to 255. */
  brightness: number
}

/**
 * Finds the sheet of paper in an image. Reuses buffers for the next image of the same size.
 * @param pixels RGBA, upright
 * @param side `LIVE` or `PHOTO`
 */
export function detect(pixels: Pixels, side: number): Detection {
  const { candidates, scale, brightness } = findCandidates(pixels, side)
  const chosen = best(candidates)
  const confidence = chosen ? confidenceOf(chosen) : 0
  const sheet = chosen && confidence >= 0.5 ? { ...place(chosen, pixels, scale), confidence } : null
  return { sheet, brightness }
}

let maps: { fine: EdgeMap; coarse: EdgeMap } | null = null

/**
 * All candidates for a sheet in an image. `scale` is the number of image pixels per working pixel.
 */
export function findCandidates(
  pixels: Pixels,
  side: number,
): { candidates: Judged[]; scale: number; brightness: number } {
  const planes = planesOf(pixels, side)
  if (!planes) return { candidates: [], scale: 1, brightness: 0 }
  const { fine, coarse } = edgesOf(planes)
  const supports = supportsOf(linesOf(fine, coarse), fine, coarse)
  const { scale, brightness } = planes
  return { candidates: judgeAll(findQuads(supports, planes), planes), scale, brightness }
}

function edgesOf(planes: Planes): { fine: EdgeMap; coarse: EdgeMap } {
  const { width, height, halfWidth, halfHeight } = planes
  if (maps?.fine.width !== width || maps.fine.height !== height)
    maps = { fine: emptyEdges(width, height), coarse: emptyEdges(halfWidth, halfHeight) }
  findEdges([planes.luma], maps.fine)
  findEdges([planes.closed, planes.redGreen, planes.blueYellow], maps.coarse)
  return maps
}

/** The strongest lines of both maps, in pixels of the fine one, without near duplicates. */
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
