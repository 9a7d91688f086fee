import { heap, type Pdfium, withMemory } from '../pdfium.ts'
import { apply, type Matrix, sound, times } from './frame.ts'
import type { Box, Rule } from './model.ts'
import { objectMatrix, type PageObject } from './page-objects.ts'

/** FPDF_SEGMENT_MOVETO, _BEZIERTO */
const MOVE = 2
const CURVE = 1
/** A path with more segments is no table. */
const MAX_SEGMENTS = 200
/** A bar up to this thickness is a line, in points. */
const THIN = 3
/** Shorter lines are ignored, in points. */
const SHORT = 4

/** The horizontal and vertical lines of a path: strokes, thin bars, and edges of filled boxes. */
export function rulesOf(pdfium: Pdfium, { handle, matrix }: PageObject, display: Matrix): Rule[] {
  const count = pdfium.FPDFPath_CountSegments(handle)
  if (count < 2 || count > MAX_SEGMENTS) return []
  return withMemory(pdfium, 16, (at) => {
    if (!isDrawn(pdfium, handle, at)) return []
    const whole = times(times(objectMatrix(pdfium, handle), matrix), display)
    const lines = linesOf(pdfium, handle, count, whole, at)
    if (lines === null) return []
    return asRules(lines)
  })
}

function isDrawn(pdfium: Pdfium, handle: number, at: number): boolean {
  if (!pdfium.FPDFPath_GetDrawMode(handle, at, at + 4)) return false
  const view = new DataView(heap(pdfium).buffer, at, 8)
  const [fill, stroke] = [view.getInt32(0, true) !== 0, view.getInt32(4, true) !== 0]
  if (stroke) return true
  // A white box hides content and is no rule.
  if (!fill || !pdfium.FPDFPageObj_GetFillColor(handle, at, at + 4, at + 8, at + 12)) return false
  const color = new DataView(heap(pdfium).buffer, at, 16)
  return [0, 4, 8].some((offset) => color.getUint32(offset, true) < 250)
}

type Line = [x1: number, y1: number, x2: number, y2: number]

/** The lines of a path; null for curves or invalid numbers. */
function linesOf(pdfium: Pdfium, handle: number, count: number, matrix: Matrix, at: number): Line[] | null {
  const lines: Line[] = []
  let start: [number, number] | null = null
  let last: [number, number] | null = null
  for (let index = 0; index < count; index++) {
    const segment = pdfium.FPDFPath_GetPathSegment(handle, index)
    const type = pdfium.FPDFPathSegment_GetType(segment)
    if (type === CURVE || !pdfium.FPDFPathSegment_GetPoint(segment, at, at + 4)) return null
    const view = new DataView(heap(pdfium).buffer, at, 8)
    const point = apply(matrix, view.getFloat32(0, true), view.getFloat32(4, true))
    if (!sound(...point)) return null
    if (type === MOVE) start = point
    else if (last) lines.push([...last, ...point])
    last = point
    if (start && pdfium.FPDFPathSegment_GetClose(segment)) lines.push([...point, ...start])
  }
  return lines
}

function asRules(lines: readonly Line[]): Rule[] {
  const box = lines.length > 2 ? boxAround(lines) : null
  // A bar is one line, not its four edges.
  if (box && box.right - box.left <= THIN !== box.bottom - box.top <= THIN)
    return [{ box, vertical: box.right - box.left <= THIN }]
  return lines.flatMap(([x1, y1, x2, y2]) => {
    const [across, down] = [Math.abs(x1 - x2), Math.abs(y1 - y2)]
    if (Math.min(across, down) > 1 || Math.max(across, down) < SHORT) return []
    return [{ box: boxAround([[x1, y1, x2, y2]]), vertical: down > across }]
  })
}

function boxAround(lines: readonly Line[]): Box {
  const xs = lines.flatMap(([x1, , x2]) => [x1, x2])
  const ys = lines.flatMap(([, y1, , y2]) => [y1, y2])
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
