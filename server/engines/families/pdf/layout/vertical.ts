import type { Glyph } from './model.ts'

const FEWEST = 8

/**
 * Rotates vertical text, whose columns run from right to left, to horizontal lines. Null if a page
 * of this width isn't vertical.
 */
export function uprightColumns(glyphs: readonly Glyph[], width: number): Glyph[] | null {
  let below = 0
  for (const [index, { box, style }] of glyphs.entries()) {
    const before = glyphs[index - 1]
    if (!before) continue
    const [across, down] = [Math.abs(box.left - before.box.left), box.top - before.box.top]
    if (across < 0.3 * style.size && down > 0.4 * style.size && down < 1.6 * style.size) below++
  }
  if (below < FEWEST || below < 0.6 * glyphs.length) return null
  return glyphs.map((glyph) => {
    const { left, top, right, bottom } = glyph.box
    const box = { left: top, right: bottom, top: width - right, bottom: width - left }
    return { ...glyph, box, baseline: box.bottom }
  })
}
