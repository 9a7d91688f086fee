/** The imbalance of `q` and `Q` in a page's content stream. */
export interface LeftState {
  /** Number of `Q` without a matching `q`. */
  below: number
  /** Number of `q` without a matching `Q`. */
  open: number
}

const SPACE = /[\s\0]/
const WORD_END = /[\s\0()<>[\]{}/%]/

/** Scans operators, strings, names, comments and inline images. Stops at a syntax error. */
export function leftState(content: string): LeftState {
  let depth = 0
  let below = 0
  for (let at = 0; at < content.length; ) {
    const one = content.charAt(at)
    if (one === '(') at = afterString(content, at)
    else if (one === '%') at = afterLine(content, at)
    else if (one === '<' && content.charAt(at + 1) !== '<') at = after(content, '>', at)
    else if (one === '/') at = wordEnd(content, at + 1)
    else if (WORD_END.test(one)) at++
    else {
      const end = wordEnd(content, at)
      const word = content.slice(at, end)
      at = end
      if (word === 'q') depth++
      else if (word === 'Q' && depth > 0) depth--
      else if (word === 'Q') below++
      else if (word === 'ID') at = afterImage(content, end)
    }
  }
  return { below, open: depth }
}

function wordEnd(content: string, from: number): number {
  let at = from
  while (at < content.length && !WORD_END.test(content.charAt(at))) at++
  return at
}

function after(content: string, mark: string, from: number): number {
  const found = content.indexOf(mark, from)
  return found < 0 ? content.length : found + mark.length
}

function afterLine(content: string, from: number): number {
  let at = from
  while (at < content.length && content.charAt(at) !== '\n' && content.charAt(at) !== '\r') at++
  return at
}

function afterString(content: string, from: number): number {
  let depth = 0
  for (let at = from; at < content.length; at++) {
    const one = content.charAt(at)
    if (one === '\\') at++
    else if (one === '(') depth++
    else if (one === ')' && --depth === 0) return at + 1
  }
  return content.length
}

/** Inline image data is arbitrary bytes and ends at a separate `EI`. */
function afterImage(content: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = content.indexOf('EI', at)
    if (at < 0) return content.length
    const next = content.charAt(at + 2)
    if (SPACE.test(content.charAt(at - 1)) && (next === '' || SPACE.test(next))) return at + 2
  }
}
