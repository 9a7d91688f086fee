import { sentence } from '../../kernel/sentence.ts'
import { toQuadratic } from './contours.ts'
import { damaged } from './failures.ts'
import { writeOutlines } from './glyf.ts'
import { glyphName } from './glyph-names.ts'
import { type Opened, open } from './harfbuzz.ts'
import type { Sfnt } from './sfnt.ts'

/** CFF tables, and tables that only apply to a variable CFF2 font or an unchanged file. */
const LEFT_BEHIND = ['CFF ', 'CFF2', 'VORG', 'DSIG', 'fvar', 'avar', 'HVAR', 'VVAR', 'MVAR', 'STAT', 'cvar']

/**
 * Converts a font to TrueType outlines: same glyph order, so that names, cmap, kerning and layout
 * tables stay byte-identical. Curves deviate by at most a thousandth of the em. A variable font is
 * reduced to its default instance. CFF hints are dropped.
 */
export function toTrueType(font: Sfnt, opened: Opened = open(font)): Sfnt {
  const tables = new Map([...font.tables].filter(([tag]) => !LEFT_BEHIND.includes(tag)))
  const outlines = writeOutlines(contoursOf(opened))
  if (outlines.glyf.length === 0) throw damaged(sentence`The font has no shapes that can be read.`)
  const head = Buffer.from(tables.get('head') ?? damagedTable())
  head.writeInt16BE(1, 50)
  head.writeInt16BE(0, 52)
  tables.set('head', head)
  tables.set('glyf', outlines.glyf)
  tables.set('loca', outlines.loca)
  tables.set('maxp', maxp(opened.glyphs, outlines.maxPoints, outlines.maxContours))
  tables.set('post', postWithNames(tables.get('post') ?? Buffer.alloc(32), opened))
  setMetrics(tables, opened, outlines.left)
  return { tables }
}

const MAX_NAMES = 32_000

function* contoursOf({ font, face, glyphs }: Opened) {
  const tolerance = Math.max(0.25, face.upem / 1000)
  for (let glyph = 0; glyph < glyphs; glyph++) yield toQuadratic(font.glyphToJson(glyph), tolerance)
}

function damagedTable(): never {
  throw damaged()
}

function maxp(glyphs: number, points: number, contours: number): Buffer {
  const table = Buffer.alloc(32)
  table.writeUInt32BE(0x00010000, 0)
  table.writeUInt16BE(glyphs, 4)
  table.writeUInt16BE(points, 6)
  table.writeUInt16BE(contours, 8)
  table.writeUInt16BE(2, 14)
  return table
}

/** Keeps the widths; side bearings come from the new outlines, or readers would shift glyphs. */
function setMetrics(tables: Map<string, Buffer>, { font, glyphs }: Opened, left: readonly number[]): void {
  const hhea = Buffer.from(tables.get('hhea') ?? damagedTable())
  const before = tables.get('hmtx') ?? damagedTable()
  const widths = hhea.readUInt16BE(34)
  const hmtx = Buffer.alloc(4 * glyphs)
  for (let glyph = 0; glyph < glyphs; glyph++) {
    const at = 4 * Math.min(glyph, widths - 1)
    hmtx.writeUInt16BE(
      at + 2 <= before.length ? before.readUInt16BE(at) : font.glyphHAdvance(glyph),
      4 * glyph,
    )
    hmtx.writeInt16BE(left[glyph] ?? 0, 4 * glyph + 2)
  }
  hhea.writeUInt16BE(glyphs, 34)
  tables.set('hhea', hhea)
  tables.set('hmtx', hmtx)
}

/**
 * CFF stores glyph names with its outlines; they move to `post` version 2, whose indexes are
 * limited.
 */
function postWithNames(before: Buffer, opened: Opened): Buffer {
  if (opened.glyphs > MAX_NAMES) return before
  const header = Buffer.alloc(34 + 2 * opened.glyphs)
  before.copy(header, 0, 0, 32)
  header.writeUInt32BE(0x00020000, 0)
  header.writeUInt16BE(opened.glyphs, 32)
  const names = Array.from({ length: opened.glyphs }, (_, glyph) => {
    header.writeUInt16BE(258 + glyph, 34 + 2 * glyph)
    const name = Buffer.from(glyphName(opened, glyph), 'latin1')
    return Buffer.concat([Buffer.from([name.length]), name])
  })
  return Buffer.concat([header, ...names])
}
