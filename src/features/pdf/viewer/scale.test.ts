import { describe, expect, it } from 'vitest'
import { wholeOf } from './arrangement.ts'
import type { Zoom } from './handle.ts'
import type { Pdf } from './pdf.ts'
import { FULL, scaleFor } from './scale.ts'

const pdf = { shape: () => ({ view: [0, 0, 612, 792], rotate: 0, unit: 1 }) } as unknown as Pdf
const scale = (width: number, height: number, zoom: Zoom = 'auto') =>
  scaleFor({ zoom, room: { width, height }, pdf, arrangement: wholeOf(3), place: 0, rotation: 0 }) / FULL

describe('how large a page is at first', () => {
  it('is as wide as a phone', () => {
    expect(scale(320, 400) * FULL * 612).toBeLessThan(320)
    expect(scale(320, 400) * FULL * 612).toBeGreaterThan(290)
  })

  it('is not much larger than on paper on a desk', () => {
    expect(scale(1_600, 800)).toBeCloseTo(1.25)
    expect(scale(1_600, 800, 'width')).toBeGreaterThan(1.9)
  })

  it('is as large as all of it can be seen on a wall', () => {
    expect(scale(3_200, 2_000)).toBeCloseTo(scale(3_200, 2_000, 'page'))
    expect(scale(3_200, 2_000) * FULL * 792).toBeLessThan(2_000)
    // A narrow window stays within its width.
    expect(scale(900, 2_000) * FULL * 612).toBeLessThan(900)
  })
})
