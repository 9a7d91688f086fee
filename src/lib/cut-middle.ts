/**
 * Splits a file name for truncation: the head shrinks with an ellipsis; the tail stays, with the
 * extension and the characters before it, which tell versions apart.
 * "storefront-panorama-stitched.tiff" → head "storefront-panorama-st", tail "itched.tiff".
 */
export function splitName(name: string, keep = 6): { head: string; tail: string } {
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 10 ? dot : name.length
  // By grapheme: a cut must not split an emoji or an accented letter.
  const stem = lettersOf(name.slice(0, ending))
  const at = Math.max(1, stem.length - keep)
  return { head: stem.slice(0, at).join(''), tail: stem.slice(at).join('') + name.slice(ending) }
}

// Created once: the constructor costs more than a call, and a list splits the name of every row.
let segmenter: Intl.Segmenter | undefined

/** In ASCII only CR LF is a grapheme of several characters. */
const PLAIN = /^[\x20-\x7e]*$/

function lettersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

/**
 * Truncates a name in the middle to `max` characters, where CSS cannot (a title, a toast, a chart).
 */
export function cutMiddle(name: string, max: number): string {
  const { head, tail } = splitName(name)
  const letters = Array.from(head)
  const room = max - Array.from(tail).length - 1
  if (letters.length <= room + 1) return name
  return `${letters.slice(0, Math.max(1, room)).join('')}…${tail}`
}
