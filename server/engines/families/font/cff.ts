import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { charstring, number } from './charstring.ts'
import { distinctNames } from './glyph-names.ts'
import { nameOf, type Opened, open } from './harfbuzz.ts'
import type { Sfnt } from './sfnt.ts'

/** TrueType outline tables with their dependents, and tables that a changed file invalidates. */
const LEFT_BEHIND =
  'glyf|loca|cvt |fpgm|prep|gasp|hdmx|VDMX|LTSH|gvar|fvar|avar|cvar|HVAR|VVAR|MVAR|STAT|DSIG'.split('|')
/** The first custom string identifier; lower ones are standard strings. */
const FIRST_STRING = 391
const MAX_GLYPHS = 65_535 - FIRST_STRING

/**
 * Converts a font to CFF outlines: same glyph order, so that cmap, kerning and layout tables stay
 * byte-identical. Curves are within half a font unit; TrueType hints are dropped.
 */
export function toCff(font: Sfnt): Sfnt {
  const opened = open(font)
  if (opened.glyphs > MAX_GLYPHS) {
    throw new EngineFailure(
      'source_unsupported',
      sentence`The font has too many characters for CFF outlines. Choose TTF, WOFF or WOFF2 instead.`,
    )
  }
  const tables = new Map([...font.tables].filter(([tag]) => !LEFT_BEHIND.includes(tag)))
  const maxp = Buffer.alloc(6)
  maxp.writeUInt32BE(0x00005000, 0)
  maxp.writeUInt16BE(opened.glyphs, 4)
  // Version 3: CFF stores the glyph names.
  const post = Buffer.alloc(32)
  font.tables.get('post')?.copy(post, 4, 4, 32)
  post.writeUInt32BE(0x00030000, 0)
  return { tables: tables.set('CFF ', cffTable(font, opened)).set('maxp', maxp).set('post', post) }
}

/**
 * Header, name, DICT, strings, subroutines, charset, charstrings and private DICT. Source: Adobe
 * Technical Note 5176.
 */
function cffTable(font: Sfnt, opened: Opened): Buffer {
  const name =
    nameOf(opened, 6)
      .replace(/[^A-Za-z0-9._-]/g, '')
      .slice(0, 63) || 'Untitled'
  const names = distinctNames(opened).slice(1)
  const glyphs = Array.from({ length: opened.glyphs }, (_, glyph) =>
    charstring(opened.font.glyphToJson(glyph), opened.font.glyphHAdvance(glyph)),
  )
  const header = Buffer.concat([Buffer.from([1, 0, 4, 4]), index([Buffer.from(name, 'latin1')])])
  const strings = Buffer.concat([index(names.map((one) => Buffer.from(one, 'latin1'))), index([])])
  // Format 2: one range for all glyphs except the first, .notdef, which has no entry.
  const charset = Buffer.from([2, FIRST_STRING >> 8, FIRST_STRING & 255, 0, 0])
  charset.writeUInt16BE(Math.max(0, opened.glyphs - 2), 3)
  const charstrings = index(glyphs)
  const hidden = Buffer.from([...number(0), 20, ...number(0), 21])
  const head = font.tables.get('head') ?? Buffer.alloc(54)
  const box = [36, 38, 40, 42].flatMap((at) => number(head.readInt16BE(at)))
  const upem = opened.face.upem
  const matrix = upem === 1000 ? [] : [...[1 / upem, 0, 0, 1 / upem, 0, 0].flatMap(real), 12, 7]
  const dict = (charsetAt: number) => {
    const charstringsAt = charsetAt + (names.length > 0 ? charset.length : 0)
    const hiddenAt = charstringsAt + charstrings.length
    const places = [...place(charsetAt), 15, ...place(charstringsAt), 17]
    return Buffer.from([...matrix, ...box, 5, ...places, ...number(hidden.length), ...place(hiddenAt), 18])
  }
  // Offsets have a fixed length, so the first draft has the final size.
  const before = header.length + index([dict(0)]).length + strings.length
  const parts = [
    header,
    index([dict(before)]),
    strings,
    ...(names.length > 0 ? [charset] : []),
    charstrings,
    hidden,
  ]
  return Buffer.concat(parts)
}

function index(items: readonly Buffer[]): Buffer {
  if (items.length === 0) return Buffer.alloc(2)
  const offsets = Buffer.alloc(3 + 4 * (items.length + 1))
  offsets.writeUInt16BE(items.length, 0)
  offsets.writeUInt8(4, 2)
  let at = 1
  for (const [item, { length }] of items.entries()) {
    offsets.writeUInt32BE(at, 3 + 4 * item)
    at += length
  }
  offsets.writeUInt32BE(at, 3 + 4 * items.length)
  return Buffer.concat([offsets, ...items])
}

function place(value: number): number[] {
  return [29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** A real number as nibble-coded digits. */
function real(value: number): number[] {
  const digits = [...value.toFixed(12).replace(/\.?0+$/, '')].map((digit) =>
    digit === '.' ? 10 : Number(digit),
  )
  const ended = [...digits, 15, ...(digits.length % 2 === 0 ? [15] : [])]
  const bytes = ended.flatMap((digit, at) => (at % 2 === 0 ? [(digit << 4) | (ended[at + 1] ?? 15)] : []))
  return [30, ...bytes]
}
