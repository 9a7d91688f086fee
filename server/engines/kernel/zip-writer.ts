import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * Writes a ZIP file of stored entries, since images are already compressed. Names must be ASCII;
 * the output limit keeps sizes below 4 GB. `alignment` aligns the data of each entry, which some
 * formats require for memory mapping.
 */
export class ZipWriter {
  readonly #fd: number
  readonly #directory: Buffer[] = []
  readonly #alignment: number
  #position = 0

  constructor(path: string, alignment = 1) {
    this.#fd = openSync(path, 'w')
    this.#alignment = alignment
  }

  get entries(): number {
    return this.#directory.length
  }

  add(name: string, bytes: Uint8Array): void {
    const encoded = Buffer.from(name, 'ascii')
    // Version 2.0, no flags, stored, 1 January 1980: the output is deterministic.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x21, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(bytes.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(encoded.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(this.#position, 10)
    this.#directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), fields, entry, encoded]))
    const padding = this.#padding(30 + encoded.length)
    const local = Buffer.from(fields)
    local.writeUInt16LE(padding.length, 24)
    for (const part of [signature(0x04034b50), local, encoded, padding, bytes]) this.#write(part)
  }

  /** A padding extra field that aligns the data after a header of `length` bytes. */
  #padding(length: number): Buffer {
    const over = (this.#position + length) % this.#alignment
    if (over === 0) return Buffer.alloc(0)
    const missing = this.#alignment - over
    // An extra field has at least four bytes.
    const field = Buffer.alloc(missing < 4 ? missing + this.#alignment : missing)
    field.writeUInt16LE(0x1986, 0)
    field.writeUInt16LE(field.length - 4, 2)
    return field
  }

  close(): void {
    const start = this.#position
    for (const entry of this.#directory) this.#write(entry)
    const end = Buffer.alloc(18)
    end.writeUInt16LE(this.entries, 4)
    end.writeUInt16LE(this.entries, 6)
    end.writeUInt32LE(this.#position - start, 8)
    end.writeUInt32LE(start, 12)
    this.#write(Buffer.concat([signature(0x06054b50), end]))
    closeSync(this.#fd)
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done)
    this.#position += bytes.length
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
