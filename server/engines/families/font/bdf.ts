import { damaged, tooLarge } from './failures.ts'

export interface BitmapGlyph {
  name: string
  /** Code point, or -1 for none. */
  encoding: number
  /** Advance width in pixels. */
  advance: number
  /** Size in pixels, and the offset of the lower left pixel from the origin. */
  width: number
  height: number
  left: number
  bottom: number
  /** From the top; each row is padded to whole bytes. */
  rows: Buffer[]
}

export interface BitmapFont {
  properties: [name: string, value: string | number][]
  ascent: number
  descent: number
  glyphs: BitmapGlyph[]
}

const MAX_PIXELS = 4096
const MAX_GLYPHS = 65_535
/** Total bytes of all rows: a small file may declare megabytes. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Parses a BDF bitmap font. Source: Adobe Technical Note 5005, "Glyph Bitmap Distribution Format
 * 2.1".
 */
export function readBdf(text: string): BitmapFont {
  const [head = '', ...parts] = text.split(/^STARTCHAR +/m)
  const list = /^STARTPROPERTIES[^\n]*\n([\s\S]*?)^ENDPROPERTIES/m.exec(head)?.[1] ?? ''
  const properties = [...list.matchAll(/^([A-Z0-9_]+) +(?:"((?:[^"]|"")*)"|(-?\d+)) *$/gm)].map(
    ([, name = '', words, number]): [string, string | number] => [
      name,
      words === undefined ? Number(number) : words.replaceAll('""', '"'),
    ],
  )
  const font = /^FONT +(.+)$/m.exec(head)?.[1]
  if (font && !properties.some(([name]) => name === 'FONT')) properties.push(['FONT', font.trim()])
  if (parts.length > MAX_GLYPHS) throw tooLarge()
  let bytes = 0
  const glyphs = parts.map((part) => {
    const glyph = readGlyph(part)
    bytes += glyph.height * Math.ceil(glyph.width / 8)
    if (bytes > MAX_BYTES) throw tooLarge()
    return glyph
  })
  const measure = (name: string, most: (glyph: BitmapGlyph) => number) =>
    Number(properties.find(([key]) => key === name)?.[1] ?? Math.max(0, ...glyphs.map(most)))
  return {
    properties,
    ascent: measure('FONT_ASCENT', ({ height, bottom }) => height + bottom),
    descent: measure('FONT_DESCENT', ({ bottom }) => -bottom),
    glyphs,
  }
}

function readGlyph(part: string): BitmapGlyph {
  const numbers = (name: string) =>
    (new RegExp(`^${name} +(.+)$`, 'm').exec(part)?.[1] ?? '').trim().split(/ +/).map(Number)
  const [width = 0, height = 0, left = 0, bottom = 0] = numbers('BBX')
  const lines = /^BITMAP\s*\n([\s\S]*?)^ENDCHAR/m.exec(part)?.[1]?.trim().split(/\s+/) ?? []
  if (![width, height].every((size) => size >= 0 && size <= MAX_PIXELS)) throw damaged()
  return {
    name: part.split(/\s/, 1)[0] ?? '',
    encoding: numbers('ENCODING')[0] ?? -1,
    advance: numbers('DWIDTH')[0] ?? width,
    ...{ width, height, left, bottom },
    rows: Array.from({ length: height }, (_, row) => {
      const bytes = Buffer.alloc(Math.ceil(width / 8))
      bytes.write(lines[row] ?? '', 'hex')
      return bytes
    }),
  }
}
