import { readFileSync } from 'node:fs'
import { program } from './program.ts'

/** Words with a letter or a digit in them, as people compare two texts: case and punctuation aside. */
export function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>()
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu))
    words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** The share of the reference's words that the text has, each as often as it stands there. */
export function recall(reference: Map<string, number>, text: string): number {
  const found = wordsOf(text)
  let total = 0
  let kept = 0
  for (const [word, count] of reference) {
    total += count
    kept += Math.min(count, found.get(word) ?? 0)
  }
  return total === 0 ? 1 : kept / total
}

/** The text of a PDF by poppler. */
export const pdfText = (path: string) => program('pdftotext', ['-q', path, '-'])

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
