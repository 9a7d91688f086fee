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
    // The machine slept for a day: timers did not advance.
    now += 86_400_000
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(2)
    // The clock was set back.
    now -= 7 * 86_400_000
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(3)
    await stop()
    now += 86_400_000
    await vi.advanceTimersByTimeAsync(5000)
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('is tried again soon where another process is at it', async () => {
    let now = 0
    const work = vi.fn(async () => false)
    const stop = schedule(() => new Date(now), 600_000, work)
    now += 9000
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(1)
    now += 1000
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
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
    void stop()
  })

  it('has ended when it is stopped', async () => {
    let end = () => {}
    const work = () =>
      new Promise<void>((resolve) => {
        end = resolve
      })
    const stopped = vi.fn()
    const stopping = schedule(() => new Date(0), 1000, work)().then(stopped)
    await vi.advanceTimersByTimeAsync(3000)
    expect(stopped).not.toHaveBeenCalled()
    end()
    await stopping
    expect(stopped).toHaveBeenCalled()
  })
})
