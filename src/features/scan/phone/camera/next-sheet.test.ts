import { describe, expect, it } from 'vitest'
import type { QuadShares } from '../../frames/index.ts'
import { createNextSheet } from './next-sheet.ts'

const SIZE = { width: 1000, height: 1000 }
const quad = (dx = 0): QuadShares => [
  [0.1 + dx, 0.1],
  [0.7 + dx, 0.1],
  [0.7 + dx, 0.9],
  [0.1 + dx, 0.9],
]
const print = (turns: number) => Array.from({ length: 400 }, (_, at) => Math.sin((at * turns) / 10) * 1.4)
const sight = (dx = 0, turns = 1) => ({ quad: quad(dx), light: 120, print: print(turns) })
const NOTHING = { quad: null, light: 120, print: null }

describe('the next sheet', () => {
  it('is the first one that is seen', () => {
    expect(createNextSheet().isNew(sight(), SIZE, 0)).toBe(true)
  })

  it('is not the one that was captured, also when the hand moves a little', () => {
    const next = createNextSheet()
    next.capture(sight(), 0)
    for (const [at, dx] of [0, 0.02, 0.05, 0.1, 0].entries())
      expect(next.isNew(sight(dx), SIZE, 1000 + at * 1000)).toBe(false)
  })

  it('is one with another content, after a moment', () => {
    const next = createNextSheet()
    next.capture(sight(), 0)
    expect(next.isNew(sight(0, 3), SIZE, 100)).toBe(false)
    expect(next.isNew(sight(), SIZE, 200)).toBe(false)
    expect(next.isNew(sight(0, 3), SIZE, 300)).toBe(false)
    expect(next.isNew(sight(0, 3), SIZE, 600)).toBe(true)
  })

  it('is the same one once it was moved away', () => {
    const next = createNextSheet()
    next.capture(sight(), 0)
    expect(next.isNew(NOTHING, SIZE, 300)).toBe(false)
    expect(next.isNew(NOTHING, SIZE, 500)).toBe(true)
    expect(next.isNew(sight(), SIZE, 600)).toBe(true)
    next.capture(sight(), 1000)
    expect(next.isNew(sight(0.2), SIZE, 1100)).toBe(true)
  })
})
