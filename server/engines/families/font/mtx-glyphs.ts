import { damaged, tooLarge } from './failures.ts'
import { readPushes } from './mtx-push.ts'
import { MAX_FONT_BYTES } from './sfnt.ts'
import { ByteReader } from './woff2-directory.ts'

/**
 * Replaces the number of contours, which follows with the bounds if these differ from the points'.
 */
const OWN_BOUNDS = 0x7fff
const ON_CURVE = 1
const MORE_COMPONENTS = 0x20

/** The streams of an MTX font: tables with glyphs, push data and other instructions. */
export type MtxStreams = readonly [tables: Buffer, pushes: Buffer, code: Buffer]

/**
 * Rebuilds `glyf` and a `loca` with four-byte offsets. Source: W3C, "MicroType Express (MTX) Font
 * Format", CTF glyf.
 */
export function readMtxGlyphs(streams: MtxStreams, start: number, count: number) {
  const reader = new GlyphReader(streams, start)
  const loca = Buffer.alloc(4 * (count + 1))
  const parts: Buffer[] = []
  let position = 0
  for (let glyph = 0; glyph < count; glyph++) {
    const bytes = reader.glyph()
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    parts.push(padded)
    position += padded.length
    if (position > MAX_FONT_BYTES) throw tooLarge()
    loca.writeUInt32BE(position, 4 * (glyph + 1))
  }
  return { glyf: Buffer.concat(parts, position), loca }
}

class GlyphReader {
  readonly #shapes: ByteReader
  readonly #pushes: ByteReader
  readonly #code: ByteReader

  constructor([tables, pushes, code]: MtxStreams, start: number) {
    this.#shapes = new ByteReader(tables, start)
    this.#pushes = new ByteReader(pushes, 0)
    this.#code = new ByteReader(code, 0)
  }

  glyph(): Buffer {
    const contours = this.#word()
    if (contours < 0) return this.#composite()
    if (contours !== OWN_BOUNDS) return this.#simple(contours, null)
    const own = this.#word()
    return this.#simple(own, [this.#word(), this.#word(), this.#word(), this.#word()])
  }

  #word(): number {
    return (((this.#shapes.byte() << 8) | this.#shapes.byte()) << 16) >> 16
  }

  #simple(contours: number, bounds: number[] | null): Buffer {
    if (contours <= 0) return Buffer.alloc(0)
    const ends: number[] = []
    // The first contour has the index of its last point, others their number of points.
    for (let contour = 0; contour < contours; contour++) ends.push((ends.at(-1) ?? 0) + this.#shapes.short())
    const points = (ends.at(-1) ?? 0) + 1
    if (points > 0xffff) throw damaged()
    const flags = Array.from({ length: points }, () => this.#shapes.byte())
    const steps = flags.map((flag) => this.#step(flag & 0x7f))
    return Buffer.concat([
      words([contours, ...(bounds ?? boundsOf(steps)), ...ends]),
      this.#instructions(),
      // Two-byte deltas only: valid for all readers, and size doesn't matter here.
      Buffer.from(flags.map((flag) => (flag & 0x80 ? 0 : ON_CURVE))),
      words(steps.map(([x]) => x)),
      words(steps.map(([, y]) => y)),
    ])
  }

  /** One to four bytes encode both deltas, as in WOFF2. MTX, "Triplet encoding". */
  #step(flag: number): [x: number, y: number] {
    const byte = () => this.#shapes.byte()
    const signed = (bit: number, value: number) => (bit & 1 ? value : -value)
    if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + byte())]
    if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + byte()), 0]
    if (flag < 84) {
      const [group, low] = [flag - 20, byte()]
      return [
        signed(flag, 1 + (group & 0x30) + (low >> 4)),
        signed(flag >> 1, 1 + ((group & 0x0c) << 2) + (low & 15)),
      ]
    }
    if (flag < 120) {
      const group = flag - 84
      const x = 1 + (Math.floor(group / 12) << 8) + byte()
      return [signed(flag, x), signed(flag >> 1, 1 + (((group % 12) >> 2) << 8) + byte())]
    }
    if (flag < 124) {
      const [first, middle] = [byte(), byte()]
      const y = ((middle & 15) << 8) + byte()
      return [signed(flag, (first << 4) + (middle >> 4)), signed(flag >> 1, y)]
    }
    const x = (byte() << 8) + byte()
    return [signed(flag, x), signed(flag >> 1, (byte() << 8) + byte())]
  }

  #composite(): Buffer {
    const bytes: number[] = []
    const take = (count: number) => {
      for (let index = 0; index < count; index++) bytes.push(this.#shapes.byte())
    }
    take(8)
    let flags = MORE_COMPONENTS
    while (flags & MORE_COMPONENTS) {
      flags = this.#word()
      bytes.push((flags >> 8) & 255, flags & 255)
      const scale = flags & 0x80 ? 8 : flags & 0x40 ? 4 : flags & 8 ? 2 : 0
      take(2 + (flags & 1 ? 4 : 2) + scale)
    }
    const instructions = flags & 0x100 ? this.#instructions() : Buffer.alloc(0)
    return Buffer.concat([words([-1]), Buffer.from(bytes), instructions])
  }

  /** Instructions with their length. */
  #instructions(): Buffer {
    const pushes = readPushes(this.#pushes, this.#shapes.short())
    const code = Buffer.from(Array.from({ length: this.#shapes.short() }, () => this.#code.byte()))
    if (pushes.length + code.length > 0xffff) throw damaged()
    return Buffer.concat([words([pushes.length + code.length]), pushes, code])
  }
}

function boundsOf(steps: readonly [x: number, y: number][]): number[] {
  const low = [Infinity, Infinity]
  const high = [-Infinity, -Infinity]
  const at = [0, 0]
  for (const step of steps) {
    for (const axis of [0, 1] as const) {
      const value = (at[axis] ?? 0) + step[axis]
      at[axis] = value
      low[axis] = Math.min(low[axis] ?? value, value)
      high[axis] = Math.max(high[axis] ?? value, value)
    }
  }
  return [...low, ...high]
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index)
  return bytes
}
