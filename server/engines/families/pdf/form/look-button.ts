import { PDFDict, PDFName } from '@cantoo/pdf-lib'
import { type Frame, frameOf, setLook } from './frame.ts'
import { dictAt, textAt } from './objects.ts'
import type { Button } from './options.ts'
import { n } from './typeset.ts'

/** Adds missing appearances of a button widget: frame and mark when on, frame only when off. */
export function completeButton({ place, name }: Button, kind: 'checkbox' | 'radio'): void {
  const { dict } = place
  const looks = dictAt(dict, 'AP')
  const states = looks?.lookup(PDFName.of('N'))
  if (states instanceof PDFDict && states.has(name)) return
  const frame = frameOf(place)
  const round = kind === 'radio' && frame.edged !== null
  const ground = round ? roundFrame(frame) : frame.drawn
  const caption = textAt(dictAt(dict, 'MK') ?? dict, 'CA') ?? (kind === 'radio' ? 'l' : '4')
  setLook(dict, name, frame, ground + markOf(caption, frame), null)
  if (!(states instanceof PDFDict) || !states.has(PDFName.of('Off')))
    setLook(dict, PDFName.of('Off'), frame, ground, null)
}

function roundFrame({ width, height, border, edged }: Frame): string {
  const radius = Math.max(0, Math.min(width, height) / 2 - border / 2)
  return `q ${edged} ${n(border)} w ${circle(width / 2, height / 2, radius)} S Q\n`
}

/** Draws the ZapfDingbats mark: anything but a cross, circle, square or diamond is a tick. */
function markOf(caption: string, { width, height, inset }: Frame): string {
  const side = Math.max(1, Math.min(width, height) - 2 * inset)
  const [left, bottom] = [(width - side) / 2, (height - side) / 2]
  const at = (x: number, y: number) => `${n(left + x * side)} ${n(bottom + y * side)}`
  const line = `q 0 G ${n(side * 0.12)} w 1 J 1 j `
  switch (caption) {
    case '8':
      return `${line}${at(0.2, 0.2)} m ${at(0.8, 0.8)} l ${at(0.2, 0.8)} m ${at(0.8, 0.2)} l S Q\n`
    case 'l':
      return `q 0 g ${circle(width / 2, height / 2, side * 0.28)} f Q\n`
    case 'n':
      return `q 0 g ${at(0.22, 0.22)} ${n(side * 0.56)} ${n(side * 0.56)} re f Q\n`
    case 'u':
      return `q 0 g ${at(0.5, 0.15)} m ${at(0.85, 0.5)} l ${at(0.5, 0.85)} l ${at(0.15, 0.5)} l f Q\n`
    default:
      return `${line}${at(0.2, 0.5)} m ${at(0.42, 0.25)} l ${at(0.8, 0.78)} l S Q\n`
  }
}

/** Length of the Bézier handles that approximate a quarter circle. */
const ROUND = 0.5523

export function circle(x: number, y: number, rx: number, ry = rx): string {
  const [hx, hy] = [rx * ROUND, ry * ROUND]
  const curve = (...points: number[]) => `${points.map(n).join(' ')} c`
  return [
    `${n(x + rx)} ${n(y)} m`,
    curve(x + rx, y + hy, x + hx, y + ry, x, y + ry),
    curve(x - hx, y + ry, x - rx, y + hy, x - rx, y),
    curve(x - rx, y - hy, x - hx, y - ry, x, y - ry),
    curve(x + hx, y - ry, x + rx, y - hy, x + rx, y),
    'h',
  ].join(' ')
}
