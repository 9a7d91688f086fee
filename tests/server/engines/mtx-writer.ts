import { tablesOf } from './fonts-helpers.ts'
import { packLzcomp } from './lzcomp-writer.ts'

export interface MtxOptions {
  masked?: boolean
  runs?: boolean
  /** Bounds as the font has them, where they need not be those of the points. */
  ownBounds?: boolean
}

/** A TrueType font as an EOT packed with MicroType Express, by the W3C submission of 2008. */
export function mtxEot(font: Buffer, options: MtxOptions = {}): Buffer {
  const packed = mtx(font, options)
  const bytes = options.masked ? packed.map((byte) => byte ^ 0x50) : packed
  const header = Buffer.alloc(82 + 18)
  header.writeUInt32LE(header.length + bytes.length, 0)
  header.writeUInt32LE(bytes.length, 4)
  header.writeUInt32LE(0x00020001, 8)
  header.writeUInt32LE(options.masked ? 0x10000004 : 4, 12)
  header.writeUInt32LE(400, 28)
  header.writeUInt16LE(0x504c, 34)
  return Buffer.concat([header, bytes])
}

function mtx(font: Buffer, { runs = false, ownBounds = false }: MtxOptions): Buffer {
  const tables = tablesOf(font)
  const glyphs = packGlyphs(tables, ownBounds)
  tables.set('loca', Buffer.alloc(0))
  tables.set('glyf', Buffer.from(glyphs.shapes))
  const control = tables.get('cvt ')
  if (control) tables.set('cvt ', packControlValues(control))
  const directory = Buffer.alloc(12 + 16 * tables.size)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(tables.size, 4)
  let position = directory.length
  for (const [index, [tag, bytes]] of [...tables].entries()) {
    directory.write(tag, 12 + 16 * index, 'latin1')
    directory.writeUInt32BE(position, 20 + 16 * index)
    directory.writeUInt32BE(bytes.length, 24 + 16 * index)
    position += bytes.length
  }
  const streams = [
    Buffer.concat([directory, ...tables.values()]),
    Buffer.from(glyphs.pushes),
    Buffer.from(glyphs.code),
  ]
  const [first, second, third] = streams.map((stream) => packLzcomp(stream, runs))
  if (!first || !second || !third) throw new Error('There are three streams.')
  const header = Buffer.alloc(10)
  header.writeUInt8(3, 0)
  header.writeUIntBE(0x7fffff, 1, 3)
  header.writeUIntBE(10 + first.length, 4, 3)
  header.writeUIntBE(10 + first.length + second.length, 7, 3)
  return Buffer.concat([header, first, second, third])
}

function packControlValues(table: Buffer): Buffer {
  const bytes = [...word(table.length / 2)]
  let before = 0
  for (let at = 0; at + 1 < table.length; at += 2) {
    const value = table.readInt16BE(at)
    const step = value - before
    before = value
    if (step >= 0 && step < 238) bytes.push(step)
    else if (step >= 238 && step < 238 * 8 + 256)
      bytes.push(247 + Math.min(8, Math.floor(step / 238)), step - 238 * Math.min(8, Math.floor(step / 238)))
    else if (step < 0 && step > -256) bytes.push(239, -step)
    else bytes.push(238, ...word(step))
  }
  return Buffer.from(bytes)
}

const word = (value: number) => [(value >> 8) & 255, value & 255]

/** 255USHORT. */
const short = (value: number) =>
  value < 253
    ? [value]
    : value < 506
      ? [255, value - 253]
      : value < 762
        ? [254, value - 506]
        : [253, ...word(value)]

/** 255SHORT. */
export function signedShort(value: number): number[] {
  const size = Math.abs(value)
  if (size >= 756) return [253, ...word(value)]
  const sign = value < 0 ? [250] : []
  return size < 250 ? [...sign, size] : size < 500 ? [...sign, 255, size - 250] : [...sign, 254, size - 500]
}

function packGlyphs(tables: Map<string, Buffer>, ownBounds: boolean) {
  const [glyf, loca, head, maxp] = ['glyf', 'loca', 'head', 'maxp'].map((tag) => tables.get(tag))
  if (!glyf || !loca || !head || !maxp) throw new Error('The font has no TrueType outlines.')
  const place = (index: number) =>
    head.readInt16BE(50) === 0 ? 2 * loca.readUInt16BE(2 * index) : loca.readUInt32BE(4 * index)
  const packed = { shapes: [] as number[], pushes: [] as number[], code: [] as number[] }
  for (let index = 0; index < maxp.readUInt16BE(4); index++) {
    const glyph = glyf.subarray(place(index), place(index + 1))
    if (glyph.length === 0) packed.shapes.push(0, 0)
    else if (glyph.readInt16BE(0) < 0) packComposite(glyph, packed)
    else packSimple(glyph, packed, ownBounds)
  }
  return packed
}

interface Packed {
  shapes: number[]
  pushes: number[]
  code: number[]
}

function packComposite(glyph: Buffer, packed: Packed): void {
  let at = 10
  let flags = 0x20
  while (flags & 0x20) {
    flags = glyph.readUInt16BE(at)
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 0x80 ? 8 : flags & 0x40 ? 4 : flags & 8 ? 2 : 0)
  }
  packed.shapes.push(...glyph.subarray(0, at))
  if (flags & 0x100) packInstructions(glyph.subarray(at + 2, at + 2 + glyph.readUInt16BE(at)), packed)
}

function packSimple(glyph: Buffer, packed: Packed, ownBounds: boolean): void {
  const contours = glyph.readInt16BE(0)
  packed.shapes.push(...(ownBounds ? [0x7f, 0xff, ...glyph.subarray(0, 10)] : word(contours)))
  const ends = Array.from({ length: contours }, (_, index) => glyph.readUInt16BE(10 + 2 * index))
  for (const [index, end] of ends.entries()) packed.shapes.push(...short(end - (ends[index - 1] ?? 0)))
  const length = glyph.readUInt16BE(10 + 2 * contours)
  const { steps, on } = points(glyph, 12 + 2 * contours + length, (ends.at(-1) ?? -1) + 1)
  const triplets = steps.map(([x = 0, y = 0], index) => triplet(x, y, on[index] ?? true))
  packed.shapes.push(...triplets.map(([flag = 0]) => flag), ...triplets.flatMap(([, ...bytes]) => bytes))
  packInstructions(glyph.subarray(12 + 2 * contours, 12 + 2 * contours + length), packed)
}

function points(glyph: Buffer, start: number, count: number) {
  let at = start
  const flags: number[] = []
  while (flags.length < count) {
    const flag = glyph.readUInt8(at++)
    flags.push(flag)
    if (flag & 8) for (let repeat = glyph.readUInt8(at++); repeat > 0; repeat--) flags.push(flag)
  }
  const axis = (short: number, same: number) =>
    flags.map((flag) => {
      if (flag & short) return flag & same ? glyph.readUInt8(at++) : -glyph.readUInt8(at++)
      if (flag & same) return 0
      at += 2
      return glyph.readInt16BE(at - 2)
    })
  const [xs, ys] = [axis(2, 16), axis(4, 32)]
  return { steps: xs.map((x, index) => [x, ys[index] ?? 0]), on: flags.map((flag) => (flag & 1) === 1) }
}

function triplet(x: number, y: number, on: boolean): number[] {
  const curve = on ? 0 : 0x80
  const [right, up] = [x < 0 ? 0 : 1, y < 0 ? 0 : 1]
  const [width, height] = [Math.abs(x), Math.abs(y)]
  const signs = right + 2 * up
  if (x === 0 && height < 1280) return [curve + ((height & 0xf00) >> 7) + up, height & 255]
  if (y === 0 && width < 1280) return [curve + 10 + ((width & 0xf00) >> 7) + right, width & 255]
  if (width < 65 && height < 65)
    return [
      curve + 20 + ((width - 1) & 0x30) + (((height - 1) & 0x30) >> 2) + signs,
      (((width - 1) & 15) << 4) | ((height - 1) & 15),
    ]
  if (width < 769 && height < 769 && width > 0 && height > 0)
    return [
      curve + 84 + 12 * (((width - 1) & 0x300) >> 8) + (((height - 1) & 0x300) >> 6) + signs,
      (width - 1) & 255,
      (height - 1) & 255,
    ]
  if (width < 4096 && height < 4096)
    return [curve + 120 + signs, width >> 4, ((width & 15) << 4) | (height >> 8), height & 255]
  return [curve + 124 + signs, ...word(width), ...word(height)]
}

/** The pushes that the code begins with go into a stream of their own, the rest into another. */
function packInstructions(code: Buffer, packed: Packed): void {
  const values: number[] = []
  let at = 0
  for (let head = code[at]; head !== undefined; head = code[at]) {
    const many = head === 0x40 || head === 0x41
    if (!many && (head < 0xb0 || head > 0xbf)) break
    const words = head === 0x41 || head >= 0xb8
    const count = many ? code.readUInt8(at + 1) : (head & 7) + 1
    at += many ? 2 : 1
    for (let index = 0; index < count; index++, at += words ? 2 : 1)
      values.push(words ? code.readInt16BE(at) : code.readUInt8(at))
  }
  packed.shapes.push(...short(values.length))
  packed.pushes.push(...hops(values))
  packed.shapes.push(...short(code.length - at))
  packed.code.push(...code.subarray(at))
}

/** Numbers that glyphs push, with the codes for one that comes again and again. */
export function hops(values: readonly number[]): number[] {
  const bytes: number[] = []
  for (let at = 0; at < values.length; ) {
    const again = values[at - 2]
    const [a, c = 0, b, d = 0, e] = values.slice(at, at + 5)
    if (again !== undefined && a === again && b === again && e === again) {
      bytes.push(0xfc, ...signedShort(c), ...signedShort(d))
      at += 5
    } else if (again !== undefined && a === again && b === again) {
      bytes.push(0xfb, ...signedShort(c))
      at += 3
    } else {
      bytes.push(...signedShort(values[at] ?? 0))
      at += 1
    }
  }
  return bytes
}
