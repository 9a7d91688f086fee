import { readFileSync } from 'node:fs'
import { program } from './program.ts'

/** The different words of a text: numbers and single letters number pages and lists, and are no content. Case does not count. */
export function wordsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && /\p{L}/u.test(word)))
}

/** How many of the reference's words the text does not have. A piece of a word counts as had: a letter may be drawn apart. */
export function missingWords(reference: ReadonlySet<string>, text: string): number {
  const found = wordsOf(text)
  const all = [...found].join(' ')
  return [...reference].filter((word) => !found.has(word) && !all.includes(word)).length
}

/** The text of a PDF by poppler, in the order in which it is drawn: else labels that are drawn at an angle fall into pieces. */
export const pdfText = (path: string) => program('pdftotext', ['-q', '-raw', path, '-'])

/** The text of an HTML page: what stands between its tags. */
export function htmlText(path: string): string {
  return (
    readFileSync(path, 'utf8')
      .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/gi, ' ')
      // Inline tags may stand inside a word.
      .replace(/<\/?(a|b|i|u|s|em|strong|span|sub|sup|small|mark|code|ruby|rb)\b[^>]*>/gi, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) =>
        String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
      )
      .replace(
        /&(amp|lt|gt|quot|nbsp);/g,
        (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name as string] ?? ' ',
      )
  )
}
