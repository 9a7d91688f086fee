import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Conversion } from '../../contract/conversion.ts'
import { ApiError } from './errors.ts'
import { createFollower, holdSeconds, type Transport } from './live.ts'

/** A service in memory: conversions that end at a time, and a count of what was asked. */
function service() {
  const ends = new Map<string, number>()
  const asked = { waits: 0, lists: 0, holding: 0, mostHolding: 0, at: [] as number[] }
  const answer = (id: string): Conversion => {
    const end = ends.get(id)
    if (end === undefined) throw new ApiError('not_found', 404)
    const status = Date.now() >= end ? 'completed' : 'pending'
    return { conversion_id: id, status, family: 'image' } as Conversion
  }
  const transport: Transport = {
    async wait(id, _family, seconds) {
      asked.waits += 1
      asked.holding += 1
      asked.mostHolding = Math.max(asked.mostHolding, asked.holding)
      const left = (ends.get(id) ?? 0) - Date.now()
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds * 1000, Math.max(0, left))))
      asked.holding -= 1
      return answer(id)
    },
    async list(ids, seconds, signal) {
      asked.lists += 1
      asked.at.push(Date.now())
      const first = Math.min(...ids.map((id) => ends.get(id) ?? 0))
      const left = Math.min(seconds * 1000, first - Date.now())
      if (left > 0)
        await new Promise<void>((resolve, reject) => {
          setTimeout(resolve, left)
          signal.addEventListener('abort', () => reject(new ApiError('unreachable', 0)))
        })
      return ids.filter((id) => ends.has(id)).map(answer)
    },
  }
  return { ends, asked, transport }
}

let hidden = false
const done: string[] = []
const gone: string[] = []

function follower(transport: Transport) {
  return createFollower({
    transport,
    isHidden: () => hidden,
    onConversion: (one) => {
      if (one.status !== 'pending') done.push(one.conversion_id)
    },
    onGone: (id) => gone.push(id),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  hidden = false
  done.length = 0
  gone.length = 0
})
afterEach(() => vi.useRealTimers())

describe('following conversions', () => {
  it('waits for a single one with one held request', async () => {
    const { ends, asked, transport } = service()
    ends.set('a', Date.now() + 2500)
    follower(transport).follow('a', 'image')
    await vi.advanceTimersByTimeAsync(2600)
    expect(done).toEqual(['a'])
    expect(asked).toMatchObject({ waits: 1, lists: 0 })
  })

  it('asks for the stage of a long one every few seconds, and stops when it has ended', async () => {
    const { ends, asked, transport } = service()
    ends.set('a', Date.now() + 40_000)
    follower(transport).follow('a', 'image')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(done).toEqual(['a'])
    expect(asked.waits).toBeGreaterThan(8)
    expect(asked.waits).toBeLessThanOrEqual(14)
  })

  it('never holds more than two, and asks for many together', async () => {
    const { ends, asked, transport } = service()
    const late: number[] = []
    const one = createFollower({
      transport,
      isHidden: () => hidden,
      onConversion: ({ conversion_id: id, status }) => {
        if (status !== 'pending') late.push(Date.now() - (ends.get(id) ?? 0))
      },
      onGone: () => {},
    })
    for (let index = 0; index < 100; index += 1) {
      ends.set(`c${index}`, Date.now() + 5000 + index * 50)
      one.follow(`c${index}`, 'image')
    }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(late).toHaveLength(100)
    expect(one.size).toBe(0)
    expect(Math.max(...late)).toBeLessThanOrEqual(150)
    expect(asked.mostHolding).toBeLessThanOrEqual(2)
    const gaps = asked.at.slice(1).map((at, index) => at - (asked.at[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50)
    expect(asked.lists + asked.waits).toBeLessThanOrEqual(120)
  })

  it('asks soon for one that comes while a request is held for others', async () => {
    const { ends, asked, transport } = service()
    const one = follower(transport)
    for (const id of ['a', 'b', 'c']) {
      ends.set(id, Date.now() + 20_000)
      one.follow(id, 'image')
    }
    await vi.advanceTimersByTimeAsync(1000)
    ends.set('late', Date.now() + 300)
    one.follow('late', 'image')
    await vi.advanceTimersByTimeAsync(450)
    expect(done).toEqual(['late'])
    expect(asked.lists).toBeLessThanOrEqual(4)
  })

  it('slows down in a hidden tab and hurries back', async () => {
    const { ends, asked, transport } = service()
    hidden = true
    const one = follower(transport)
    for (const id of ['a', 'b', 'c']) {
      ends.set(id, Date.now() + 45_000)
      one.follow(id, 'document')
    }
    await vi.advanceTimersByTimeAsync(31_000)
    expect(asked.lists).toBe(3)
    hidden = false
    one.wake()
    await vi.advanceTimersByTimeAsync(17_000)
    expect(done).toHaveLength(3)
  })

  it('lets go of what is not there any more', async () => {
    const { ends, transport } = service()
    const one = follower(transport)
    one.follow('lost', 'image')
    await vi.advanceTimersByTimeAsync(100)
    expect(gone).toEqual(['lost'])
    for (const id of ['a', 'b']) ends.set(id, Date.now() + 2000)
    for (const id of ['a', 'b', 'also-lost']) one.follow(id, 'image')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(gone).toEqual(['lost', 'also-lost'])
    expect(done.sort()).toEqual(['a', 'b'])
  })

  it('backs off while the service does not answer, and goes on', async () => {
    const { ends, asked, transport } = service()
    let down = true
    ends.set('a', Date.now() + 1000)
    const one = follower({
      ...transport,
      wait: (...given) => {
        if (!down) return transport.wait(...given)
        asked.waits += 1
        return Promise.reject(new ApiError('unreachable', 0))
      },
    })
    one.follow('a', 'image')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked.waits).toBeLessThan(8)
    down = false
    await vi.advanceTimersByTimeAsync(11_000)
    expect(done).toEqual(['a'])
  })

  it('stops when nobody is signed in any more', async () => {
    const { transport } = service()
    const one = follower({
      ...transport,
      wait: () => Promise.reject(new ApiError('unauthenticated', 401)),
    })
    one.follow('a', 'image')
    await vi.advanceTimersByTimeAsync(1000)
    expect(one.size).toBe(0)
  })
})

it('holds longer as conversions grow old', () => {
  expect([0, 30_000, 60_000, 600_000].map(holdSeconds)).toEqual([3, 4, 5, 15])
})
