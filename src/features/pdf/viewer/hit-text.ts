import type { TextItem } from 'pdfjs-dist/types/src/display/api'
import type { Rect } from './geometry.ts'
import type { Hit } from './handle.ts'
import type { Pdf } from './pdf.ts'
import { type Match, matchesIn, type PageText, type SearchOptions } from './search.ts'
import { textIn } from './selected-text.ts'

/** The matches in one page's text, independent of a search. */
export async function hitsOn(
  pdf: Pdf,
  index: number,
  page: number,
  query: string,
  options: SearchOptions,
): Promise<Hit[]> {
  return matchesIn(await pdf.text(index), query, options).map((match) => ({ ...match, index, page }))
}

/** The file's text of a result, which may be spelled differently than the query. */
export async function textOfHit(pdf: Pdf, hit: Hit): Promise<string> {
  return spelt(await pdf.text(hit.index), hit)
}

/** Line breaks become spaces. */
export const spelt = (text: PageText, match: Match): string => textIn(text, match).replaceAll('\n', ' ')

/**
 * The rectangles of a result, one per text item, in user space. Positions within an item use the
 * widths of a common font.
 */
export async function rectsOfHit(pdf: Pdf, { index, from, to }: Hit): Promise<Rect[]> {
  const page = await pdf.page(index)
  const { items, styles } = await page.getTextContent({ disableNormalization: true })
  const pieces = items.filter((item): item is TextItem => 'str' in item)
  return pieces.slice(from.piece, to.piece + 1).flatMap((item, at) => {
    const start = at === 0 ? from.offset : 0
    const end = from.piece + at === to.piece ? to.offset : item.str.length
    if (end <= start || item.width === 0) return []
    const whole = widthOf(item.str)
    const first = widthOf(item.str.slice(0, start)) / whole
    const last = widthOf(item.str.slice(0, end)) / whole
    const [near, far] = item.dir === 'rtl' ? [1 - last, 1 - first] : [first, last]
    const { ascent = 0.8, descent = -0.2 } = styles[item.fontName] ?? {}
    return [rectOf(item, near, far, ascent || 0.8, descent || -0.2)]
  })
}

/** Between two fractions of an item's length, from descent to ascent, for any text direction. */
function rectOf(item: TextItem, near: number, far: number, ascent: number, descent: number): Rect {
  const [a, b, c, d, x, y] = item.transform as [number, number, number, number, number, number]
  const [along, up] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1]
  const corners = [near, far].flatMap((part) =>
    [descent, ascent].map((height) => ({
      x: x + (a / along) * item.width * part + (c / up) * item.height * height,
      y: y + (b / along) * item.width * part + (d / up) * item.height * height,
    })),
  )
  const [xs, ys] = [corners.map((one) => one.x), corners.map((one) => one.y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

let measure: CanvasRenderingContext2D | null = null
function widthOf(text: string): number {
  measure ??= document.createElement('canvas').getContext('2d')
  if (!measure) return text.length
  measure.font = '100px sans-serif'
  return measure.measureText(text).width
}
