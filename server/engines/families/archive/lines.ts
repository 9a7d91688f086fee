const LINE_FEED = 0x0a

/**
 * Splits bytes into lines. A line that isn't UTF-8 is decoded as Windows-1252, the most frequent
 * encoding in old TAR files; `isUnicode` tells which applied.
 */
export class LineReader {
  readonly #onLine: (line: string, isUnicode: boolean) => void
  #rest: Buffer = Buffer.alloc(0)

  constructor(onLine: (line: string, isUnicode: boolean) => void) {
    this.#onLine = onLine
  }

  add(bytes: Uint8Array): void {
    const all = Buffer.concat([this.#rest, bytes])
    let start = 0
    for (let end = all.indexOf(LINE_FEED); end >= 0; end = all.indexOf(LINE_FEED, start)) {
      this.#emit(all.subarray(start, end))
      start = end + 1
    }
    this.#rest = all.subarray(start)
  }

  end(): void {
    if (this.#rest.length > 0) this.#emit(this.#rest)
    this.#rest = Buffer.alloc(0)
  }

  #emit(bytes: Buffer): void {
    const text = bytes.toString('utf8')
    const isUnicode = !text.includes('\ufffd') || Buffer.from(text).equals(bytes)
    this.#onLine(isUnicode ? text : new TextDecoder('windows-1252').decode(bytes), isUnicode)
  }
}
