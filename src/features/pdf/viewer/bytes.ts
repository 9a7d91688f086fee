import { type ApiError, errorFromAnswer, errorFromNetwork, toApiError } from '../../../api/errors.ts'

/** A PDF on the server, or on this device. */
export type PdfSource = { url: string } | { file: Blob }

/** A file's bytes, loaded in ranges on demand. */
export interface Bytes {
  length: number
  /** Its first bytes, or all of it. */
  first: Uint8Array<ArrayBuffer>
  /**
   * @param to exclusive. Waits for the network without a limit; never resolves once the file is
   *   deleted or closed.
   */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

/** The size of a range request; pdf.js uses the same. */
export const PART = 32_768
/** Files up to this size are loaded whole: two requests would take longer. */
const SMALL = 6 * PART
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Reports a failing range request: null once it succeeds. A deleted file has a separate response.
 */
export type Trouble = (error: ApiError | null) => void

/** @throws ApiError, or the signal's reason */
export async function openBytes(source: PdfSource, signal: AbortSignal, tell: Trouble): Promise<Bytes> {
  return 'file' in source ? openFile(source.file) : openUrl(source.url, signal, tell)
}

async function openFile(file: Blob): Promise<Bytes> {
  const read = async (from: number, to: number) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer().catch(gone))
  const first = await read(0, file.size <= SMALL ? file.size : PART)
  return { length: file.size, first, read, close() {} }
}

/** The browser no longer has the file: it was moved or changed. */
function gone(cause: unknown): never {
  throw errorFromNetwork(cause)
}

async function openUrl(url: string, signal: AbortSignal, tell: Trouble): Promise<Bytes> {
  const begin = await get(url, 0, PART, signal)
  const closing = new AbortController()
  const close = () => closing.abort()
  const told = sizeIn(begin)
  // A server without range support sends the whole file.
  if (begin.status !== 206 || told === null) {
    const first = await bodyOf(begin)
    return { length: first.length, first, read: async (from, to) => first.slice(from, to), close }
  }
  const length = told
  const parts = new Parts(url, length, AbortSignal.any([signal, closing.signal]), tell)
  // The cross-reference table is at the end: it is loaded while the worker is still loading.
  if (length > SMALL) parts.expect(tailOf(length), length)
  let first = await bodyOf(begin)
  if (length > first.length && length <= SMALL) {
    const rest = await parts.read(first.length, length)
    const all = new Uint8Array(length)
    all.set(first)
    all.set(rest, first.length)
    first = all
  }
  return { length, first, read: (from, to) => parts.read(from, to), close }
}

/** The last range and the one before; in larger files, with larger tables, up to four. */
const tailOf = (length: number) =>
  (Math.floor((length - 1) / PART) - Math.min(1 + Math.floor(length / 4_000_000), 4)) * PART

class Parts {
  readonly #url: string
  readonly #length: number
  readonly #signal: AbortSignal
  readonly #tell: Trouble
  #waiting = 0
  #tail: { from: number; bytes: Promise<Uint8Array<ArrayBuffer>> } | null = null

  constructor(url: string, length: number, signal: AbortSignal, tell: Trouble) {
    this.#url = url
    this.#length = length
    this.#signal = signal
    this.#tell = tell
  }

  /** Prefetches a range. */
  expect(from: number, to: number) {
    const bytes = this.#get(from, to)
    // Readers of the range get the error.
    bytes.catch(() => {})
    this.#tail = { from, bytes }
  }

  async read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#tail || from < this.#tail.from) return this.#get(from, to)
    return (await this.#tail.bytes).slice(from - this.#tail.from, to - this.#tail.from)
  }

  async #get(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await get(this.#url, from, to, this.#signal)
        // The file was replaced: its ranges do not match.
        if (answer.status === 206 && sizeIn(answer) !== this.#length) throw errorFromAnswer(404, undefined)
        const body = await bodyOf(answer)
        if (attempt > 0 && --this.#waiting === 0) this.#tell(null)
        return answer.status === 206 ? body : body.slice(from, to)
      } catch (cause) {
        if (this.#signal.aborted) throw cause
        const error = toApiError(cause)
        if (attempt === 0) this.#waiting++
        this.#tell(error)
        // The file is deleted or not accessible: a retry would not help.
        if (error.status >= 400 && error.status < 500 && error.status !== 429) return new Promise(() => {})
        await pause(PAUSES[attempt] ?? PAUSES.at(-1)!, this.#signal)
      }
    }
  }
}

/** Waits for the given time, or until the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => () => {
      clearTimeout(timer)
      removeEventListener('online', onOnline)
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onOnline = end(resolve)
    const onAbort = end(() => reject(signal.reason))
    const timer = setTimeout(end(resolve), ms)
    addEventListener('online', onOnline)
    signal.addEventListener('abort', onAbort)
  })
}

async function get(url: string, from: number, to: number, signal: AbortSignal): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(url, {
      credentials: 'same-origin',
      // The browser's cache serializes requests for one URL, and would store ranges that are kept
      // here.
      cache: 'no-store',
      headers: { range: `bytes=${from}-${to - 1}` },
      signal,
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw errorFromNetwork(cause)
  }
  // An empty file has no first byte.
  if (answer.status === 416) return new Response(null)
  if (!answer.ok) throw errorFromAnswer(answer.status, await answer.json().catch(() => undefined))
  return answer
}

const bodyOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer().catch(gone))

/** "bytes 0-65535/1930422" → 1930422 */
function sizeIn(answer: Response): number | null {
  const size = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
  return size === undefined ? null : Number(size)
}
