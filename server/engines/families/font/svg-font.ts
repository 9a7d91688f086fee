import { distinctNames } from './glyph-names.ts'
import { nameOf, type Opened, shapeText } from './harfbuzz.ts'
import type { Sfnt } from './sfnt.ts'

/** Characters whose kerning pairs are written: the most common ones in text. */
const KERNED = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-\'"/()']
const NO_LIGATURES = ['liga=0', 'clig=0', 'calt=0', 'rlig=0']

/**
 * Writes an SVG 1.1 font: outlines, widths, names and characters of all glyphs, and the kerning of
 * common pairs. Source: W3C, "SVG 1.1", chapter 20.
 */
export function writeSvgFont(font: Sfnt, opened: Opened): Buffer {
  const { face } = opened
  const { ascender, descender } = opened.font.hExtents()
  const family = nameOf(opened, 16) || nameOf(opened, 1) || 'Untitled'
  const os2 = font.tables.get('OS/2')
  const weight = os2 && os2.length >= 6 ? os2.readUInt16BE(4) : 400
  const unicodes = new Map<number, number[]>()
  for (const code of opened.unicodes) {
    const glyph = opened.font.nominalGlyph(code) ?? 0
    if (!isXmlCharacter(code) || glyph === 0) continue
    const codes = unicodes.get(glyph)
    if (codes) codes.push(code)
    else unicodes.set(glyph, [code])
  }
  const names = distinctNames(opened)
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<svg xmlns="http://www.w3.org/2000/svg" version="1.1"><defs>',
    `<font id="${(names.length > 0 && nameOf(opened, 6).replace(/[^A-Za-z0-9._-]/g, '')) || 'font'}" horiz-adv-x="${opened.font.glyphHAdvance(0)}">`,
    `<font-face font-family="${escaped(family)}" font-weight="${weight}" units-per-em="${face.upem}" ascent="${ascender}" descent="${descender}"/>`,
    `<missing-glyph horiz-adv-x="${opened.font.glyphHAdvance(0)}" d="${path(opened, 0)}"/>`,
  ]
  for (let glyph = 1; glyph < opened.glyphs; glyph++) {
    const shape = `horiz-adv-x="${opened.font.glyphHAdvance(glyph)}" d="${path(opened, glyph)}"`
    for (const code of unicodes.get(glyph) ?? [null]) {
      const unicode = code === null ? '' : `unicode="&#x${code.toString(16)};" `
      lines.push(`<glyph glyph-name="${names[glyph]}" ${unicode}${shape}/>`)
    }
  }
  lines.push(...kerning(opened), '</font></defs></svg>', '')
  return Buffer.from(lines.join('\n'), 'utf8')
}

/** The kerning of each pair as shaped, from any table. */
function kerning(opened: Opened): string[] {
  const { font } = opened
  const known = KERNED.filter((one) => font.nominalGlyph(one.codePointAt(0) ?? 0) !== undefined)
  const width = (text: string, kern: 0 | 1) =>
    shapeText(opened, text, [...NO_LIGATURES, `kern=${kern}`]).reduce(
      (sum, glyph) => sum + Number(/\+(-?\d+)/.exec(glyph)?.[1] ?? 0),
      0,
    )
  return known.flatMap((left) =>
    known.flatMap((right) => {
      const closer = width(left + right, 0) - width(left + right, 1)
      return closer === 0 ? [] : [`<hkern u1="${escaped(left)}" u2="${escaped(right)}" k="${closer}"/>`]
    }),
  )
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? '').replace(/[\ud800-\udfff\ufffe\uffff]/g, '')
}

/** XML 1.0 forbids most control characters, surrogates and noncharacters at the end of a plane. */
function isXmlCharacter(code: number): boolean {
  if (code < 32) return code === 9 || code === 10 || code === 13
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}

/** Rounds to hundredths of a unit; HarfBuzz prints full floats. */
function path({ font }: Opened, glyph: number): string {
  return font
    .glyphToPath(glyph)
    .replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100))
}
