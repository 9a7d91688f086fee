import { distinctNames } from './glyph-names.ts'
import { nameOf, type Opened } from './harfbuzz.ts'
import { type Sfnt, sfntBytes } from './sfnt.ts'

/** PostScript strings hold 65 535 bytes; readers differ about the last few. */
const MAX_STRING = 32_000

/**
 * Wraps a TrueType font for PostScript printers. Encodes characters up to U+00FF; others are
 * accessible by name. Source: Adobe Technical Note 5012, "The Type 42 Font Format Specification".
 */
export function writeType42(font: Sfnt, opened: Opened): Buffer {
  const names = distinctNames(opened)
  const postScriptName = nameOf(opened, 6).replace(/[^A-Za-z0-9._-]/g, '') || 'Untitled'
  const head = font.tables.get('head') ?? Buffer.alloc(54)
  const box = [36, 38, 40, 42].map((at) => (head.readInt16BE(at) / opened.face.upem).toFixed(4))
  const encoding = [...opened.unicodes]
    .filter((code) => code < 256)
    .map((code) => `dup ${code} /${names[opened.font.nominalGlyph(code) ?? 0]} put`)
  const lines = [
    '%!PS-TrueTypeFont-1.0-1.0',
    '12 dict begin',
    `/FontName /${postScriptName} def`,
    '/FontType 42 def',
    '/PaintType 0 def',
    '/FontMatrix [1 0 0 1 0 0] def',
    `/FontBBox [${box.join(' ')}] readonly def`,
    '/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for',
    ...encoding,
    'readonly def',
    '/sfnts [',
    ...strings(font).map((part) => `<${hex(part)}00>`),
    '] def',
    `/CharStrings ${names.length} dict dup begin`,
    ...names.map((name, glyph) => `/${name} ${glyph} def`),
    'end readonly def',
    'FontName currentdict end definefont pop',
    '',
  ]
  return Buffer.from(lines.join('\n'), 'latin1')
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex').replace(/.{1,128}/g, '$&\n')
}

/** The file split at table or glyph boundaries, as printers require. */
function strings(font: Sfnt): Buffer[] {
  const bytes = sfntBytes(font)
  const cuts = cutsOf(bytes)
  const parts: Buffer[] = []
  let start = 0
  while (start < bytes.length) {
    let end = start
    for (let next = cuts.next(end); next - start <= MAX_STRING && next > end; next = cuts.next(end))
      end = next
    // A glyph or table longer than a string is split inside at an even offset.
    if (end === start) end = Math.min(bytes.length, start + MAX_STRING)
    parts.push(bytes.subarray(start, end))
    start = end
  }
  return parts
}

/** The possible split offsets in ascending order, including the end. */
function cutsOf(bytes: Buffer): { next(after: number): number } {
  const places: number[] = [bytes.length]
  const at = new Map<string, [start: number, length: number]>()
  for (let index = 0; index < bytes.readUInt16BE(4); index++) {
    const record = 12 + 16 * index
    const start = bytes.readUInt32BE(record + 8)
    at.set(bytes.toString('latin1', record, record + 4), [start, bytes.readUInt32BE(record + 12)])
    places.push(start)
  }
  const [head] = at.get('head') ?? [0]
  const [loca, size] = at.get('loca') ?? [0, 0]
  const [glyf] = at.get('glyf') ?? [0]
  const long = bytes.readInt16BE(head + 50) !== 0
  for (let place = 0; place < size; place += long ? 4 : 2) {
    places.push(glyf + (long ? bytes.readUInt32BE(loca + place) : 2 * bytes.readUInt16BE(loca + place)))
  }
  const sorted = [...new Set(places)].filter((place) => place % 2 === 0 || place === bytes.length)
  sorted.sort((a, b) => a - b)
  let index = 0
  return {
    next(after) {
      while (index < sorted.length - 1 && (sorted[index] ?? 0) <= after) index++
      return sorted[index] ?? bytes.length
    },
  }
}
