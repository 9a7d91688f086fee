import { damagedBook } from './failures.ts'

const HEADER = 78
const ROW = 8

/** The records of a Palm database, the container of Kindle books. */
export class PalmDatabase {
  readonly #bytes: Buffer
  readonly #starts: number[]

  /** @throws EngineFailure source_damaged if the record table exceeds the file */
  constructor(bytes: Buffer) {
    if (bytes.length < HEADER + ROW) throw damagedBook('too short')
    const count = bytes.readUInt16BE(76)
    if (count === 0 || HEADER + count * ROW > bytes.length) throw damagedBook('the table of records')
    this.#bytes = bytes
    this.#starts = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(HEADER + index * ROW))
  }

  get count(): number {
    return this.#starts.length
  }

  /** The name in the header, at most 31 bytes. */
  get name(): string {
    return this.#bytes.toString('latin1', 0, 32).split('\0')[0] ?? ''
  }

  /** @throws EngineFailure source_damaged for a missing record */
  record(index: number): Buffer {
    const start = this.#starts[index]
    const end = this.#starts[index + 1] ?? this.#bytes.length
    if (start === undefined || start > end || end > this.#bytes.length) throw damagedBook(`record ${index}`)
    return this.#bytes.subarray(start, end)
  }
}
