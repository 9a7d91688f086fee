import { closeSync, openSync, writeSync } from 'node:fs'

const PIECE = 64 * 1024

/** Buffers text and writes it to a file in larger chunks. */
export class TextFile {
  readonly #fd: number
  #parts: string[] = []
  #length = 0

  constructor(path: string) {
    this.#fd = openSync(path, 'w')
  }

  write(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
    if (this.#length >= PIECE) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#fd)
  }

  #flush(): void {
    const bytes = Buffer.from(this.#parts.join(''))
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done)
    this.#parts = []
    this.#length = 0
  }
}
