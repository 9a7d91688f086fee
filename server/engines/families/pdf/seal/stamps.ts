import type { PDFImage } from '@cantoo/pdf-lib'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import type { Line } from '../edit/text-embedding.ts'
import { circle } from '../form/look-button.ts'
import { n } from '../form/typeset.ts'
import { filled, stroked, type Upright, upright } from '../marks/place.ts'
import { FAINT, INK, LINE } from './colours.ts'
import { FALL, type Letters, RISE, STEP } from './letters.ts'
import type { SealStamp } from './options.ts'

/** The drawing of a value in page space. */
export interface DrawnStamp {
  operators: string
  lines: Line[]
  image?: PDFImage
}

interface Draw {
  letters: Letters
  imageOf(file: number): Promise<PDFImage>
  /** The resource name of an image. */
  nameOf(image: PDFImage): string
  warn(text: Sentence): void
}

type Kind<Name extends SealStamp['kind']> = Extract<SealStamp, { kind: Name }>
type Frame = Pick<Upright, 'width' | 'height'>

/** The default font size. */
const USUAL = 12
/** The minimum font size. */
const LEAST = 2

/** Draws one value in its rectangle, upright as displayed and clipped to it. */
export async function drawStamp(stamp: SealStamp, rotation: number, draw: Draw): Promise<DrawnStamp> {
  const { rect } = stamp
  const frame = upright(rect, rotation)
  const drawn = await drawIn(stamp, frame, draw)
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = frame.matrix
  const matrix = [a, b, c, d, rect.x + e, rect.y + f].map(n).join(' ')
  const edge = `0 0 ${n(frame.width)} ${n(frame.height)} re W n`
  return { ...drawn, operators: `q ${matrix} cm ${edge}\n${drawn.operators}Q\n` }
}

async function drawIn(stamp: SealStamp, frame: Frame, draw: Draw): Promise<DrawnStamp> {
  switch (stamp.kind) {
    case 'text':
      return await drawWords(stamp, frame, draw)
    case 'tick':
      return { operators: tick(frame), lines: [] }
    case 'dot': {
      const radius = Math.min(frame.width, frame.height) * 0.28
      const disc = circle(frame.width / 2, frame.height / 2, radius)
      return { operators: `${filled(INK)} ${disc} f\n`, lines: [] }
    }
    case 'picture':
      return await drawImage(stamp, frame, draw)
  }
}

function tick({ width, height }: Frame): string {
  const side = Math.min(width, height) * 0.9
  const [left, bottom] = [(width - side) / 2, (height - side) / 2]
  const at = (x: number, y: number) => `${n(left + x * side)} ${n(bottom + y * side)}`
  return `${stroked(INK)} ${n(side * 0.11)} w 1 J 1 j ${at(0.2, 0.5)} m ${at(0.42, 0.27)} l ${at(0.8, 0.76)} l S\n`
}

/**
 * As large as fits, up to the requested size. Text that fits at no size is truncated and reported.
 */
async function drawWords(stamp: Kind<'text'>, { width, height }: Frame, draw: Draw): Promise<DrawnStamp> {
  const { letters } = draw
  const inset = Math.min(2, width * 0.04, height * 0.06)
  const [wide, high] = [Math.max(0.1, width - 2 * inset), Math.max(0.1, height - 2 * inset)]
  const wanted = stamp.size ?? USUAL
  const cut = () =>
    draw.warn(sentence`A text on page ${stamp.page} does not fit its place, so its end is missing.`)
  if (!stamp.multiline) {
    const line = await letters.line(stamp.text)
    if (line.width === 0) return { operators: '', lines: [] }
    const fits = Math.min(wanted, high, wide / line.width)
    const size = Math.max(LEAST, fits)
    const shown = fits < LEAST ? await letters.cut(stamp.text, 'text', size, wide) : line
    if (fits < LEAST) cut()
    const up = Math.max(FALL * size, height / 2 - size * 0.36)
    return { operators: `BT ${filled(INK)}\n${letters.show(shown, size, inset, up)}ET\n`, lines: [shown] }
  }
  const measured = await letters.measure(stamp.text)
  const tall = (count: number, size: number) => ((count - 1) * STEP + RISE + FALL) * size
  const fits = async (size: number) =>
    tall((await letters.broken(measured, wide / size)).length, size) <= high
  let size = wanted
  if (!(await fits(wanted))) {
    let [small, large] = [LEAST, wanted]
    // Six bisection steps: accurate to 1/64 of the range.
    for (let round = 0; round < 6; round++) {
      const middle = (small + large) / 2
      if (await fits(middle)) small = middle
      else large = middle
    }
    size = small
  }
  const most = Math.max(1, Math.floor((high / size - RISE - FALL) / STEP + 1.001))
  const texts = await letters.broken(measured, wide / size)
  if (texts.length > most) cut()
  const lines: Line[] = []
  for (const text of texts.slice(0, most)) lines.push(await letters.line(text))
  const drawn = lines.map((line, index) =>
    letters.show(line, size, inset, height - inset - (RISE + index * STEP) * size),
  )
  return { operators: `BT ${filled(INK)}\n${drawn.join('')}ET\n`, lines }
}

/**
 * Keeps the aspect ratio, aligned to the bottom; above a hairline with a caption if there is room.
 */
async function drawImage(stamp: Kind<'picture'>, frame: Frame, draw: Draw): Promise<DrawnStamp> {
  const { width, height } = frame
  const image = await draw.imageOf(stamp.file)
  const caption = stamp.caption ?? ''
  const size = Math.max(5, Math.min(6.5, height * 0.13))
  const said = caption.trim() !== '' && height >= 26 && width >= 48
  const foot = said ? size * 1.5 : 0
  const { width: w, height: h } = image.scaleToFit(Math.max(0.1, width), Math.max(0.1, height - foot))
  const drawn = `q ${n(w)} 0 0 ${n(h)} 0 ${n(foot)} cm /${draw.nameOf(image)} Do Q\n`
  if (!said) return { operators: drawn, lines: [], image }
  const whole = await draw.letters.line(caption)
  const fitted = Math.max(4.5, Math.min(size, width / Math.max(0.001, whole.width)))
  const line = await draw.letters.cut(caption, 'text', fitted, width)
  const rule = `${stroked(LINE)} 0.5 w 0 ${n(foot)} m ${n(width)} ${n(foot)} l S\n`
  const words = `BT ${filled(FAINT)}\n${draw.letters.show(line, fitted, 0, fitted * 0.4)}ET\n`
  return { operators: `${rule}${words}${drawn}`, lines: [line], image }
}
