import { damaged } from './failures.ts'
import { unpackLzcomp } from './lzcomp.ts'
import { readMtxGlyphs } from './mtx-glyphs.ts'
import { glyphCount, MAX_FONT_BYTES, MAX_TABLES, type Sfnt } from './sfnt.ts'
import { ByteReader } from './woff2-directory.ts'

const HEADER = 10
/** Device metrics, which MTX predicts and bit-packs; rasterizers recompute them. */
const LEFT_OUT = ['hdmx', 'VDMX', 'loca']
const PACKED = ['glyf', 'cvt ']

/**
 * Reads a MicroType Express font, as embedded in EOT. Source: W3C, "MicroType Express (MTX) Font
 * Format".
 */
export function readMtx(file: Buffer): Sfnt {
  if (file.length < HEADER) throw damaged()
  const [second, third] = [file.readUIntBE(4, 3), file.readUIntBE(7, 3)]
  if (second < HEADER || third < second || third > file.length) throw damaged()
  let left = MAX_FONT_BYTES
  const unpack = (from: number, to: number) => {
    const bytes = unpackLzcomp(file.subarray(from, to), file[0] !== 1, left)
    left -= bytes.length
    return bytes
  }
  const streams = [unpack(HEADER, second), unpack(second, third), unpack(third, file.length)] as const
  const { tables, packed } = readDirectory(streams[0])
  const control = packed.get('cvt ')
  if (control !== undefined) tables.set('cvt ', readControlValues(streams[0], control))
  const start = packed.get('glyf')
  if (start !== undefined) {
    const { glyf, loca } = readMtxGlyphs(streams, start, glyphCount({ tables }))
    const head = Buffer.from(tables.get('head') ?? [])
    if (head.length < 54) throw damaged()
    head.writeInt16BE(1, 50)
    tables.set('head', head).set('glyf', glyf).set('loca', loca)
  }
  return { tables }
}

/**
 * Plain tables, and the offsets of the packed ones; packed lengths aren't used, since some writers
 * store the unpacked ones.
 */
function readDirectory(stream: Buffer) {
  const count = stream.length < 12 ? 0 : stream.readUInt16BE(4)
  if (count === 0 || count > MAX_TABLES || 12 + 16 * count > stream.length) throw damaged()
  const tables = new Map<string, Buffer>()
  const packed = new Map<string, number>()
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const tag = stream.toString('latin1', at, at + 4)
    const start = stream.readUInt32BE(at + 8)
    const length = stream.readUInt32BE(at + 12)
    if (LEFT_OUT.includes(tag)) continue
    if (PACKED.includes(tag)) packed.set(tag, start)
    else if (start + length > stream.length) throw damaged()
    else tables.set(tag, stream.subarray(start, start + length))
  }
  return { tables, packed }
}

/** Values are deltas in one to three bytes. MTX, CTF cvt. */
function readControlValues(stream: Buffer, start: number): Buffer {
  const reader = new ByteReader(stream, start)
  const count = (reader.byte() << 8) | reader.byte()
  const values = Buffer.alloc(2 * count)
  let value = 0
  for (let index = 0; index < count; index++) {
    const code = reader.byte()
    if (code >= 248) value += 238 * (code - 247) + reader.byte()
    else if (code >= 239) value -= 238 * (code - 239) + reader.byte()
    else if (code === 238) value += (reader.byte() << 8) | reader.byte()
    else value += code
    value &= 0xffff
    values.writeUInt16BE(value, 2 * index)
  }
  return values
}
