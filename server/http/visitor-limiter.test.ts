import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem } from '../core/api-problem.ts'
import { VisitorLimiter } from './visitor-limiter.ts'

const here = () => new AbortController().signal
/** The number of settled requests. */
async function settled(requests: Promise<unknown>[]): Promise<number> {
  let count = 0
  for (const request of requests) request.catch(() => {}).then(() => count++)
  await vi.advanceTimersByTimeAsync(0)
  return count
}

let limiter: VisitorLimiter
let utilization: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  utilization = 0.3
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization,
  }))
  limiter = new VisitorLimiter()
})
afterEach(() => {
  limiter.close()
  vi.useRealTimers()
})
const beBusy = () => {
  utilization = 0.99
  return vi.advanceTimersByTimeAsync(250)
}
const many = (count: number, operation = 'view', gone = here()) =>
  Array.from({ length: count }, () => limiter.acquire(operation, gone))

describe('the limit of requests without an account', () => {
  it('is lower while the event loop is busy', async () => {
    expect(await settled(many(20))).toBe(16)
    await beBusy()
    expect(await settled(many(20, 'other'))).toBe(4)
  })

  it('starts queued requests in order', async () => {
    await beBusy()
    const all = many(6)
    expect(await settled(all)).toBe(4)
    const [first] = all
    ;(await first)?.()
    expect(await settled(all)).toBe(5)
    expect(await settled([all[5] as Promise<unknown>]), 'the last one waits').toBe(0)
  })

  it('starts every queued request after the event loop is idle again', async () => {
    await beBusy()
    const all = many(30)
    expect(await settled(all)).toBe(4)
    utilization = 0.2
    await vi.advanceTimersByTimeAsync(250)
    const ended = new Set<number>()
    while (ended.size < all.length) {
      const before = ended.size
      for (const [at, turn] of all.entries()) {
        if (ended.has(at) || (await settled([turn])) === 0) continue
        ended.add(at)
        ;(await turn)()
      }
      expect(ended.size).toBeGreaterThan(before)
    }
  })

  it('gives the place of a disconnected client to the next request', async () => {
    await beBusy()
    const inside = many(4)
    const leaving = new AbortController()
    const [left] = many(1, 'view', leaving.signal)
    const [next] = many(1)
    leaving.abort()
    await expect(left).rejects.toThrow(ApiProblem)
    ;(await inside[0])?.()
    expect(await settled([next as Promise<unknown>])).toBe(1)
    const gone = AbortSignal.abort()
    await expect(limiter.acquire('view', gone)).rejects.toThrow(ApiProblem)
  })

  it('refuses with Retry-After after ten seconds, or when the queue is full', async () => {
    await beBusy()
    // Slots are released every second, four at a time: 40 start within the ten seconds.
    const all = many(60)
    const refused = expect(all.at(-1)).rejects.toMatchObject({
      code: 'unavailable',
      extras: { retry_after: 5 },
    })
    for (const turn of all) turn.catch(() => {})
    await vi.advanceTimersByTimeAsync(10_000)
    await refused
    for (const turn of many(1004)) turn.catch(() => {})
    await expect(limiter.acquire('view', here())).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('releases the slot of a slow handler after a second, once', async () => {
    await beBusy()
    const slow = many(4)
    const next = many(5)
    expect(await settled(next)).toBe(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await settled(next)).toBe(4)
    for (const turn of slow) (await turn)()
    expect(await settled(next), 'a second release frees no slot').toBe(4)
  })
})
