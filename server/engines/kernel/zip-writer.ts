import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * Writes a ZIP file of stored entries, one after the other: images are compressed already. Names
 * must be plain ASCII; sizes stay below 4 GB, which the limit on outputs sees to. With `alignment`
 * the bytes of each entry begin at a multiple of it, which some formats ask for so that they can be
 * read in place.
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
    // Version 2.0, no flags, stored, 1 January 1980: the same pages give the same file.
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

  /**
   * An extra field of no meaning that moves the bytes behind a header of `length` to where they
   * should begin.
   */
  #padding(length: number): Buffer {
    const over = (this.#position + length) % this.#alignment
    if (over === 0) return Buffer.alloc(0)
    const missing = this.#alignment - over
    // A field has four bytes of its own at least.
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
