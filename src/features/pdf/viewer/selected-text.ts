import type { Match, PageText } from './search.ts'

/** A character of a page's text; `place` is the index among the displayed pages, from 0. */
export interface Spot {
  place: number
  piece: number
  offset: number
}

/** From its first spot to before its last, in page order. */
export interface Stretch {
  from: Spot
  to: Spot
}

export const isBefore = (a: Spot, b: Spot): boolean =>
  a.place !== b.place ? a.place < b.place : a.piece !== b.piece ? a.piece < b.piece : a.offset < b.offset

export const stretchOf = (a: Spot, b: Spot): Stretch =>
  isBefore(b, a) ? { from: b, to: a } : { from: a, to: b }

/** The part of a page in a range: all of it in the middle, a part at the ends; null outside. */
export function partOf({ from, to }: Stretch, place: number): Match | null {
  if (place < from.place || place > to.place) return null
  return {
    from: place === from.place ? from : { piece: 0, offset: 0 },
    to: place === to.place ? to : { piece: Number.POSITIVE_INFINITY, offset: Number.POSITIVE_INFINITY },
  }
}

/** A page's text between two of its characters, with line breaks. */
export function textIn({ pieces, ends }: PageText, { from, to }: Match): string {
  let text = ''
  for (let at = from.piece; at <= Math.min(to.piece, pieces.length - 1); at++) {
    const piece = pieces[at]!
    text += piece.slice(at === from.piece ? from.offset : 0, at === to.piece ? to.offset : undefined)
    if (ends[at] && at < to.piece) text += '\n'
  }
  return text
}
