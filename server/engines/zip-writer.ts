import { closeSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/**
 * Writes a ZIP file of stored entries, one after the other: pictures are compressed already. Names must be plain ASCII;
 * sizes stay below 4 GB, which the limit on outputs sees to.
 */
export class ZipWriter {
  readonly #fd: number
  readonly #directory: Buffer[] = []
  #position = 0

  constructor(path: string) {
    this.#fd = openSync(path, 'w')
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
    for (const part of [signature(0x04034b50), fields, encoded, bytes]) this.#write(part)
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
