import type { FontFacts } from '../../../api/preview.ts'

export type Glyph = FontFacts['glyphs'][number]

/** "U+0041" */
export const codeOf = (unicode: number): string => `U+${unicode.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Finds glyphs by the character, a part of the name, or the code point as U+0041 or 41; only in one
 * Unicode block, if given.
 */
export function filterGlyphs(
  glyphs: readonly Glyph[],
  text: string,
  block?: { first: number; last: number },
): readonly Glyph[] {
  const wanted = text.trim()
  const letter = [...wanted].length === 1 ? wanted.codePointAt(0) : undefined
  const code = /^(?:u\+|0x)?([0-9a-f]{2,6})$/i.exec(wanted)?.[1]
  const number = code === undefined ? undefined : Number.parseInt(code, 16)
  const name = wanted.toLowerCase()
  return glyphs.filter(({ unicode, name: own }) => {
    if (block && (unicode === null || unicode < block.first || unicode > block.last)) return false
    if (wanted === '') return true
    if (unicode !== null && (unicode === letter || unicode === number)) return true
    return letter === undefined && own.toLowerCase().includes(name)
  })
}
