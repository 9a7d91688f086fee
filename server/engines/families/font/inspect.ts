import { type FontFacts, FontInspection } from '../../../../contract/font-inspection.ts'
import { coverageOf } from './coverage.ts'
import { glyphName } from './glyph-names.ts'
import { nameOf, type Opened, open } from './harfbuzz.ts'
import type { Sfnt } from './sfnt.ts'

const MAX_FONTS = 32
/** The maximum number of listed glyphs, for all fonts of the file. */
const MAX_GLYPHS = 2000
const MAX_TEXT = 20_000

/** The JSON report on the fonts of a file. `format` is the file's format. */
export function inspectFonts(fonts: readonly Sfnt[], format: string): Buffer {
  const shown = fonts.slice(0, MAX_FONTS)
  const glyphs = Math.ceil(MAX_GLYPHS / shown.length)
  const inspection = FontInspection.parse({
    format,
    font_count: fonts.length,
    fonts: shown.map((font) => factsOf(font, glyphs)),
    fonts_left_out: fonts.length - shown.length,
  } satisfies FontInspection)
  return Buffer.from(JSON.stringify(inspection), 'utf8')
}

function factsOf(font: Sfnt, maxGlyphs: number): FontFacts {
  const opened = open(font)
  const { face, font: metrics, glyphs } = opened
  const { tables } = font
  const os2 = new Table(tables.get('OS/2'))
  const post = new Table(tables.get('post'))
  const { ascender, descender, lineGap } = metrics.hExtents()
  // OS/2 has x-height and cap height since version 2.
  const height = (at: number) => (os2.u16(0) >= 2 && os2.has(at + 2) ? os2.i16(at) : null)
  const fixedPitch = post.has(16) && post.u32(12) !== 0
  return {
    ...names(opened),
    outlines: outlinesOf(tables),
    weight: os2.u16(4, 400),
    width: os2.u16(6, 5),
    italic: (os2.u16(62) & 1) === 1,
    monospaced: fixedPitch || os2.bytes?.[35] === 9 || sameWidths(opened),
    hinted: isHinted(tables),
    colour: ['COLR', 'SVG ', 'sbix', 'CBDT'].filter((tag) => tables.has(tag)).map((tag) => tag.trim()),
    embedding: embedding(os2.u16(8)),
    units_per_em: face.upem,
    metrics: {
      ascender,
      descender,
      line_gap: lineGap,
      x_height: height(86),
      cap_height: height(88),
      italic_angle: post.has(8) ? post.i32(4) / 65_536 : 0,
    },
    axes: axesOf(opened),
    instances: instancesOf(opened, new Table(tables.get('fvar'))),
    features: featuresOf(opened),
    tables: [...tables].map(([tag, bytes]) => ({ tag: tag.trim(), bytes: bytes.length })),
    ...coverageOf(opened.unicodes),
    glyph_count: glyphs,
    glyphs: glyphsOf(opened, Math.min(glyphs, maxGlyphs)),
    glyphs_left_out: Math.max(0, glyphs - maxGlyphs),
  }
}

/** Reads numbers of a table that may be truncated or missing. */
class Table {
  readonly bytes: Buffer | undefined
  constructor(bytes: Buffer | undefined) {
    this.bytes = bytes
  }
  has(length: number): boolean {
    return (this.bytes?.length ?? 0) >= length
  }
  u16(at: number, absent = 0): number {
    return this.has(at + 2) ? (this.bytes?.readUInt16BE(at) ?? absent) : absent
  }
  i16(at: number): number {
    return this.has(at + 2) ? (this.bytes?.readInt16BE(at) ?? 0) : 0
  }
  u32(at: number): number {
    return this.has(at + 4) ? (this.bytes?.readUInt32BE(at) ?? 0) : 0
  }
  i32(at: number): number {
    return this.has(at + 4) ? (this.bytes?.readInt32BE(at) ?? 0) : 0
  }
}

/** Name identifiers of OpenType 1.9; the typographic family precedes the legacy family. */
function names(opened: Opened) {
  const name = (...ids: number[]) =>
    ids
      .map((id) => nameOf(opened, id))
      .find(Boolean)
      ?.slice(0, MAX_TEXT) ?? ''
  return {
    family: name(16, 1),
    subfamily: name(17, 2),
    full_name: name(4),
    postscript_name: name(6),
    version: name(5).replace(/^Version\s+/i, ''),
    designer: name(9),
    manufacturer: name(8),
    copyright: name(0),
    trademark: name(7),
    description: name(10),
    licence: name(13),
    licence_url: name(14),
    vendor_url: name(11),
  }
}

function outlinesOf(tables: Sfnt['tables']): FontFacts['outlines'] {
  if (tables.has('CFF2')) return 'cff2'
  if (tables.has('CFF ')) return 'cff'
  return tables.has('glyf') ? 'truetype' : 'bitmap'
}

/** TrueType instructions. CFF hints are part of the outlines and almost always present. */
function isHinted(tables: Sfnt['tables']): boolean {
  return tables.has('CFF ') || tables.has('CFF2') || tables.has('fpgm') || tables.has('prep')
}

/** Whether all visible letters have the same width. */
function sameWidths({ font, unicodes }: Opened): boolean {
  const letters = unicodes.filter((code) => code > 32 && code < 127)
  const widths = new Set([...letters].map((code) => font.glyphHAdvance(font.nominalGlyph(code) ?? 0)))
  return letters.length > 10 && widths.size === 1
}

/** OS/2 `fsType`. If several levels are set, the least restrictive applies. */
function embedding(fsType: number): FontFacts['embedding'] {
  const subsetting = (fsType & 0x100) === 0
  const bitmapsOnly = (fsType & 0x200) !== 0
  const [level, words] =
    (fsType & 0xe) === 0
      ? (['installable', 'May be embedded and installed.'] as const)
      : fsType & 8
        ? (['editable', 'May be embedded in documents that can be edited.'] as const)
        : fsType & 4
          ? (['preview_and_print', 'May be embedded in documents to view and print.'] as const)
          : (['restricted', 'May not be embedded without permission of its owner.'] as const)
  const more = [
    subsetting ? '' : ' Only as a whole, not in part.',
    bitmapsOnly ? ' Only its bitmaps may be embedded.' : '',
  ].join('')
  return { level, subsetting, bitmaps_only: bitmapsOnly, summary: words + more }
}

function axesOf(opened: Opened): FontFacts['axes'] {
  return Object.values(opened.face.getAxisInfos())
    .toSorted((a, b) => a.axisIndex - b.axisIndex)
    .slice(0, 64)
    .map(({ tag, nameId, min, default: standard, max, flags }) => ({
      tag,
      name: nameOf(opened, nameId).slice(0, MAX_TEXT),
      min,
      default: standard,
      max,
      hidden: (flags & 1) === 1,
    }))
}

/** Source: OpenType 1.9, "fvar — Font Variations Table", instance records. */
function instancesOf(opened: Opened, fvar: Table): FontFacts['instances'] {
  const axes = fvar.u16(8)
  const start = fvar.u16(4) + axes * fvar.u16(10)
  const count = Math.min(fvar.u16(12), 256)
  const found: FontFacts['instances'] = []
  for (let index = 0; index < count; index++) {
    const at = start + index * fvar.u16(14)
    if (axes === 0 || axes > 64 || !fvar.has(at + 4 + 4 * axes)) break
    const coordinates = Array.from({ length: axes }, (_, axis) => {
      const tag = fvar.u16(4) + axis * fvar.u16(10)
      return [
        fvar.bytes?.toString('latin1', tag, tag + 4) ?? '',
        fvar.i32(at + 4 + 4 * axis) / 65_536,
      ] as const
    })
    found.push({
      name: nameOf(opened, fvar.u16(at)).slice(0, MAX_TEXT),
      coordinates: Object.fromEntries(coordinates),
    })
  }
  return found
}

function featuresOf({ face }: Opened): FontFacts['features'] {
  return (['GSUB', 'GPOS'] as const).flatMap((table) =>
    [...new Set(face.getTableFeatureTags(table))].slice(0, 500).map((tag) => ({ tag, table })),
  )
}

function glyphsOf(opened: Opened, count: number): FontFacts['glyphs'] {
  const { font } = opened
  const unicode = new Map<number, number>()
  for (const code of opened.unicodes) {
    const glyph = font.nominalGlyph(code)
    if (glyph !== undefined && !unicode.has(glyph)) unicode.set(glyph, code)
  }
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: glyphName(opened, id),
    unicode: unicode.get(id) ?? null,
    advance: font.glyphHAdvance(id),
  }))
}
