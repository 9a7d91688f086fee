import { describe, expect, it } from 'vitest'
import { joined } from './use-highlighting.ts'

describe('what is selected', () => {
  it('is one rectangle a line, however many pieces the line has', () => {
    const line = (x: number, y: number, width: number) => ({ x, y, width, height: 12 })
    expect(joined([line(72, 700, 100), line(172, 700, 40), line(215, 701, 60), line(72, 686, 80)])).toEqual([
      { x: 72, y: 700, width: 203, height: 13 },
      line(72, 686, 80),
    ])
  })

  it('keeps columns apart, and what comes twice is once', () => {
    const left = { x: 72, y: 700, width: 100, height: 12 }
    const right = { ...left, x: 320 }
    expect(joined([left, left, right])).toEqual([left, right])
  })
})
