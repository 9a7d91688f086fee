import type { Mark, PdfRect } from '../../../../../contract/pdf-edits.ts'
import { circle } from '../form/look-button.ts'
import { n } from '../form/typeset.ts'
import type { Annotation } from './annotation.ts'
import { around, cornersOf, filled, onPage, parts, point, stroked, upright } from './place.ts'

type Highlight = Extract<Mark, { kind: 'highlight' }>
type Ink = Extract<Mark, { kind: 'ink' }>
type Shape = Extract<Mark, { kind: 'shape' }>
interface Spot {
  x: number
  y: number
}

const SUBTYPES = { highlight: 'Highlight', underline: 'Underline', strikeout: 'StrikeOut' } as const

/** Highlights, underlines or strikes out rectangles of text. */
export function highlightMark(mark: Highlight, rotation: number): Annotation {
  const frames = mark.rects.map((rect) => upright(rect, writingOf(rect, rotation)))
  const quads = frames.flatMap((frame) =>
    [
      { x: 0, y: frame.height },
      { x: frame.width, y: frame.height },
      { x: 0, y: 0 },
      { x: frame.width, y: 0 },
    ].flatMap((spot) => {
      const { x, y } = onPage(frame, spot)
      return [x, y]
    }),
  )
  const marker = mark.style === 'highlight'
  const thick = (height: number) => Math.max(0.5, height * 0.07)
  const lines = frames.map((frame) => {
    const up = mark.style === 'underline' ? frame.height * 0.08 : frame.height * 0.45
    const [from, to] = [onPage(frame, { x: 0, y: up }), onPage(frame, { x: frame.width, y: up })]
    return `${n(thick(frame.height))} w ${point(from)} m ${point(to)} l S\n`
  })
  // One path for all, so that overlaps aren't colored twice.
  const boxes = mark.rects.map(({ x, y, width, height }) => `${n(x)} ${n(y)} ${n(width)} ${n(height)} re\n`)
  return {
    subtype: SUBTYPES[mark.style],
    rect: around(mark.rects.flatMap(cornersOf), 1),
    operators: marker
      ? `${filled(mark.colour)}\n${boxes.join('')}f\n`
      : `${stroked(mark.colour)}\n${lines.join('')}`,
    multiply: marker,
    ...(mark.comment ? { contents: mark.comment } : {}),
    more: { QuadPoints: quads, C: parts(mark.colour) },
  }
}

/**
 * The text direction in a rectangle. Usually upright as displayed; a rectangle that is higher than
 * wide has text from before the page was rotated.
 */
function writingOf(rect: PdfRect, rotation: number): number {
  const { width, height } = upright(rect, rotation)
  if (width >= height * 0.8) return rotation
  return rotation === 90 || rotation === 270 ? 0 : 90
}

/** Freehand lines, with smoothed corners. */
export function inkMark(mark: Ink): Annotation {
  return {
    subtype: 'Ink',
    rect: around(mark.strokes.flat(), mark.width),
    operators:
      `${stroked(mark.colour)} ${filled(mark.colour)} ${n(mark.width)} w 1 J 1 j\n` +
      mark.strokes.map((stroke) => smoothed(stroke, mark.width)).join(''),
    opacity: mark.opacity,
    more: {
      InkList: mark.strokes.map((stroke) => stroke.flatMap(({ x, y }) => [x, y])),
      C: parts(mark.colour),
      BS: { W: mark.width },
    },
  }
}

/** A curve through all points; each tangent points from the previous to the next point. */
function smoothed(stroke: readonly Spot[], width: number): string {
  const [first] = stroke
  if (!first) return ''
  if (stroke.length === 1) return `${circle(first.x, first.y, width / 2)} f\n`
  let path = `${point(first)} m\n`
  for (let index = 0; index < stroke.length - 1; index++) {
    const [from, to] = [stroke[index] as Spot, stroke[index + 1] as Spot]
    const [before, after] = [stroke[index - 1] ?? from, stroke[index + 2] ?? to]
    const one = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 }
    const two = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 }
    path += `${point(one)} ${point(two)} ${point(to)} c\n`
  }
  return `${path}S\n`
}

export function shapeMark(mark: Shape): Annotation {
  const { from, to, width, colour, fill, opacity } = mark
  const line = mark.shape === 'line' || mark.shape === 'arrow'
  const pen = `${stroked(colour)} ${fill ? `${filled(fill)} ` : ''}${n(width)} w\n`
  const common = { opacity }
  const said = { C: parts(colour), BS: { W: width }, ...(fill ? { IC: parts(fill) } : {}) }
  if (line) {
    const head = mark.shape === 'arrow' ? arrowHead(from, to, width) : null
    const end = head?.foot ?? to
    return {
      ...common,
      subtype: 'Line',
      rect: around([from, to, ...(head?.corners ?? [])], width),
      operators:
        `${stroked(colour)} ${filled(colour)} ${n(width)} w ${head ? 0 : 1} J 0 j\n${point(from)} m ${point(end)} l S\n` +
        (head
          ? `${head.corners.map((spot, index) => `${point(spot)} ${index === 0 ? 'm' : 'l'}`).join(' ')} h f\n`
          : ''),
      more: {
        ...said,
        L: [from.x, from.y, to.x, to.y],
        LE: ['None', head ? 'ClosedArrow' : 'None'],
        IC: parts(colour),
      },
    }
  }
  const box = around([from, to], 0)
  const paint = fill ? 'B' : 'S'
  const path =
    mark.shape === 'rectangle'
      ? `${n(box.x)} ${n(box.y)} ${n(box.width)} ${n(box.height)} re`
      : circle(box.x + box.width / 2, box.y + box.height / 2, box.width / 2, box.height / 2)
  return {
    ...common,
    subtype: mark.shape === 'rectangle' ? 'Square' : 'Circle',
    rect: around([from, to], width / 2),
    operators: `${pen}${path} ${paint}\n`,
    more: { ...said, RD: [width / 2, width / 2, width / 2, width / 2] },
  }
}

/**
 * A triangle with its tip at the line's end, and the point where the line must stop to stay behind
 * it.
 */
function arrowHead(from: Spot, to: Spot, width: number): { corners: Spot[]; foot: Spot } {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length < 0.01) return { corners: [to, to, to], foot: to }
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const long = Math.min(length, 5 + width * 3.2)
  const half = long * 0.42
  const back = { x: to.x - dx * long, y: to.y - dy * long }
  return {
    corners: [
      to,
      { x: back.x - dy * half, y: back.y + dx * half },
      { x: back.x + dy * half, y: back.y - dx * half },
    ],
    foot: { x: to.x - dx * long * 0.9, y: to.y - dy * long * 0.9 },
  }
}
