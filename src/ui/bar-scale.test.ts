import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { countTicks, namedBars } from './bar-scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [136, [0, 40, 80, 120, 160]],
  [161, [0, 50, 100, 150, 200]],
  [4200, [0, 2000, 4000, 6000]],
])('the lines up to %d', (most, ticks) => {
  expect(countTicks(most)).toEqual(ticks)
})

it('always reaches the most, in whole steps, with few lines', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (most) => {
      const ticks = countTicks(most)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }),
  )
})

it('names the first, the last and some between', () => {
  expect(namedBars(30)).toEqual([0, 7, 15, 22, 29])
  expect(namedBars(3)).toEqual([0, 1, 2])
})
