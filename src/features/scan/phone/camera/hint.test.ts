import { describe, expect, it } from 'vitest'
import type { QuadShares } from '../../frames/index.ts'
import { areaOf, createHintPace, hintFor, isOnRim } from './hint.ts'

const box = (left: number, top: number, right: number, bottom: number): QuadShares => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]
const GOOD = box(0.2, 0.1, 0.8, 0.9)
const seen = { quad: GOOD, light: 120, isCaptured: false, isAuto: true }

describe('the hint', () => {
  it.each([
    ['still', seen],
    ['ready', { ...seen, isAuto: false }],
    ['searching', { ...seen, quad: null }],
    ['dark', { ...seen, light: 20 }],
    ['dark', { ...seen, quad: null, light: 20 }],
    ['closer', { ...seen, quad: box(0.4, 0.4, 0.6, 0.7) }],
    ['back', { ...seen, quad: box(0, 0.1, 0.7, 0.9) }],
    ['back', { ...seen, quad: box(0.2, 0.1, 0.8, 1) }],
    ['captured', { ...seen, isCaptured: true }],
    ['searching', { ...seen, quad: null, isCaptured: true }],
  ])('is %s', (hint, what) => {
    expect(hintFor(what)).toBe(hint)
  })

  it('asks to move back for a side on the rim, not for a corner at it', () => {
    const corner: QuadShares = [
      [0, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
      [0.1, 0.9],
    ]
    expect(isOnRim(corner)).toBe(false)
    expect(isOnRim(box(0.005, 0.1, 0.9, 0.9))).toBe(true)
    expect(isOnRim(box(0.1, 0.1, 0.995, 0.9))).toBe(true)
    expect(isOnRim(GOOD)).toBe(false)
  })

  it('knows how much of the image a sheet takes', () => {
    expect(areaOf(GOOD)).toBeCloseTo(0.48)
  })

  it('changes at most once a second', () => {
    const pace = createHintPace()
    expect(pace('still', 0)).toBe('still')
    expect(pace('back', 400)).toBe('still')
    expect(pace('closer', 999)).toBe('still')
    expect(pace('closer', 1000)).toBe('closer')
    expect(pace('closer', 1500)).toBe('closer')
    expect(pace('still', 2000)).toBe('still')
  })
})
