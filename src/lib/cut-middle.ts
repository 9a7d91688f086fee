/**
 * Splits a file name where it may be cut: the head gives way (an ellipsis), the tail, which keeps
 * the ending and the characters before it that tell two versions apart, always stays.
 * "storefront-panorama-stitched.tiff" → head "storefront-panorama-st", tail "itched.tiff".
 */
export function splitName(name: string, keep = 6): { head: string; tail: string } {
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 10 ? dot : name.length
  // By characters a person sees: a cut must not fall inside an emoji or a letter with its accents.
  const stem = lettersOf(name.slice(0, ending))
  const at = Math.max(1, stem.length - keep)
  return { head: stem.slice(0, at).join(''), tail: stem.slice(at).join('') + name.slice(ending) }
}

// Made once: that takes longer than using it, and a list splits the name of each of its rows.
let segmenter: Intl.Segmenter | undefined

/** ASCII has no letter of several characters but the end of a line. */
const PLAIN = /^[\x20-\x7e]*$/

function lettersOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter()
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

/**
 * Cuts a name in the middle to at most `max` characters, where CSS cannot do it (a title, a toast,
 * a chart).
 */
export function cutMiddle(name: string, max: number): string {
  const { head, tail } = splitName(name)
  const letters = Array.from(head)
  const room = max - Array.from(tail).length - 1
  if (letters.length <= room + 1) return name
  return `${letters.slice(0, Math.max(1, room)).join('')}…${tail}`
}
