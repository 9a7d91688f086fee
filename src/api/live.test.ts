import { environmentManager, focusManager, onlineManager, QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Conversion } from '../../contract/conversion.ts'
import { ApiError } from './errors.ts'
import { createFollower, type ListConversions } from './live.ts'

/** An in-memory server: conversions that end at a given time, and a request counter. */
function service() {
  const ends = new Map<string, number>()
  const asked = { holding: 0, mostHolding: 0, aborted: 0, at: [] as number[], ids: [] as string[][] }
  const answer = (id: string) => {
    const status = Date.now() >= (ends.get(id) ?? 0) ? 'completed' : 'pending'
    return { conversion_id: id, status, family: 'image' } as Conversion
  }
  const list: ListConversions = async (ids, seconds, signal) => {
    asked.at.push(Date.now())
    asked.ids.push([...ids])
    asked.holding += 1
    asked.mostHolding = Math.max(asked.mostHolding, asked.holding)
    const first = Math.min(...ids.map((id) => ends.get(id) ?? 0))
    const left = Math.min(seconds * 1000, first - Date.now())
    try {
      if (left > 0)
        await new Promise<void>((resolve, reject) => {
          setTimeout(resolve, left)
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
        })
    } catch (error) {
      asked.aborted += 1
      throw error
    } finally {
      asked.holding -= 1
    }
    return ids.filter((id) => ends.has(id)).map(answer)
  }
  return { ends, asked, list }
}

const done: string[] = []
const late: number[] = []
const gone: string[] = []
let client = new QueryClient()

function follower({ list, ends }: { list: ListConversions; ends?: Map<string, number> }) {
  const made = createFollower(client, {
    list,
    onConversion: ({ conversion_id: id, status }) => {
      if (status === 'pending') return
      done.push(id)
      late.push(Date.now() - (ends?.get(id) ?? 0))
    },
    onGone: (id) => gone.push(id),
  })
  made.start()
  return made
}

const refused =
  (error: ApiError, asked: number[]): ListConversions =>
  () => {
    asked.push(Date.now())
    return Promise.reject(error)
  }

// Queries are polled only in a browser.
beforeAll(() => environmentManager.setIsServer(() => false))
afterAll(() => environmentManager.setIsServer(() => typeof window === 'undefined'))
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  client.mount()
  for (const list of [done, late, gone]) list.length = 0
})
afterEach(() => {
  client.clear()
  client.unmount()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

describe('following conversions', () => {
  it('waits for a single one with one held request', async () => {
    const world = service()
    world.ends.set('a', Date.now() + 2500)
    follower(world).follow('a')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(done).toEqual(['a'])
    expect(late[0]).toBeLessThanOrEqual(50)
    expect(world.asked.at).toHaveLength(1)
  })

  it('asks for the progress of a long one every few seconds, and stops when it has ended', async () => {
    const { asked, ...world } = service()
    world.ends.set('a', Date.now() + 40_000)
    follower(world).follow('a')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(done).toEqual(['a'])
    expect(asked.at.length).toBeGreaterThan(8)
    expect(asked.at.length).toBeLessThanOrEqual(14)
  })

  it('holds one request for many, with less than one per conversion', async () => {
    const { asked, ...world } = service()
    const one = follower(world)
    for (let index = 0; index < 100; index += 1) {
      world.ends.set(`c${index}`, Date.now() + 5000 + index * 50)
      one.follow(`c${index}`)
    }
    await vi.advanceTimersByTimeAsync(20_000)
    expect(late).toHaveLength(100)
    expect(Math.max(...late)).toBeLessThanOrEqual(150)
    expect(asked.mostHolding).toBe(1)
    const gaps = asked.at.slice(1).map((at, index) => at - (asked.at[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50)
    expect(asked.at.length).toBeLessThanOrEqual(120)
  })

  it('knows of 500 soon, whether they end in their order or not', async () => {
    const { asked, ...world } = service()
    const one = follower(world)
    for (let index = 0; index < 500; index += 1) {
      // Every tenth is much faster than the ones before it.
      const ms = index % 10 === 9 ? 5000 : 5000 + index * 60
      world.ends.set(`c${index}`, Date.now() + ms)
      one.follow(`c${index}`)
    }
    await vi.advanceTimersByTimeAsync(60_000)
    const sorted = late.toSorted((a, b) => a - b)
    expect(sorted).toHaveLength(500)
    expect(sorted[250]).toBeLessThanOrEqual(150)
    expect(sorted.at(-1)).toBeLessThanOrEqual(2000)
    expect(Math.max(...asked.ids.map((ids) => ids.length))).toBe(100)
    expect(asked.at.length).toBeLessThanOrEqual(600)
  })

  it('replaces a held request soon by one that names also what has joined', async () => {
    const { asked, ...world } = service()
    const one = follower(world)
    for (const id of ['a', 'b', 'c']) {
      world.ends.set(id, Date.now() + 20_000)
      one.follow(id)
    }
    await vi.advanceTimersByTimeAsync(1000)
    world.ends.set('late', Date.now() + 300)
    one.follow('late')
    one.follow('late')
    await vi.advanceTimersByTimeAsync(450)
    expect(done).toEqual(['late'])
    expect(asked.aborted).toBe(1)
    expect(asked.ids.slice(0, 2)).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'late'],
    ])
    expect(asked.at.length).toBeLessThanOrEqual(3)
  })

  it('slows down in a hidden tab and asks at once when it is seen again', async () => {
    const { asked, ...world } = service()
    focusManager.setFocused(false)
    const one = follower(world)
    for (const id of ['a', 'b', 'c']) {
      world.ends.set(id, Date.now() + 32_000)
      one.follow(id)
    }
    await vi.advanceTimersByTimeAsync(31_000)
    expect(asked.at).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(2000)
    expect(done).toEqual([])
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toHaveLength(3)
  })

  it('asks nothing while the device is offline, and at once when it is back', async () => {
    const { asked, ...world } = service()
    world.ends.set('a', Date.now() + 4000)
    follower(world).follow('a')
    await vi.advanceTimersByTimeAsync(1000)
    onlineManager.setOnline(false)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked.at).toHaveLength(1)
    expect(done).toEqual([])
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(['a'])
  })

  it('forgets what does not exist any more', async () => {
    const world = service()
    const one = follower(world)
    one.follow('lost')
    await vi.advanceTimersByTimeAsync(100)
    expect(gone).toEqual(['lost'])
    for (const id of ['a', 'b']) world.ends.set(id, Date.now() + 2000)
    for (const id of ['a', 'b', 'also-lost']) one.follow(id)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(gone).toEqual(['lost', 'also-lost'])
    expect(done.toSorted()).toEqual(['a', 'b'])
  })

  it('asks less and less while the service does not answer, and goes on when it does', async () => {
    const { asked, list, ends } = service()
    let down = true
    ends.set('a', Date.now() + 1000)
    const failing = refused(new ApiError('unreachable', 0), asked.at)
    follower({ list: (...given) => (down ? failing : list)(...given) }).follow('a')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked.at.length).toBeGreaterThan(3)
    expect(asked.at.length).toBeLessThan(9)
    down = false
    await vi.advanceTimersByTimeAsync(11_000)
    expect(done).toEqual(['a'])
  })

  it('waits as long as the service says', async () => {
    const at: number[] = []
    const problem = { code: 'too_many_requests', retry_after: 20 } as ApiError['problem']
    const one = follower({ list: refused(new ApiError('too_many_requests', 429, problem), at) })
    one.follow('a')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(at).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(at).toHaveLength(2)
  })

  it('stops when nobody is signed in any more', async () => {
    const at: number[] = []
    follower({ list: refused(new ApiError('unauthenticated', 401), at) }).follow('a')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(at).toHaveLength(1)
  })

  it.each(['reset', 'clear'] as const)(
    'follows nothing of before after %s, and what comes then',
    async (how) => {
      const { asked, ...world } = service()
      for (const id of ['mine', 'theirs']) world.ends.set(id, Date.now() + 2000)
      const one = follower(world)
      one.follow('mine')
      await vi.advanceTimersByTimeAsync(1000)
      if (how === 'reset') one.reset()
      else client.clear()
      await vi.advanceTimersByTimeAsync(0)
      expect(asked.holding).toBe(0)
      one.follow('theirs')
      await vi.advanceTimersByTimeAsync(10_000)
      expect(done).toEqual(['theirs'])
    },
  )
})
