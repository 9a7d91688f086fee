import { heap, type Pdfium, withMemory } from '../pdfium.ts'

export interface RedactOptions {
  terms: string[]
  match_case: boolean
  whole_words: boolean
  emails: boolean
  phone_numbers: boolean
  bank_accounts: boolean
  card_numbers: boolean
}

/** A word or phrase to redact. */
export interface Term {
  text: string
  match_case: boolean
  whole_words: boolean
}

/** The search terms and patterns of a redaction. */
export interface Sought {
  terms: readonly Term[]
  presets: readonly Preset[]
}

/**
 * Patterns for text with single spaces. Bounded in length, so that matching can't take exponential
 * time.
 */
const PRESETS = {
  emails: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu,
  phone_numbers: /(?<![\p{L}\p{N}])(?:\+|00)?\(?\d{1,4}\)?(?:[ ./-]?\(?\d{1,5}\)?){2,6}(?![\p{L}\p{N}])/gu,
  bank_accounts: /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu,
  card_numbers: /(?<![\p{L}\p{N}])\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\p{L}\p{N}])/gu,
} as const
type Preset = keyof typeof PRESETS
const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** The search of the options; both switches apply to each term. */
export const soughtBy = (options: RedactOptions): Sought => ({
  terms: options.terms
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text, match_case: options.match_case, whole_words: options.whole_words })),
  presets: PRESET_NAMES.filter((name) => options[name]),
})

/** A range of a page's characters, in PDFium's indexes. */
export interface Hit {
  start: number
  count: number
  /** The matched text. */
  text: string
  /** The term that matched; for a pattern, a new term with the matched text. */
  term: Term
}

/** The text of a page, with the source character of each letter. */
interface PageText {
  text: string
  origin: number[]
}

const SOFT_HYPHENS = new Set([0x02, 0xad, 0xfffe])

/**
 * Normalizes the text of a page: single spaces instead of line breaks, words without line-end
 * hyphens, ligatures as letters. `textPage` is a PDFium handle.
 */
export function readPage(pdfium: Pdfium, textPage: number): PageText {
  let text = ''
  const origin: number[] = []
  let divided = false
  const count = pdfium.FPDFText_CountChars(textPage)
  for (let index = 0; index < count; index++) {
    const code = pdfium.FPDFText_GetUnicode(textPage, index)
    if (SOFT_HYPHENS.has(code)) {
      divided = true
      continue
    }
    const space = code <= 0x20 || code === 0xa0
    if (divided && space) continue
    divided = false
    const letters = space ? (text.endsWith(' ') ? '' : ' ') : normal(String.fromCodePoint(code))
    for (const _ of letters.split('')) origin.push(index)
    text += letters
  }
  return { text, origin }
}

/** Unicode compatibility form: one spelling for characters that look the same. */
export const normal = (text: string): string => text.normalize('NFKC')

/** Finds the text of a page to redact. */
export function findHits({ text, origin }: PageText, { terms, presets }: Sought): Hit[] {
  const hits: Hit[] = []
  const add = (from: number, to: number, by: Term | null) => {
    const start = origin[from] ?? 0
    const found = text.slice(from, to)
    const term = by ?? { text: found, match_case: false, whole_words: false }
    hits.push({ start, count: (origin[to - 1] ?? start) - start + 1, text: found, term })
  }
  // Case folding must not change the length, or the indexes would shift.
  const folded = fold(text)
  for (const term of terms) {
    const haystack = term.match_case ? text : folded
    const needle = needleOf(term)
    if (needle === '') continue
    for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
      if (!term.whole_words || isWhole(text, at, at + needle.length)) add(at, at + needle.length, term)
    }
  }
  for (const name of presets) {
    for (const match of text.matchAll(PRESETS[name])) {
      if (enoughDigits(name, match[0])) add(match.index, match.index + match[0].length, null)
    }
  }
  return hits
}

/** Normalizes a term for `readPage`'s text. */
function needleOf({ text, match_case }: Term): string {
  const needle = normal(text).replace(/\s+/g, ' ').trim()
  return match_case ? needle : fold(needle)
}

/** Lowercase per character, except where the length would change. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('')
}

const LETTER = /[\p{L}\p{N}_]/u
const isWhole = (text: string, from: number, to: number): boolean =>
  !LETTER.test(text[from - 1] ?? ' ') && !LETTER.test(text[to] ?? ' ')

/** Excludes years and prices from telephone numbers. */
function enoughDigits(name: Preset, text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  if (name === 'phone_numbers') return digits >= 7 && digits <= 15
  if (name === 'card_numbers') return digits >= 13 && digits <= 19
  return true
}

export type Box = [left: number, top: number, right: number, bottom: number]

/** The boxes around a range of characters, one per line, in points. */
export function boxesOf(pdfium: Pdfium, textPage: number, { start, count }: Hit): Box[] {
  const boxes = pdfium.FPDFText_CountRects(textPage, start, count)
  return withMemory(pdfium, 32, (at) =>
    Array.from({ length: Math.max(0, boxes) }, (_, index): Box => {
      pdfium.FPDFText_GetRect(textPage, index, at, at + 8, at + 16, at + 24)
      const view = new DataView(heap(pdfium).buffer, at, 32)
      return [0, 8, 16, 24].map((offset) => view.getFloat64(offset, true)) as Box
    }),
  )
}
