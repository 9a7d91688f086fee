import { describe, expect, it } from 'vitest'
import type { QuadShares } from '../../frames/index.ts'
import { easeQuad } from './ease-quad.ts'
import { createHoldStill, movement } from './hold-still.ts'

const SIZE = { width: 1000, height: 500 }
const quad = (dx = 0, dy = 0): QuadShares => [
  [0.2 + dx, 0.2 + dy],
  [0.8 + dx, 0.2 + dy],
  [0.8 + dx, 0.8 + dy],
  [0.2 + dx, 0.8 + dy],
]

describe('movement', () => {
  it('is the furthest way of a corner in pixels of the longer side', () => {
    expect(movement(quad(), quad(0.01, 0), SIZE)).toBeCloseTo(0.01)
    expect(movement(quad(), quad(0, 0.01), SIZE)).toBeCloseTo(0.005)
    const one = quad()
    one[2] = [0.83, 0.88]
    expect(movement(quad(), one, SIZE)).toBeCloseTo(0.05)
  })
})

describe('holding still', () => {
  it('takes 600 ms', () => {
    const still = createHoldStill()
    expect(still.feed(quad(), SIZE, 1000)).toBe(0)
    expect(still.feed(quad(0.014), SIZE, 1300)).toBeCloseTo(0.5)
    expect(still.feed(quad(), SIZE, 1599)).toBeLessThan(1)
    expect(still.feed(quad(), SIZE, 1600)).toBe(1)
  })

  it('begins anew with a movement, and with a slow one', () => {
    const still = createHoldStill()
    still.feed(quad(), SIZE, 0)
    expect(still.feed(quad(0.016), SIZE, 500)).toBe(0)
    expect(still.feed(quad(0.016), SIZE, 1100)).toBe(1)
    const drifting = createHoldStill()
    const shares = Array.from({ length: 30 }, (_, at) => drifting.feed(quad(at * 0.004), SIZE, at * 100))
    expect(Math.max(...shares)).toBeLessThan(1)
  })

  it('overlooks a frame without an outline, not several', () => {
    const still = createHoldStill()
    still.feed(quad(), SIZE, 0)
    still.feed(quad(), SIZE, 300)
    expect(still.feed(null, SIZE, 400)).toBeCloseTo(0.5)
    expect(still.feed(quad(), SIZE, 600)).toBe(1)
    expect(still.feed(null, SIZE, 900)).toBe(0)
    expect(still.feed(quad(), SIZE, 1000)).toBe(0)
  })

  it('is never complete in a frame without an outline', () => {
    const still = createHoldStill()
    still.feed(quad(), SIZE, 0)
    still.feed(quad(), SIZE, 900)
    expect(still.feed(null, SIZE, 950)).toBeLessThan(1)
  })
})

describe('the drawn outline', () => {
  it('eases to a near place and jumps to a far one', () => {
    const [[x]] = easeQuad(quad(), quad(0.1), SIZE, 70)
    expect(x).toBeCloseTo(0.2 + 0.1 * (1 - 1 / Math.E))
    expect(easeQuad(quad(), quad(0.1), SIZE, 10_000)[0][0]).toBeCloseTo(0.3)
    expect(easeQuad(quad(), quad(0.19), { width: 500, height: 1 }, 0)).toEqual(quad())
    expect(easeQuad(quad(), quad(0.21), SIZE, 1)).toEqual(quad(0.21))
    expect(easeQuad(null, quad(), SIZE, 1)).toEqual(quad())
  })
})
