import { decodePage } from './rtf-body.ts'

export interface MapiProperty {
  type: number
  bytes: Buffer
}

const UNICODE = 0x1f
const FIXED: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
}
/** String, Unicode string, binary, object. */
const VARIABLE = [0x1e, UNICODE, 0x102, 0x0d]
const MANY = 0x1000

/**
 * The first value of each unnamed property by its number; stops at the first malformed one. Source:
 * [MS-OXTNEF] 2.1.3.4.
 */
export function readMapiProperties(bytes: Buffer): Map<number, MapiProperty> {
  const properties = new Map<number, MapiProperty>()
  const cursor = new Cursor(bytes)
  try {
    const count = cursor.number()
    for (let index = 0; index < count; index++) {
      const [type, id] = [cursor.short(), cursor.short()]
      if (id >= 0x8000) skipName(cursor)
      const value = readValue(cursor, type)
      if (id < 0x8000) properties.set(id, { type: type & ~MANY, bytes: value })
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return properties
}

function skipName(cursor: Cursor): void {
  cursor.take(16)
  if (cursor.number() === 0) cursor.take(4)
  else cursor.padded(cursor.number())
}

function readValue(cursor: Cursor, type: number): Buffer {
  const base = type & ~MANY
  const size = FIXED[base]
  if (size === undefined && !VARIABLE.includes(base)) throw new RangeError('unknown type')
  const values = size === undefined || type !== base ? cursor.number() : 1
  let first: Buffer | null = null
  for (let index = 0; index < values; index++) {
    const value = size === undefined ? cursor.padded(cursor.number()) : cursor.take(size)
    first ??= value
  }
  return first ?? Buffer.alloc(0)
}

/** The text of a property; `page` is the code page of non-Unicode text. */
export function textOf({ type, bytes }: MapiProperty, page: number): string {
  const text = type === UNICODE ? bytes.toString('utf16le') : decodePage(bytes, page)
  return text.replace(/\0+$/, '')
}

/** A forward reader; a read past the end throws RangeError. */
class Cursor {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }
  take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('past the end')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
  padded(length: number): Buffer {
    const value = this.take(length)
    this.take((4 - (length % 4)) % 4)
    return value
  }
  short = () => this.take(2).readUInt16LE(0)
  number = () => this.take(4).readUInt32LE(0)
}
