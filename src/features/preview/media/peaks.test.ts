import { describe, expect, it } from 'vitest'
import { clock, mayUnpack, peaksOf } from './peaks.ts'

const now = async () => {}

describe('peaks', () => {
  it('takes the loudest of each part, over all channels, whichever way it swings', async () => {
    const left = new Float32Array([0.1, -0.5, 0, 0.2])
    const right = new Float32Array([0, 0, 0, -0.75])
    const [first = 0, second = 0] = await peaksOf([left, right], 2, now)
    // −6 dB and −2.5 dB, of 54.
    expect(first).toBeCloseTo(0.888, 2)
    expect(second).toBeCloseTo(0.954, 2)
  })
  it('has as many parts as were asked for, also of a sound that is shorter', async () => {
    expect(await peaksOf([new Float32Array([0.5])], 3, now)).toHaveLength(3)
    expect(await peaksOf([], 4, now)).toEqual([0, 0, 0, 0])
  })
  it('never goes above full, as a file that was turned up too far does', async () => {
    expect(await peaksOf([new Float32Array([1.7])], 1, now)).toEqual([1])
  })
  it('pauses on the way, so that the page can draw', async () => {
    let pauses = 0
    await peaksOf([new Float32Array(1000)], 300, async () => void pauses++)
    expect(pauses).toBe(5)
  })
})

describe('unpacking', () => {
  it('waits until the length is known, and leaves what is large or long alone', () => {
    expect(mayUnpack(1000, Number.NaN)).toBe(false)
    expect(mayUnpack(29_000_000, 1800)).toBe(true)
    expect(mayUnpack(31_000_000, 1800)).toBe(false)
    expect(mayUnpack(3_000_000, 5 * 3600)).toBe(false)
  })
  it('takes a short file that does not say how long it is', () => {
    expect(mayUnpack(3_000_000, Number.POSITIVE_INFINITY)).toBe(true)
    expect(mayUnpack(5_000_000, Number.POSITIVE_INFINITY)).toBe(false)
  })
})

describe('the clock', () => {
  it('is written as on a player', () => {
    expect([0, 9.9, 75.4, 3671].map(clock)).toEqual(['0:00', '0:09', '1:15', '1:01:11'])
    expect(clock(Number.NaN)).toBe('0:00')
    expect(clock(Number.POSITIVE_INFINITY)).toBe('0:00')
  })
})
