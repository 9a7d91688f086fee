import { type FoldOptions, fold } from './fold.ts'

export interface SearchOptions extends FoldOptions {
  wholeWords?: boolean
}

/** A page's text as the file has it: pieces, each the text of one run of glyphs. */
export interface PageText {
  pieces: readonly string[]
  /** Whether a line ends after a piece. */
  ends: readonly boolean[]
}

/** From a character of one piece to before a character of another. */
export interface Match {
  from: { piece: number; offset: number }
  to: { piece: number; offset: number }
}

const WORD = /[\p{L}\p{N}_]/u

/** Every place where a page has what is sought, in the order of its text, none over another. */
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
  /** The last piece that begins at or before a character, and how far into it that is. */
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

/**
 * The end lies behind the last character, with the accents that stand on it, and in the same piece.
 */
function endAt({ piece, offset }: Match['to'], whole: string, last: number, next: number): Match['to'] {
  let length = String.fromCodePoint(whole.codePointAt(last)!).length
  while (last + length < next && /\p{Mn}/u.test(whole[last + length]!)) length++
  return { piece, offset: offset + length }
}
