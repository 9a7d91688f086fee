import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { schedule } from './schedule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('scheduled work', () => {
  it('runs at once and then by the clock that it is given', async () => {
    let now = Date.parse('2027-01-01T00:00:00Z')
    const work = vi.fn(async () => {})
    const stop = schedule(() => new Date(now), 600_000, work)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledTimes(1)
    // The machine slept for a day: no timer has counted it.
    now += 86_400_000
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(2)
    // The clock was set back.
    now -= 7 * 86_400_000
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(3)
    stop()
    now += 86_400_000
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('does not run twice at once', async () => {
    let now = 0
    let end = () => {}
    const work = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    )
    const stop = schedule(() => new Date(now), 1000, work)
    now += 10_000
    await vi.advanceTimersByTimeAsync(3000)
    expect(work).toHaveBeenCalledTimes(1)
    end()
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(2)
    stop()
  })
})
