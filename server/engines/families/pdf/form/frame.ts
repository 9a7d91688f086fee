import { PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { upright } from '../marks/place.ts'
import { arrayAt, dictAt, nameAt, numberAt, numbersOf, rectOf } from './objects.ts'
import { streamOf } from './streams.ts'
import type { Place } from './tree.ts'
import { n } from './typeset.ts'

/** The frame of a widget in upright coordinates, from 0 to its width and height. */
export interface Frame {
  width: number
  height: number
  /** Padding in points. */
  inset: number
  border: number
  /** Operators that draw the background and border. */
  drawn: string
  /** The border color for comb dividers; null if the border is invisible. */
  edged: string | null
  matrix: number[]
}

/** The frame of a widget from its `MK` and `BS` entries. */
export function frameOf({ dict }: Place): Frame {
  const rect = rectOf(dict) ?? { x: 0, y: 0, width: 0, height: 0 }
  const looks = dictAt(dict, 'MK')
  const turn = ((((looks && numberAt(looks, 'R')) ?? turnOf(dict)) % 360) + 360) % 360
  const { width, height, matrix } = upright(rect, turn)
  const style = dictAt(dict, 'BS')
  const edge = colourOperator(looks && numbersOf(arrayAt(looks, 'BC')), 'stroke')
  const ground = colourOperator(looks && numbersOf(arrayAt(looks, 'BG')), 'fill')
  const border = Math.max(
    0,
    Math.min(20, (style && numberAt(style, 'W')) ?? numbersOf(arrayAt(dict, 'Border'))[2] ?? 1),
  )
  const kind = (style && nameAt(style, 'S')) ?? 'S'
  const raised = kind === 'B' || kind === 'I'
  return {
    width,
    height,
    border,
    inset: border * (raised ? 2 : 1),
    edged: edge,
    matrix,
    drawn:
      (ground ? `q ${ground} 0 0 ${n(width)} ${n(height)} re f Q\n` : '') +
      (raised && border > 0 ? bevel(kind === 'B', border, width, height) : '') +
      (edge && border > 0 ? edgeOperators(edge, kind, border, width, height) : ''),
  }
}

/** The rotation of a widget's existing appearance, for widgets without /R. */
function turnOf(dict: PDFDict): number {
  const looks = dictAt(dict, 'AP')
  const [a = 1, b = 0] = numbersOf(arrayAt((looks && dictAt(looks, 'N')) ?? dict, 'Matrix'))
  return Math.round((Math.atan2(b, a) * 2) / Math.PI) * 90
}

function edgeOperators(edge: string, kind: string, border: number, width: number, height: number): string {
  const half = border / 2
  if (kind === 'U') return `q ${edge} ${n(border)} w 0 ${n(half)} m ${n(width)} ${n(half)} l S Q\n`
  const dash = kind === 'D' ? '[3] 0 d ' : ''
  return `q ${edge} ${n(border)} w ${dash}${n(half)} ${n(half)} ${n(width - border)} ${n(height - border)} re S Q\n`
}

/** Light from the upper left on a beveled border, from the lower right on an inset one. */
function bevel(raised: boolean, b: number, width: number, height: number): string {
  const [light, dark] = raised ? ['1 g', '0.5 g'] : ['0.5 g', '0.75 g']
  const corner = (x: number, y: number) => `${n(x)} ${n(y)}`
  const upper = [
    corner(b, b),
    ...[corner(b, height - b), corner(width - b, height - b), corner(width - 2 * b, height - 2 * b)],
    ...[corner(2 * b, height - 2 * b), corner(2 * b, 2 * b)],
  ]
  const lower = [
    corner(width - b, height - b),
    ...[corner(width - b, b), corner(b, b), corner(2 * b, 2 * b)],
    ...[corner(width - 2 * b, 2 * b), corner(width - 2 * b, height - 2 * b)],
  ]
  const filled = (points: string[]) =>
    `${points[0]} m ${points
      .slice(1)
      .map((point) => `${point} l`)
      .join(' ')} f`
  return `q ${light} ${filled(upper)} ${dark} ${filled(lower)} Q\n`
}

/** The color operator for one, three or four components; null for transparent. */
export function colourOperator(
  numbers: readonly number[] | undefined,
  use: 'fill' | 'stroke',
): string | null {
  const names = use === 'fill' ? { 1: 'g', 3: 'rg', 4: 'k' } : { 1: 'G', 3: 'RG', 4: 'K' }
  const name = names[(numbers?.length ?? 0) as keyof typeof names]
  return numbers && name
    ? `${numbers.map((one) => n(Math.max(0, Math.min(1, one)))).join(' ')} ${name}`
    : null
}

/** Sets a widget's appearance: `operators` draw within its frame. */
export function setLook(
  dict: PDFDict,
  key: PDFName | null,
  frame: Frame,
  operators: string,
  fonts: PDFDict | null,
): void {
  const { context } = dict
  const stream = streamOf(context, operators, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, frame.width, frame.height].map((one) => PDFNumber.of(one)),
    Matrix: frame.matrix.map((one) => PDFNumber.of(one)),
    Resources: fonts ? { Font: fonts } : {},
  })
  const reference = context.register(stream)
  const looks = context.obj({})
  if (key === null) looks.set(PDFName.of('N'), reference)
  else {
    // Copies the existing states, which other widgets may share.
    const states = context.obj({})
    const old = dictAt(dict, 'AP')?.lookup(PDFName.of('N'))
    if (old instanceof PDFDict) for (const [name, look] of old.entries()) states.set(name, look)
    states.set(key, reference)
    looks.set(PDFName.of('N'), states)
  }
  // Drops the rollover and down appearances, which would show the old value.
  dict.set(PDFName.of('AP'), looks)
}
