import type { Line } from '../edit/text-embedding.ts'
import type { Style } from './appearance.ts'
import { type Frame, frameOf, setLook } from './frame.ts'
import type { Place } from './tree.ts'
import { ASCENT, LEADING, lineCount, n, plain, type Typesetter, widest } from './typeset.ts'

/** Layout of a text field. */
export interface TextKind {
  multiline: boolean
  password: boolean
  /** Number of comb cells; null without comb. */
  comb: number | null
}

const LEAST = 4
/** Initial auto size of multiline text. */
const READABLE = 12

/**
 * Draws a field's text; reduces the size if it would be clipped.
 * @throws `option_refused` for a character that no font has
 */
export async function drawText(
  set: Typesetter,
  place: Place,
  style: Style,
  text: string,
  kind: TextKind,
): Promise<void> {
  const frame = frameOf(place)
  const shown = kind.password ? '*'.repeat([...text].length) : plain(text)
  const drawn = kind.comb
    ? await combed(set, frame, style, shown.replaceAll('\n', ' '), kind.comb)
    : kind.multiline
      ? await several(set, frame, style, shown)
      : await single(set, frame, style, shown.replaceAll('\n', ' '))
  const teeth = kind.comb && frame.edged ? teethOf(frame, kind.comb) : ''
  const { lines, operators } = drawn
  const clip = `${n(frame.border)} ${n(frame.border)} ${n(frame.width - 2 * frame.border)} ${n(frame.height - 2 * frame.border)} re W n`
  const writing = operators === '' ? '' : `q ${clip}\nBT ${style.colour}\n${operators}ET\nQ\n`
  setLook(place.dict, null, frame, `${frame.drawn}${teeth}/Tx BMC\n${writing}EMC\n`, set.fonts(lines))
}

interface Drawn {
  lines: Line[]
  operators: string
}

async function single(set: Typesetter, frame: Frame, style: Style, text: string): Promise<Drawn> {
  const line = await set.line(text, style.face)
  const { width, height, inset } = frame
  const room = Math.max(1, width - 2 * inset - 4)
  const fits = Math.min((height - 2 * inset) / LEADING, room / Math.max(line.width, 0.001))
  const size = Math.max(LEAST, Math.min(style.size || 300, fits))
  const x = placed(style.align, inset + 2, room, line.width * size)
  return { lines: [line], operators: set.show(line, size, x, baseline(height, size)) }
}

/** The baseline that centers capitals and descenders vertically. */
const baseline = (height: number, size: number): number => height / 2 - size * 0.29

/** The start of an aligned line; an overlong line is left-aligned. */
export function placed(align: Style['align'], left: number, room: number, taken: number): number {
  if (align === 'left' || taken > room) return left
  return align === 'right' ? left + room - taken : left + (room - taken) / 2
}

async function several(set: Typesetter, frame: Frame, style: Style, text: string): Promise<Drawn> {
  const { width, height, inset } = frame
  const room = Math.max(1, width - 2 * inset - 4)
  const high = Math.max(1, height - 2 * inset - 4)
  const measured = await set.measure(text, style.face)
  const fits = (one: number) =>
    lineCount(measured, room / one) * one * LEADING <= high && widest(measured) * one <= room
  let size = style.size || READABLE
  while (size > LEAST && !fits(size)) size = Math.max(LEAST, size * 0.95)
  const seen = Math.ceil(high / (size * LEADING)) + 1
  const lines = await set.lines(measured, room / size, text, seen)
  const top = height - inset - 2
  const operators = lines.map((line, index) => {
    const y = top - size * (ASCENT + 0.1) - index * size * LEADING
    return set.show(line, size, placed(style.align, inset + 2, room, line.width * size), y)
  })
  return { lines, operators: operators.join('') }
}

async function combed(
  set: Typesetter,
  frame: Frame,
  style: Style,
  text: string,
  cells: number,
): Promise<Drawn> {
  const { width, height, inset } = frame
  const cell = width / cells
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment).slice(0, cells)
  const size = Math.max(LEAST, Math.min(style.size || 300, (height - 2 * inset) / LEADING, cell * 1.2))
  const free = cells - letters.length
  const before = style.align === 'right' ? free : style.align === 'centre' ? Math.floor(free / 2) : 0
  const lines: Line[] = []
  let operators = ''
  for (const [index, letter] of letters.entries()) {
    const line = await set.line(letter, style.face, text)
    lines.push(line)
    const x = (before + index) * cell + (cell - line.width * size) / 2
    operators += set.show(line, size, x, baseline(height, size))
  }
  return { lines, operators }
}

function teethOf({ width, height, border, edged }: Frame, cells: number): string {
  const teeth = Array.from({ length: Math.min(cells, 500) - 1 }, (_, index) => {
    const x = n(((index + 1) * width) / cells)
    return `${x} 0 m ${x} ${n(height)} l S`
  })
  return `q ${edged} ${n(border)} w ${teeth.join(' ')} Q\n`
}
