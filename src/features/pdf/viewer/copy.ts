import { normalizeUnicode } from 'pdfjs-dist'
import type { Arrangement } from './arrangement.ts'
import type { Pdf } from './pdf.ts'
import { partOf, type Stretch, textIn } from './selected-text.ts'

/** The limit of pages per copy. */
export const MOST_COPIED = 2_000

/**
 * Letters instead of ligatures and presentation forms, without NUL, which ends the text in other
 * programs.
 */
export const plain = (text: string): string => normalizeUnicode(text).replaceAll('\0', '')

/** The text of a range, page by page. `tell` receives the number of read pages. */
export async function textOf(
  pdf: Pdf,
  arrangement: Arrangement,
  stretch: Stretch,
  tell: (pages: number) => void,
): Promise<string> {
  const texts: string[] = []
  const last = Math.min(stretch.to.place, stretch.from.place + MOST_COPIED - 1, arrangement.length - 1)
  for (let place = stretch.from.place; place <= last; place++) {
    const part = partOf(stretch, place)
    // A page that can't be read has no text.
    const text = await pdf.text(arrangement[place]!.page - 1).catch(() => null)
    if (text && part) texts.push(textIn(text, part))
    tell(texts.length)
  }
  return plain(texts.join('\n'))
}
