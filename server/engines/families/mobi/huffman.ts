import { damagedBook, tooLargeBook } from './failures.ts'

type Phrase = { bytes: Buffer; whole: boolean } | null

/** Phrases may contain phrases; valid books nest them a few levels. */
const MOST_DEPTH = 32
const BITS = 32

/** Decompresses HUFF/CDIC records: Huffman codes (HUFF) for a dictionary of phrases (CDIC). */
export class HuffmanUnpacker {
  readonly #short: { length: number; ends: boolean; most: number }[]
  readonly #least: number[] = [0]
  readonly #most: number[] = [0]
  readonly #phrases: Phrase[] = []

  /** @throws EngineFailure source_damaged */
  constructor(codes: Buffer, dictionaries: readonly Buffer[]) {
    if (codes.length < 24 || codes.toString('latin1', 0, 4) !== 'HUFF') throw damagedBook('HUFF')
    const [first, second] = [codes.readUInt32BE(8), codes.readUInt32BE(12)]
    if (first + 1024 > codes.length || second + 256 > codes.length) throw damagedBook('HUFF')
    this.#short = Array.from({ length: 256 }, (_, index) => {
      const value = codes.readUInt32BE(first + 4 * index)
      const length = value & 0x1f
      if (length === 0) throw damagedBook('a code of no length')
      return { length, ends: (value & 0x80) !== 0, most: highest(value >>> 8, length) }
    })
    for (let length = 1; length <= BITS; length++) {
      const at = second + 8 * (length - 1)
      this.#least.push(codes.readUInt32BE(at) * 2 ** (BITS - length))
      this.#most.push(highest(codes.readUInt32BE(at + 4), length))
    }
    for (const dictionary of dictionaries) this.#addPhrases(dictionary)
  }

  #addPhrases(record: Buffer): void {
    if (record.length < 16 || record.toString('latin1', 0, 4) !== 'CDIC') throw damagedBook('CDIC')
    const count = Math.min(
      2 ** Math.min(record.readUInt32BE(12), 16),
      record.readUInt32BE(8) - this.#phrases.length,
    )
    for (let index = 0; index < count; index++) {
      if (16 + 2 * index + 2 > record.length) throw damagedBook('CDIC')
      const at = 16 + record.readUInt16BE(16 + 2 * index)
      if (at + 2 > record.length) throw damagedBook('CDIC')
      const length = record.readUInt16BE(at)
      this.#phrases.push({
        bytes: record.subarray(at + 2, at + 2 + (length & 0x7fff)),
        whole: (length & 0x8000) !== 0,
      })
    }
  }

  /**
   * @throws EngineFailure source_damaged for recursive phrases, source_too_complex above `most`
   * bytes
   */
  unpack(packed: Uint8Array, most: number, depth = 0): Buffer {
    if (depth > MOST_DEPTH) throw damagedBook('phrases inside one another')
    const parts: Buffer[] = []
    let total = 0
    for (let at = 0; at < packed.length * 8; ) {
      const code = window(packed, at)
      const { length, index } = this.#find(code)
      at += length
      if (at > packed.length * 8) break
      const bytes = this.#phrase(index, most, depth)
      total += bytes.length
      if (total > most) throw tooLargeBook()
      parts.push(bytes)
    }
    return Buffer.concat(parts)
  }

  #find(code: number): { length: number; index: number } {
    let { length, ends, most } = this.#short[code >>> 24] ?? { length: BITS, ends: true, most: 0 }
    if (!ends) {
      while (length < BITS && code < (this.#least[length] ?? 0)) length += 1
      most = this.#most[length] ?? 0
    }
    return { length, index: Math.floor((most - code) / 2 ** (BITS - length)) }
  }

  #phrase(index: number, most: number, depth: number): Buffer {
    const phrase = this.#phrases[index]
    if (!phrase) throw damagedBook('a phrase that is not there, or holds itself')
    if (phrase.whole) return phrase.bytes
    this.#phrases[index] = null
    const bytes = this.unpack(phrase.bytes, most, depth + 1)
    this.#phrases[index] = { bytes, whole: true }
    return bytes
  }
}

/** The maximum code of a length, padded to 32 bits. */
const highest = (value: number, length: number) => (value + 1) * 2 ** (BITS - length) - 1

/** Reads 32 bits at a bit position as an unsigned number. */
function window(bytes: Uint8Array, at: number): number {
  const [start, shift] = [at >> 3, at & 7]
  const byte = (index: number) => bytes[start + index] ?? 0
  const four = ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0
  return shift === 0 ? four : ((four << shift) | (byte(4) >> (8 - shift))) >>> 0
}
