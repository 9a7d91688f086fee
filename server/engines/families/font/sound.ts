import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { damaged } from './failures.ts'
import { flavourOf, glyphCount, type Sfnt } from './sfnt.ts'

/**
 * Checks what every font reader relies on, so that a damaged font fails here and not in an engine.
 * @throws `source_damaged`, or `source_empty` for a font without glyphs
 */
export function checkSound(font: Sfnt): void {
  const { tables } = font
  const head = tables.get('head')
  if (!head || head.length < 54 || head.readUInt32BE(12) !== 0x5f0f3cf5) throw damaged()
  const unitsPerEm = head.readUInt16BE(18)
  if (unitsPerEm < 16 || unitsPerEm > 16_384) throw damaged(sentence`The font has no usable size of its own.`)
  const glyphs = glyphCount(font)
  if (glyphs === 0) {
    throw new EngineFailure('source_empty', sentence`The font has no characters in it. Choose another file.`)
  }
  const cmap = tables.get('cmap')
  if (!cmap || cmap.length < 4) throw damaged(sentence`The font does not say which characters it has.`)
  checkMetrics(font, glyphs)
  if (flavourOf(font) === 'otf') checkCff(font)
  else if (tables.has('glyf') || tables.has('loca')) checkOutlines(font, head.readInt16BE(50), glyphs)
  else if (!['CBDT', 'sbix', 'EBDT', 'bdat', 'SVG '].some((tag) => tables.has(tag))) {
    throw damaged(sentence`The font has no shapes in it.`)
  }
}

/** `hmtx` has four bytes per glyph with its own width, and two per other glyph. */
function checkMetrics({ tables }: Sfnt, glyphs: number): void {
  const hhea = tables.get('hhea')
  const hmtx = tables.get('hmtx')
  if (!hhea || hhea.length < 36 || !hmtx) throw damaged()
  const widths = hhea.readUInt16BE(34)
  if (widths === 0 || widths > glyphs || hmtx.length < 4 * widths) throw damaged()
}

/** The `loca` offsets must be ascending and within `glyf`. */
function checkOutlines({ tables }: Sfnt, longPlaces: number, glyphs: number): void {
  const loca = tables.get('loca')
  const glyf = tables.get('glyf')
  const size = longPlaces === 0 ? 2 : 4
  if (!loca || !glyf || loca.length < size * (glyphs + 1)) throw damaged()
  let before = 0
  for (let glyph = 0; glyph <= glyphs; glyph++) {
    const place = size === 2 ? 2 * loca.readUInt16BE(2 * glyph) : loca.readUInt32BE(4 * glyph)
    if (place < before || place > glyf.length) throw damaged()
    before = place
  }
}

function checkCff({ tables }: Sfnt): void {
  const [cff, major] = tables.has('CFF ') ? [tables.get('CFF '), 1] : [tables.get('CFF2'), 2]
  if (!cff || cff.length < 16 || cff[0] !== major) throw damaged()
}
