import { type FoldOptions, fold } from './fold.ts'

export interface SearchOptions extends FoldOptions {
  wholeWords?: boolean
}

/** A page's text in file order: items, each the text of one run of glyphs. */
export interface PageText {
  pieces: readonly string[]
  /** Whether a line ends after an item. */
  ends: readonly boolean[]
}

/** From a character of one item to before a character of another. */
export interface Match {
  from: { piece: number; offset: number }
  to: { piece: number; offset: number }
}

const WORD = /[\p{L}\p{N}_]/u

/** All matches in a page, in text order, without overlaps. */
export function matchesIn({ pieces, ends }: PageText, query: string, options: SearchOptions = {}): Match[] {
  const sought = fold(query.trim(), options).text.trim()
  if (sought === '') return []
  const starts: number[] = []
  let whole = ''
  for (const [index, piece] of pieces.entries()) {
    starts.push(whole.length)
    whole += piece
    if (ends[index]) whole += '\n'
  }
  const { text, origins } = fold(whole, options)
  /** The last item that starts at or before a character, and the offset in it. */
  const pieceAt = (at: number) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { piece: low, offset: Math.min(at - starts[low]!, pieces[low]!.length) }
  }
  const found: Match[] = []
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at)) {
    const end = at + sought.length
    if (options.wholeWords && (WORD.test(text[at - 1] ?? '') || WORD.test(text[end] ?? ''))) {
      at++
      continue
    }
    const last = origins[end - 1]!
    found.push({ from: pieceAt(origins[at]!), to: endAt(pieceAt(last), whole, last, origins[end]!) })
    at = end
  }
  return found
}

/** The end is after the last character with its combining accents, in the same item. */
function endAt({ piece, offset }: Match['to'], whole: string, last: number, next: number): Match['to'] {
  let length = String.fromCodePoint(whole.codePointAt(last)!).length
  while (last + length < next && /\p{Mn}/u.test(whole[last + length]!)) length++
  return { piece, offset: offset + length }
}
