import { readFileSync } from 'node:fs'
import { program } from './program.ts'

/** The distinct words of a text in lower case, without numbers and single letters. */
export function wordsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return new Set(words.filter((word) => word.length > 1 && /\p{L}/u.test(word)))
}

/**
 * Number of words of the reference that the text lacks. A word inside another word counts as found.
 */
export function missingWords(reference: ReadonlySet<string>, text: string): number {
  const found = wordsOf(text)
  const all = [...found].join(' ')
  return [...reference].filter((word) => !found.has(word) && !all.includes(word)).length
}

/** The text of a PDF by poppler, in drawing order. Other orders split rotated labels. */
export const pdfText = (path: string) => program('pdftotext', ['-q', '-raw', path, '-'])

/** The text of an HTML page without its tags. */
export function htmlText(path: string): string {
  return (
    readFileSync(path, 'utf8')
      .replace(/<(script|style)[\s>][\s\S]*?<\/\1>/gi, ' ')
      // Inline tags may be inside a word.
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
