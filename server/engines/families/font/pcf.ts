import type { BitmapFont, BitmapGlyph } from './bdf.ts'

const PROPERTIES = 1
const ACCELERATORS = 2
const METRICS = 4
const BITMAPS = 8
const ENCODINGS = 32
const NAMES = 128
const BDF_ACCELERATORS = 256
/** Big-endian bytes and bits, rows padded to four bytes. */
const FORMAT = 0x0e
const MAX_CODE = 0xffff

/**
 * Writes a PCF font for the X Window System. Omits characters above U+FFFF, which the format can't
 * encode. Source: FontForge's "The X11 PCF bitmap font file format".
 */
export function writePcf(font: BitmapFont): Buffer {
  const glyphs = font.glyphs.filter(({ encoding }) => encoding >= 0 && encoding <= MAX_CODE)
  const tables: [type: number, body: Buffer][] = [
    [PROPERTIES, properties(font)],
    [ACCELERATORS, accelerators(font, glyphs)],
    [METRICS, Buffer.concat([long(glyphs.length), ...glyphs.map(metrics)])],
    [BITMAPS, bitmaps(glyphs)],
    [ENCODINGS, encodings(glyphs)],
    [NAMES, names(glyphs)],
    [BDF_ACCELERATORS, accelerators(font, glyphs)],
  ]
  const header = Buffer.alloc(8 + 16 * tables.length)
  header.write('\x01fcp', 'latin1')
  header.writeUInt32LE(tables.length, 4)
  const parts = [header]
  let at = header.length
  for (const [index, [type, body]] of tables.entries()) {
    const format = Buffer.alloc(4)
    format.writeUInt32LE(FORMAT)
    const table = Buffer.concat([format, body, Buffer.alloc(-body.length & 3)])
    for (const [field, value] of [type, FORMAT, table.length, at].entries())
      header.writeUInt32LE(value, 8 + 16 * index + 4 * field)
    parts.push(table)
    at += table.length
  }
  return Buffer.concat(parts, at)
}

function long(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, 4 * index)
  return bytes
}

function short(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries())
    bytes.writeInt16BE(Math.max(-32_768, Math.min(32_767, value)), 2 * index)
  return bytes
}

function properties({ properties: list }: BitmapFont): Buffer {
  let strings = ''
  const keep = (text: string) => {
    const at = strings.length
    strings += `${text.replace(/[^\x20-\x7e]/g, '?')}\0`
    return at
  }
  const records = list.map(([name, value]) => {
    const words = typeof value === 'string'
    const number = words ? 0 : Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, value))
    return Buffer.concat([long(keep(name)), Buffer.from([words ? 1 : 0]), long(words ? keep(value) : number)])
  })
  const padding = Buffer.alloc(-list.length & 3)
  return Buffer.concat([
    long(list.length),
    ...records,
    padding,
    long(strings.length),
    Buffer.from(strings, 'latin1'),
  ])
}

/** Left and right bearing, advance, ascent and descent. */
const edges = ({ left, width, advance, height, bottom }: BitmapGlyph) => [
  ...[left, left + width, advance],
  ...[height + bottom, -bottom],
]

function metrics(glyph: BitmapGlyph): Buffer {
  return short(...edges(glyph), 0)
}

function accelerators({ ascent, descent }: BitmapFont, glyphs: readonly BitmapGlyph[]): Buffer {
  const all = glyphs.map(edges)
  const bound = (pick: (...values: number[]) => number) =>
    short(
      ...[0, 1, 2, 3, 4].map((edge) =>
        all.reduce((so, each) => pick(so, each[edge] ?? 0), all[0]?.[edge] ?? 0),
      ),
      0,
    )
  const sameWidth = all.every((each) => each[2] === all[0]?.[2])
  const flags = Buffer.from([0, 0, 0, sameWidth ? 1 : 0, 0, 0, 0, 0])
  return Buffer.concat([flags, long(ascent, descent, 0), bound(Math.min), bound(Math.max)])
}

function bitmaps(glyphs: readonly BitmapGlyph[]): Buffer {
  const padded =
    (pad: number) =>
    ({ width, height }: BitmapGlyph) =>
      Math.ceil(Math.ceil(width / 8) / pad) * pad * height
  const sum = (pad: number) => glyphs.reduce((total, glyph) => total + padded(pad)(glyph), 0)
  let at = 0
  const places = glyphs.map((glyph) => {
    const place = at
    at += padded(4)(glyph)
    return place
  })
  const rows = glyphs.flatMap(({ rows: each }) => each.flatMap((row) => [row, Buffer.alloc(-row.length & 3)]))
  return Buffer.concat([long(glyphs.length, ...places, sum(1), sum(2), sum(4), sum(8)), ...rows])
}

/** A table of glyph indexes by high and low byte of the character; all bits set for none. */
function encodings(glyphs: readonly BitmapGlyph[]): Buffer {
  const high = glyphs.map(({ encoding }) => encoding >> 8)
  const low = glyphs.map(({ encoding }) => encoding & 255)
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), 255)
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0)
  const [firstHigh, lastHigh, firstLow, lastLow] = [least(high), most(high), least(low), most(low)]
  const columns = lastLow - firstLow + 1
  const table = Buffer.alloc(2 * columns * (lastHigh - firstHigh + 1), 0xff)
  for (const [glyph, { encoding }] of glyphs.entries()) {
    table.writeUInt16BE(glyph, 2 * (((encoding >> 8) - firstHigh) * columns + (encoding & 255) - firstLow))
  }
  return Buffer.concat([short(firstLow, lastLow, firstHigh, lastHigh, glyphs[0]?.encoding ?? 0), table])
}

function names(glyphs: readonly BitmapGlyph[]): Buffer {
  let strings = ''
  const places = glyphs.map(({ name }) => {
    const at = strings.length
    strings += `${name.replace(/[^\x21-\x7e]/g, '')}\0`
    return at
  })
  return Buffer.concat([long(glyphs.length, ...places, strings.length), Buffer.from(strings, 'latin1')])
}
