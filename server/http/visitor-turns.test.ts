import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../core/refusal.ts'
import { VisitorTurns } from './visitor-turns.ts'

const here = () => new AbortController().signal
/** How many have been settled by now. */
async function settled(turns: Promise<unknown>[]): Promise<number> {
  let count = 0
  for (const turn of turns) turn.catch(() => {}).then(() => count++)
  await vi.advanceTimersByTimeAsync(0)
  return count
}

let turns: VisitorTurns
let utilization: number
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  utilization = 0.3
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization,
  }))
  turns = new VisitorTurns()
})
afterEach(() => {
  turns.close()
  vi.useRealTimers()
})
const beBusy = () => {
  utilization = 0.99
  return vi.advanceTimersByTimeAsync(250)
}
const many = (count: number, operation = 'view', gone = here()) =>
  Array.from({ length: count }, () => turns.take(operation, gone))

describe('turns of people without an account', () => {
  it('let a few in at once, and fewer while the process is busy', async () => {
    expect(await settled(many(20))).toBe(16)
    await beBusy()
    expect(await settled(many(20, 'other'))).toBe(4)
  })

  it('go on in order as others end', async () => {
    await beBusy()
    const all = many(6)
    expect(await settled(all)).toBe(4)
    const [first] = all
    ;(await first)?.()
    expect(await settled(all)).toBe(5)
    expect(await settled([all[5] as Promise<unknown>]), 'the last one waits').toBe(0)
  })

  it('lose nobody when the process is at rest again', async () => {
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

  it('are given up by whoever leaves, and passed on', async () => {
    await beBusy()
    const inside = many(4)
    const leaving = new AbortController()
    const [left] = many(1, 'view', leaving.signal)
    const [next] = many(1)
    leaving.abort()
    await expect(left).rejects.toThrow(Refusal)
    ;(await inside[0])?.()
    expect(await settled([next as Promise<unknown>])).toBe(1)
    const gone = AbortSignal.abort()
    await expect(turns.take('view', gone)).rejects.toThrow(Refusal)
  })

  it('are refused with a time to come back where they would take too long', async () => {
    await beBusy()
    many(4)
    const [late] = many(1)
    const refused = expect(late).rejects.toMatchObject({ code: 'unavailable', extras: { retry_after: 5 } })
    await vi.advanceTimersByTimeAsync(10_000)
    await refused
    many(1000).map((turn) => turn.catch(() => {}))
    await expect(turns.take('view', here())).rejects.toMatchObject({ code: 'unavailable' })
  })
})
