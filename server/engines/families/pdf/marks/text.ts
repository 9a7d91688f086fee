import { PDFString } from '@cantoo/pdf-lib'
import type { Mark } from '../../../../../contract/pdf-edits.ts'
import { placed } from '../form/look-text.ts'
import { ASCENT, DESCENT, LEADING, lineCount, n, plain, type Typesetter } from '../form/typeset.ts'
import type { Annotation } from './annotation.ts'
import { filled, lengthened, parts, stroked, upright } from './place.ts'

type TextMark = Extract<Mark, { kind: 'text' }>
type Stamp = Extract<Mark, { kind: 'stamp' }>
type Note = Extract<Mark, { kind: 'note' }>

/** Padding of text in its rectangle, in points. */
const INSET = 2
const NAMES = { sans: 'Helv', serif: 'TiRo', mono: 'Cour' } as const
const SIDES = { left: 0, centre: 1, right: 2 } as const

/** A text wrapped to its rectangle's width; the rectangle grows at the bottom if needed. */
export async function textMark(mark: TextMark, rotation: number, set: Typesetter): Promise<Annotation> {
  const { size, colour } = mark
  const text = plain(mark.text)
  const measured = await set.measure(text, { family: mark.font })
  const wide = Math.max(1, upright(mark.rect, rotation).width - 2 * INSET)
  const step = size * LEADING
  const needed = (lineCount(measured, wide / size) - 1) * step + size * (ASCENT + DESCENT) + 2 * INSET
  const missing = Math.max(0, needed - upright(mark.rect, rotation).height)
  const rect = missing > 0 ? lengthened(mark.rect, rotation, missing) : mark.rect
  const frame = upright(rect, rotation)
  const lines = await set.lines(measured, wide / size, text, 10_000)
  const drawn = lines.map((line, index) => {
    const x = placed(mark.align, INSET, wide, line.width * size)
    return set.show(line, size, x, frame.height - INSET - size * ASCENT - index * step)
  })
  return {
    subtype: 'FreeText',
    rect,
    frame,
    operators: `BT ${filled(colour)}\n${drawn.join('')}ET\n`,
    fonts: set.fonts(lines),
    contents: text,
    more: {
      DA: PDFString.of(`${filled(colour)} /${NAMES[mark.font]} ${n(size)} Tf`),
      Q: SIDES[mark.align],
      IT: 'FreeTextTypewriter',
      BS: { W: 0 },
    },
  }
}

/** A word in a rounded frame, scaled to fit. */
export async function stampMark(mark: Stamp, rotation: number, set: Typesetter): Promise<Annotation> {
  const frame = upright(mark.rect, rotation)
  const { width, height } = frame
  const line = await set.line(plain(mark.text).replaceAll('\n', ' '), { family: 'sans', bold: true })
  const edge = Math.max(0.75, Math.min(width, height) * 0.05)
  const size = Math.max(
    1,
    Math.min((height - 4 * edge) / 1.15, (width - 6 * edge) / Math.max(0.001, line.width)),
  )
  const x = (width - line.width * size) / 2
  const y = height / 2 - size * 0.36
  return {
    subtype: 'Stamp',
    rect: mark.rect,
    frame,
    operators:
      `${stroked(mark.colour)} ${n(edge)} w\n${rounded(edge / 2, edge / 2, width - edge, height - edge, edge * 3)} S\n` +
      `BT ${filled(mark.colour)}\n${set.show(line, size, x, y)}ET\n`,
    fonts: set.fonts([line]),
    contents: mark.text,
    more: { Name: 'FwStamp', C: parts(mark.colour) },
  }
}

/** Size of a note icon, in points. */
const NOTE = 20
/** Bits 3, 4 and 5: printed, not zoomed, not turned. */
const AS_IT_IS = 4 | 8 | 16

/**
 * A note icon whose upper left corner is the note's position. Readers keep it upright and at a
 * fixed size, whatever the page rotation; when flattened (`still`) it is drawn the same way.
 */
export function noteMark(mark: Note, rotation: number, still: boolean): Annotation {
  const { x, y } = mark.at
  const corners: Readonly<Record<number, [number, number]>> = {
    90: [x, y],
    180: [x - NOTE, y],
    270: [x - NOTE, y - NOTE],
  }
  const [left, bottom] = (still ? corners[rotation] : undefined) ?? [x, y - NOTE]
  const rect = { x: left, y: bottom, width: NOTE, height: NOTE }
  const lines = [6.5, 10, 13.5].map((up, index) => `5 ${up} m ${index === 0 ? 11 : 15} ${up} l`)
  return {
    subtype: 'Text',
    rect,
    frame: upright(rect, still ? rotation : 0),
    operators:
      `${filled(mark.colour)} 0.25 G 0.8 w 1 j\n${rounded(1, 1, NOTE - 2, NOTE - 2, 3)} B\n` +
      `0.25 G 1.1 w 1 J ${lines.join(' ')} S\n`,
    contents: mark.text,
    more: { Name: 'Note', C: parts(mark.colour), Open: false, F: AS_IT_IS },
  }
}

/** A rectangle with rounded corners. */
function rounded(x: number, y: number, width: number, height: number, wanted: number): string {
  const r = Math.max(0, Math.min(wanted, width / 2, height / 2))
  const h = r * 0.4477
  const [right, top] = [x + width, y + height]
  const to = (...values: number[]) => values.map(n).join(' ')
  return [
    `${to(x + r, y)} m ${to(right - r, y)} l`,
    `${to(right - h, y, right, y + h, right, y + r)} c ${to(right, top - r)} l`,
    `${to(right, top - h, right - h, top, right - r, top)} c ${to(x + r, top)} l`,
    `${to(x + h, top, x, top - h, x, top - r)} c ${to(x, y + r)} l`,
    `${to(x, y + h, x + h, y, x + r, y)} c h`,
  ].join(' ')
}
