import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from '../../../api/errors.ts'
import { type Bytes, openBytes, PART } from './bytes.ts'

const URL = 'https://files.example/one.pdf'
const file = Uint8Array.from({ length: 10 * PART + 17 }, (_, index) => (index * 31) % 251)
let asked: string[] = []

/** A server that supports range requests by default. */
function serve(answer: (range: [number, number], attempt: number) => Response | Error | null = () => null) {
  asked = []
  vi.stubGlobal(
    'fetch',
    async (_: string, { headers, signal }: { headers: { range: string }; signal: AbortSignal }) => {
      signal.throwIfAborted()
      asked.push(headers.range)
      const [from, to] = headers.range.replace('bytes=', '').split('-').map(Number) as [number, number]
      const given = answer([from, to], asked.length)
      if (given instanceof Error) throw given
      if (given) return given
      const end = Math.min(to, file.length - 1)
      return new Response(file.slice(from, end + 1), {
        status: 206,
        headers: { 'content-range': `bytes ${from}-${end}/${file.length}` },
      })
    },
  )
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
}
const open = (tell: (error: ApiError | null) => void = () => {}): Promise<Bytes> =>
  openBytes({ url: URL }, new AbortController().signal, tell)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a file’s bytes', () => {
  it('come in the parts that are asked for', async () => {
    serve()
    const bytes = await open()
    expect(bytes.length).toBe(file.length)
    expect(bytes.first).toEqual(file.slice(0, PART))
    expect(await bytes.read(2 * PART, 3 * PART)).toEqual(file.slice(2 * PART, 3 * PART))
    // The end is requested without a read: it contains the cross-reference table.
    const end = `bytes=${9 * PART}-${file.length - 1}`
    expect(asked).toEqual([`bytes=0-${PART - 1}`, end, `bytes=${2 * PART}-${3 * PART - 1}`])
    expect(await bytes.read(10 * PART, file.length)).toEqual(file.slice(10 * PART))
    expect(asked).toHaveLength(3)
  })

  it('come whole where the file is small, or the service knows no parts', async () => {
    serve(() => new Response(file.slice(0, 100), { status: 200 }))
    const small = await open()
    expect(small.first).toEqual(file.slice(0, 100))
    expect(small.length).toBe(100)
    const local = await openBytes(
      { file: new Blob([file.slice(0, 300)]) },
      new AbortController().signal,
      () => {},
    )
    expect(local.first).toHaveLength(300)
  })

  it('are read from a file on this device without taking all of it', async () => {
    const blob = new Blob([file])
    const bytes = await openBytes({ file: blob }, new AbortController().signal, () => {})
    expect(bytes.first).toHaveLength(PART)
    expect(await bytes.read(4 * PART, file.length)).toEqual(file.slice(4 * PART))
  })

  it.each([
    [404, 'not_found'],
    [410, 'expired'],
    [503, 'unavailable'],
  ])('a service that says %d is heard', async (status, code) => {
    serve(() => new Response('{}', { status }))
    await expect(open()).rejects.toMatchObject({ code, status })
  })

  it('are asked for again when the network fails, and it is told', async () => {
    vi.useFakeTimers()
    let down = false
    serve(() => (down ? new TypeError('Failed to fetch') : null))
    const told: (string | null)[] = []
    const bytes = await open((error) => told.push(error?.code ?? null))
    down = true
    const part = bytes.read(PART, 2 * PART)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked.length).toBeGreaterThan(3)
    expect(told).toContain('unreachable')
    down = false
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await part).toEqual(file.slice(PART, 2 * PART))
    expect(told.at(-1)).toBeNull()
  })

  it('are not asked for again once the file is gone, or another one is there', async () => {
    vi.useFakeTimers()
    let gone = false
    serve(([from, to]) =>
      gone
        ? new Response(file.slice(from, to + 1), {
            status: 206,
            headers: { 'content-range': `bytes ${from}-${to}/999999` },
          })
        : null,
    )
    const told: (string | null)[] = []
    const bytes = await open((error) => told.push(error?.code ?? null))
    gone = true
    void bytes.read(PART, 2 * PART)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toHaveLength(3)
    expect(told).toEqual(['not_found'])
  })
})
