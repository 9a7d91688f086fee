import { type ApiError, errorFromAnswer, errorFromNetwork, toApiError } from '../../../api/errors.ts'

/** A PDF that the service has, or one that lies on this device. */
export type PdfSource = { url: string } | { file: Blob }

/** A file's bytes, got in parts as they are wanted. */
export interface Bytes {
  length: number
  /** Its beginning, or all of it. */
  first: Uint8Array<ArrayBuffer>
  /**
   * @param to not counted in. Waits for the network as long as it takes; never answers once the
   * file is gone, or closed.
   */
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>
  close: () => void
}

/** What is asked for at once; pdf.js counts in these as well. */
export const PART = 32_768
/** Up to here a file comes whole: asking twice would take longer. */
const SMALL = 6 * PART
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Told while a part does not come: null once it has. A file that is gone has an answer of its own.
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

/** The browser no longer has the file: it was moved, or changed since. */
function gone(cause: unknown): never {
  throw errorFromNetwork(cause)
}

async function openUrl(url: string, signal: AbortSignal, tell: Trouble): Promise<Bytes> {
  const begin = await get(url, 0, PART, signal)
  const closing = new AbortController()
  const close = () => closing.abort()
  const told = sizeIn(begin)
  // Who does not know parts sends all of it.
  if (begin.status !== 206 || told === null) {
    const first = await bodyOf(begin)
    return { length: first.length, first, read: async (from, to) => first.slice(from, to), close }
  }
  const length = told
  const parts = new Parts(url, length, AbortSignal.any([signal, closing.signal]), tell)
  // Where everything is stands at the end: it comes while the program that will ask for it is still
  // on its way.
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

/**
 * The last part, and one before it; in a larger file, where more things have a place, up to four.
 */
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

  /** Begins to get what will be asked for. */
  expect(from: number, to: number) {
    const bytes = this.#get(from, to)
    // Who asks for it hears of it.
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
        // Another file lies there now: its parts would make no sense of ours.
        if (answer.status === 206 && sizeIn(answer) !== this.#length) throw errorFromAnswer(404, undefined)
        const body = await bodyOf(answer)
        if (attempt > 0 && --this.#waiting === 0) this.#tell(null)
        return answer.status === 206 ? body : body.slice(from, to)
      } catch (cause) {
        if (this.#signal.aborted) throw cause
        const error = toApiError(cause)
        if (attempt === 0) this.#waiting++
        this.#tell(error)
        // It is not there any more, or not for us: asking again would say the same.
        if (error.status >= 400 && error.status < 500 && error.status !== 429) return new Promise(() => {})
        await pause(PAUSES[attempt] ?? PAUSES.at(-1)!, this.#signal)
      }
    }
  }
}

/** Until the time is over, or the network is there again. */
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
      // A browser's cache lets one request for an address wait for another, and would keep parts
      // that are kept here.
      cache: 'no-store',
      headers: { range: `bytes=${from}-${to - 1}` },
      signal,
    })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw errorFromNetwork(cause)
  }
  // There is no first byte in an empty file.
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
