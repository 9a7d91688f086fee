import { writeOutlines } from './glyf.ts'
import { buildSfnt } from './sfnt.ts'

/** A valid TrueType font of two glyphs, with a square for `A`, for warm-up. */
export function tinyFont(): Buffer {
  const square = [
    { x: 0, y: 0, on: true },
    { x: 0, y: 500, on: true },
    { x: 500, y: 500, on: true },
    { x: 500, y: 0, on: true },
  ]
  const { glyf, loca } = writeOutlines([[square], [square]])
  const head = Buffer.alloc(54)
  head.writeUInt32BE(0x00010000, 0)
  head.writeUInt32BE(0x5f0f3cf5, 12)
  head.writeUInt16BE(1000, 18)
  head.writeInt16BE(1, 50)
  const hhea = Buffer.alloc(36)
  hhea.writeUInt32BE(0x00010000, 0)
  hhea.writeInt16BE(800, 4)
  hhea.writeUInt16BE(2, 34)
  const maxp = Buffer.alloc(32)
  maxp.writeUInt32BE(0x00010000, 0)
  maxp.writeUInt16BE(2, 4)
  // One subtable of format 12: U+0041 is glyph 1.
  const cmap = Buffer.from(
    '0000 0001 0003 000a 0000000c 000c 0000 0000001c 00000000 00000001 00000041 00000041 00000001'.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )
  const post = Buffer.alloc(32)
  post.writeUInt32BE(0x00030000, 0)
  const tables = { head, hhea, maxp, cmap, post, glyf, loca, hmtx: Buffer.from('01f4000001f40000', 'hex') }
  return buildSfnt({ tables: new Map(Object.entries(tables)) })
}
