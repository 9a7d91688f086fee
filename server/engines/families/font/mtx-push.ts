import { damaged } from './failures.ts'
import type { ByteReader } from './woff2-directory.ts'

/** A B and one of these codes expand to A B A C A, or A B A C A D A; C and D follow. */
const HOP3 = 0xfb
const HOP4 = 0xfc
const NPUSHB = 0x40
const NPUSHW = 0x41
const PUSHB = 0xb0
const PUSHW = 0xb8

/** 255SHORT: one byte with an optional sign byte, or a code and one or two more bytes. */
function signedShort(reader: ByteReader, first: number): number {
  const word = () => (((reader.byte() << 8) | reader.byte()) << 16) >> 16
  if (first === 253) return word()
  const negative = first === 250
  const code = negative ? reader.byte() : first
  const value = code === 255 ? 250 + reader.byte() : code === 254 ? 500 + reader.byte() : code
  return negative ? -value : value
}

/** Instructions that push `count` numbers, which MTX stores separately. MTX, "Hop codes". */
export function readPushes(reader: ByteReader, count: number): Buffer {
  const values: number[] = []
  while (values.length < count) {
    const code = reader.byte()
    if (code !== HOP3 && code !== HOP4) {
      values.push(signedShort(reader, code))
      continue
    }
    const before = values.at(-2)
    if (before === undefined) throw damaged()
    values.push(before)
    for (let index = code === HOP3 ? 1 : 2; index > 0; index--)
      values.push(signedShort(reader, reader.byte()), before)
  }
  if (values.length > count) throw damaged()
  return Buffer.concat([...runs(values)])
}

/** One instruction per run of numbers of the same size. */
function* runs(values: readonly number[]): Generator<Buffer> {
  const isByte = (value = -1) => value >= 0 && value < 256
  for (let start = 0; start < values.length; ) {
    const bytes = isByte(values[start])
    let end = start + 1
    while (end < values.length && end - start < 255 && isByte(values[end]) === bytes) end += 1
    const count = end - start
    const head = count <= 8 ? [(bytes ? PUSHB : PUSHW) + count - 1] : [bytes ? NPUSHB : NPUSHW, count]
    const numbers = values
      .slice(start, end)
      .flatMap((value) => (bytes ? [value] : [(value >> 8) & 255, value & 255]))
    yield Buffer.from([...head, ...numbers])
    start = end
  }
}
