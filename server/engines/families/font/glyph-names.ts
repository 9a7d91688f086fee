import type { Opened } from './harfbuzz.ts'

/** A glyph name that is safe in PostScript and XML; `gid7` if the font has none. */
export function glyphName({ font }: Pick<Opened, 'font'>, glyph: number): string {
  const name = font.glyphName(glyph).replace(/[^A-Za-z0-9._-]/g, '')
  return name === '' ? `gid${glyph}` : name.slice(0, 63)
}

/** Unique names of all glyphs: duplicates get a number as suffix. */
export function distinctNames(opened: Opened): string[] {
  const seen = new Set<string>()
  return Array.from({ length: opened.glyphs }, (_, glyph) => {
    const name = glyph === 0 ? '.notdef' : glyphName(opened, glyph)
    const distinct = seen.has(name) ? `${name}.${glyph}` : name
    seen.add(distinct)
    return distinct
  })
}
