import { AdaptiveHuffman } from './adaptive-huffman.ts'
import { damaged, tooLarge } from './failures.ts'

/** Bits of a length or a distance per symbol. */
const LENGTH_BITS = 2
const DISTANCE_BITS = 3
/** Copies from this distance on are one byte longer than stated. */
const FAR = 512

/** The number of symbols for a distance within `length` bytes. */
function distanceSymbols(length: number): number {
  let symbols = 1
  while (8 ** symbols < length) symbols += 1
  return symbols
}

/**
 * The codes of a stream of `length` bytes; `repeat` is the first of three symbols that repeat a
 * byte.
 */
function lzcompCodes(length: number) {
  const repeat = 256 + 8 * distanceSymbols(length)
  return {
    repeat,
    symbols: new AdaptiveHuffman(repeat + 3, [
      [256, 1],
      [257, 1],
      [repeat, 12],
      [repeat + 1, 6],
    ]),
    lengths: new AdaptiveHuffman(8),
    distances: new AdaptiveHuffman(8),
  }
}

/** The predefined history for copies at the start of a stream. */
function preload(): Buffer {
  const pairs = Array.from({ length: 32 * 96 }, (_, at) => [Math.floor(at / 96), at % 96])
  const runs = Array.from({ length: 256 }, (_, value) => [value, value, value, value])
  return Buffer.from([...pairs, ...runs].flat())
}

/**
 * Decompresses an LZCOMP stream. `runLengths`: its first bit tells whether runs are encoded.
 * Source: W3C, "MicroType Express (MTX) Font Format", LZCOMP.
 * @throws `source_damaged`; `source_too_complex` above `most` bytes
 */
export function unpackLzcomp(packed: Buffer, runLengths: boolean, most: number): Buffer {
  let position = 0
  const bit = () => {
    const byte = packed[position >> 3]
    if (byte === undefined) throw damaged()
    return (byte >> (7 - (position++ & 7))) & 1
  }
  const inRuns = runLengths && bit() === 1
  let length = 0
  for (let index = 0; index < 24; index++) length = 2 * length + bit()
  if (length > most) throw tooLarge()
  const bytes = unpackCopies(bit, length)
  return inRuns ? unpackRuns(bytes, most) : bytes
}

function unpackCopies(bit: () => number, length: number): Buffer {
  const { repeat, symbols, lengths, distances } = lzcompCodes(length)
  const before = preload()
  const end = before.length + length
  const bytes = Buffer.concat([before], end)
  const copy = (at: number, from: number, count: number) => {
    if (from < 0 || at + count > end) throw damaged()
    for (let index = 0; index < count; index++) bytes[at + index] = bytes[from + index] ?? 0
    return at + count
  }
  for (let at = before.length; at < end; ) {
    const symbol = symbols.read(bit)
    if (symbol < 256) bytes[at++] = symbol
    else if (symbol >= repeat) at = copy(at, at - 2 * (symbol - repeat + 1), 1)
    else {
      let more = (symbol - 256) % 8
      let count = more & 3
      while (more & 4) {
        more = lengths.read(bit)
        count = (count << LENGTH_BITS) | (more & 3)
        if (count > length) throw damaged()
      }
      let distance = 0
      for (let index = Math.floor((symbol - 256) / 8); index >= 0; index--)
        distance = (distance << DISTANCE_BITS) | distances.read(bit)
      distance += 1
      count += distance >= FAR ? 3 : 2
      at = copy(at, at - distance - count + 1, count)
    }
  }
  return bytes.subarray(before.length)
}

/** The first byte is the run marker, followed by a count and the repeated byte, or 0 for itself. */
function unpackRuns(bytes: Buffer, most: number): Buffer {
  const mark = bytes[0]
  const parts: Buffer[] = []
  let total = 0
  const add = (part: Buffer) => {
    total += part.length
    if (total > most) throw tooLarge()
    parts.push(part)
  }
  for (let at = 1; at < bytes.length; ) {
    const next = bytes.indexOf(mark ?? 0, at)
    const end = next < 0 ? bytes.length : next
    if (end > at) add(bytes.subarray(at, end))
    if (next < 0) break
    const count = bytes[next + 1]
    const value = count === 0 ? mark : bytes[next + 2]
    if (count === undefined || value === undefined) throw damaged()
    add(Buffer.alloc(count || 1, value))
    at = next + (count === 0 ? 2 : 3)
  }
  return Buffer.concat(parts, total)
}
