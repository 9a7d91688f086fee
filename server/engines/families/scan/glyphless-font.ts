/** Units per em, and the width of every character. */
export const EM = 1000
export const WIDTH = 500
export const ASCENT = 800
export const DESCENT = -200

const CHECKSUM = 0xb1b0afba
const TABLE = 16

/**
 * A TrueType font with empty glyphs for invisible, searchable text, so that any script needs only
 * 500 bytes. It has only the tables that PDF requires of embedded fonts (ISO 32000-1, 9.9).
 */
export function glyphlessFont(): Uint8Array {
  const tables: [name: string, bytes: Uint8Array][] = [
    // Both glyphs have offset and length 0: no outline.
    ['glyf', new Uint8Array(4)],
    ['head', head()],
    ['hhea', hhea()],
    ['hmtx', words([WIDTH, 0, WIDTH, 0])],
    ['loca', words([0, 0, 0])],
    ['maxp', words([1, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])],
  ]
  const padded = (length: number) => Math.ceil(length / 4) * 4
  const size = 12 + TABLE * tables.length + tables.reduce((sum, [, { length }]) => sum + padded(length), 0)
  const font = new Uint8Array(size)
  const view = new DataView(font.buffer)
  view.setUint32(0, 0x00010000)
  for (const [at, value] of [tables.length, 64, 2, TABLE * tables.length - 64].entries())
    view.setUint16(4 + 2 * at, value)
  let offset = 12 + TABLE * tables.length
  let headAt = 0
  for (const [at, [name, bytes]] of tables.entries()) {
    const entry = 12 + TABLE * at
    for (let letter = 0; letter < 4; letter++) view.setUint8(entry + letter, name.charCodeAt(letter))
    font.set(bytes, offset)
    view.setUint32(entry + 4, sumOf(font, offset, padded(bytes.length)))
    view.setUint32(entry + 8, offset)
    view.setUint32(entry + 12, bytes.length)
    if (name === 'head') headAt = offset
    offset += padded(bytes.length)
  }
  view.setUint32(headAt + 8, (CHECKSUM - sumOf(font, 0, size)) >>> 0)
  return font
}

function head(): Uint8Array {
  const bytes = new Uint8Array(54)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint32(4, 0x00010000)
  view.setUint32(12, 0x5f0f3cf5)
  view.setUint16(18, EM)
  view.setInt16(38, DESCENT)
  view.setInt16(40, WIDTH)
  view.setInt16(42, ASCENT)
  view.setUint16(46, 8)
  view.setInt16(48, 2)
  return bytes
}

/** Ascent, descent, maximum width, and the number of widths in `hmtx`. */
function hhea(): Uint8Array {
  const bytes = new Uint8Array(36)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x00010000)
  view.setInt16(4, ASCENT)
  view.setInt16(6, DESCENT)
  view.setUint16(10, WIDTH)
  view.setInt16(18, 1)
  view.setUint16(34, 2)
  return bytes
}

function words(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of values.entries()) view.setUint16(2 * at, value)
  return bytes
}

function sumOf(bytes: Uint8Array, from: number, length: number): number {
  const view = new DataView(bytes.buffer)
  let sum = 0
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}
