import { PAPERS } from '../pdf/paper.ts'

/** Width and height, or a position from the lower left page corner, in points. */
export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  x: number
  y: number
}

export type PageSize = 'auto' | 'a4' | 'letter' | 'fit'

/** The side of a card, if both share a page. */
export type CardSide = 'front' | 'back'

const POINTS_PER_MM = 72 / 25.4
/** Tolerance for matching a sheet's aspect ratio to a paper size. */
const NEAR = 0.03
/**
 * An identity card (ISO/IEC 7810 ID-1) in points, and its larger tolerance: corners of small
 * objects are less precise.
 */
const CARD: Size = { width: 85.6 * POINTS_PER_MM, height: 53.98 * POINTS_PER_MM }
const NEAR_CARD = 0.08

/**
 * The page for a sheet of this aspect ratio, and the image's position on it. A photo gives no
 * absolute size: without a matching paper, the sheet is scaled to fit A4.
 */
export function layOut(
  ratio: number,
  pageSize: PageSize,
  marginMm: number,
  card: CardSide | null,
): { page: Size; box: Box } {
  const margin = marginMm * POINTS_PER_MM
  if (card) return cardOnPage(ratio, pageSize, margin, card)
  const page = pageOf(ratio, pageSize)
  const inner = { width: Math.max(1, page.width - 2 * margin), height: Math.max(1, page.height - 2 * margin) }
  const size = isNear(page.width / page.height, ratio, NEAR) ? inner : fitted(ratio, inner)
  return { page, box: centred(size, page) }
}

function pageOf(ratio: number, pageSize: PageSize): Size {
  if (pageSize === 'a4' || pageSize === 'letter') return paper(pageSize, ratio)
  if (pageSize === 'auto')
    for (const name of ['a4', 'letter'] as const) {
      const sheet = paper(name, ratio)
      if (isNear(sheet.width / sheet.height, ratio, NEAR)) return sheet
    }
  return fitted(ratio, paper('a4', ratio))
}

/** Front above back, in actual size if the ratio is that of an identity card. */
function cardOnPage(ratio: number, pageSize: PageSize, margin: number, side: CardSide) {
  const page = paper(pageSize === 'letter' ? 'letter' : 'a4', 0)
  const half = {
    width: Math.max(1, page.width - 2 * margin),
    height: Math.max(1, page.height / 2 - 2 * margin),
  }
  const upright = { width: CARD.height, height: CARD.width }
  const size = isNear(ratio, CARD.width / CARD.height, NEAR_CARD)
    ? CARD
    : isNear(ratio, CARD.height / CARD.width, NEAR_CARD)
      ? upright
      : fitted(ratio, half)
  const box = centred(size, { width: page.width, height: page.height / 2 })
  return { page, box: side === 'front' ? { ...box, y: box.y + page.height / 2 } : box }
}

function paper(name: 'a4' | 'letter', ratio: number): Size {
  const [short, long] = PAPERS[name]
  return ratio > 1 ? { width: long, height: short } : { width: short, height: long }
}

const isNear = (one: number, other: number, share: number) => Math.abs(one / other - 1) <= share

/** Scales to fit. */
function fitted(ratio: number, { width, height }: Size): Size {
  return ratio > width / height ? { width, height: width / ratio } : { width: height * ratio, height }
}

const centred = ({ width, height }: Size, around: Size): Box => ({
  x: (around.width - width) / 2,
  y: (around.height - height) / 2,
  width,
  height,
})
