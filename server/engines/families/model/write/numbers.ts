/**
 * The shortest text of a 32-bit float with up to eight digits: `0.1`, not `0.10000000149011612`.
 */
export function short(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)))
}

/** Text in chunks, so that a large model never is a single string. */
export class TextBytes {
  readonly #chunks: Buffer[] = []
  #lines: string[] = []

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length >= 10_000) this.#flush()
  }

  bytes(): Buffer {
    this.#flush()
    return Buffer.concat(this.#chunks)
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#chunks.push(Buffer.from(`${this.#lines.join('\n')}\n`))
    this.#lines = []
  }
}
