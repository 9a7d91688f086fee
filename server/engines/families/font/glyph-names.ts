import type { Opened } from './harfbuzz.ts'

/**
 * A glyph's name with nothing in it that PostScript or XML could misread; `gid7` where the font
 * gives none.
 */
export function glyphName({ font }: Pick<Opened, 'font'>, glyph: number): string {
  const name = font.glyphName(glyph).replace(/[^A-Za-z0-9._-]/g, '')
  return name === '' ? `gid${glyph}` : name.slice(0, 63)
}

/** Names of all glyphs, each once: a second of the same name gets its number behind it. */
export function distinctNames(opened: Opened): string[] {
  const seen = new Set<string>()
  return Array.from({ length: opened.glyphs }, (_, glyph) => {
    const name = glyph === 0 ? '.notdef' : glyphName(opened, glyph)
    const distinct = seen.has(name) ? `${name}.${glyph}` : name
    seen.add(distinct)
    return distinct
  })
}
