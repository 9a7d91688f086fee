/** A value in a PDF with its position; numbers are unparsed, names are decoded. */
export type PdfValue =
  | { kind: 'dict'; entries: Map<string, PdfValue>; twice: Set<string>; from: number; to: number }
  | { kind: 'array'; items: PdfValue[]; from: number; to: number }
  | { kind: 'name' | 'word' | 'string' | 'hex'; text: string; from: number; to: number }
export type PdfDict = Extract<PdfValue, { kind: 'dict' }>

const SPACE = /[\0\t\n\f\r ]/
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/
/** The nesting limit. */
const DEEPEST = 40

export class Unreadable extends Error {}

/**
 * Parses a PDF value at a position (one byte per character). @throws Unreadable if there is none
 */
export function readValue(text: string, start: number, depth = 0): PdfValue {
  if (depth > DEEPEST) throw new Unreadable()
  const from = skipSpace(text, start)
  if (text.startsWith('<<', from)) return readDict(text, from, depth)
  switch (text[from]) {
    case '[':
      return readArray(text, from, depth)
    case '/':
      return readName(text, from)
    case '(':
      return readString(text, from)
    case '<':
      return readHex(text, from)
  }
  const to = endOfWord(text, from)
  if (to === from) throw new Unreadable()
  return { kind: 'word', text: text.slice(from, to), from, to }
}

function readDict(text: string, from: number, depth: number): PdfValue {
  const entries = new Map<string, PdfValue>()
  const twice = new Set<string>()
  let at = skipSpace(text, from + 2)
  while (!text.startsWith('>>', at)) {
    const key = readName(text, at)
    let value = readValue(text, key.to, depth + 1)
    const reference = /^\s+\d+\s+R\b/.exec(text.slice(value.to, value.to + 20))
    if (value.kind === 'word' && reference) value = { ...value, to: value.to + reference[0].length }
    if (entries.has(key.text)) twice.add(key.text)
    entries.set(key.text, value)
    at = skipSpace(text, value.to)
  }
  return { kind: 'dict', entries, twice, from, to: at + 2 }
}

function readArray(text: string, from: number, depth: number): PdfValue {
  const items: PdfValue[] = []
  let at = skipSpace(text, from + 1)
  while (text[at] !== ']') {
    const item = readValue(text, at, depth + 1)
    items.push(item)
    at = skipSpace(text, item.to)
  }
  return { kind: 'array', items, from, to: at + 1 }
}

function readName(
  text: string,
  from: number,
): Extract<PdfValue, { kind: 'name' | 'word' | 'string' | 'hex' }> {
  if (text[from] !== '/') throw new Unreadable()
  const to = endOfWord(text, from + 1)
  const name = text
    .slice(from + 1, to)
    .replace(/#([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return { kind: 'name', text: name, from, to }
}

function readString(text: string, from: number): PdfValue {
  let open = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') open++
    else if (text[at] === ')' && --open === 0)
      return { kind: 'string', text: text.slice(from + 1, at), from, to: at + 1 }
  }
  throw new Unreadable()
}

function readHex(text: string, from: number): PdfValue {
  const end = text.indexOf('>', from)
  if (end < 0) throw new Unreadable()
  return { kind: 'hex', text: text.slice(from + 1, end), from, to: end + 1 }
}

function skipSpace(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    if (text[at] === '%') while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
    else if (!SPACE.test(text[at] as string)) return at
  }
  throw new Unreadable()
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !DELIMITER.test(text[at] as string)) at++
  return at
}
