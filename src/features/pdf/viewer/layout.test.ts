import { describe, expect, it } from 'vitest'
import { placeOf, wholeOf } from './arrangement.ts'
import { layOut, placeAt, spanOf } from './layout.ts'
import { zoomStep } from './scale.ts'

describe('the list of pages', () => {
  const layout = layOut(5, (place) => 100 * (place + 1), 10, 50)

  it('lays them one under the other', () => {
    expect([...layout.tops]).toEqual([10, 120, 330, 640, 1050])
    expect(layout.total).toBe(1050 + 500 + 50)
  })

  it.each([
    [-50, 0],
    [0, 0],
    [119, 0],
    [120, 1],
    [329, 1],
    [639, 2],
    [1e9, 4],
  ])('at %d lies the page with index %d', (offset, place) => {
    expect(placeAt(layout, offset)).toBe(place)
  })

  it('says what is in sight, and a page more on either side', () => {
    expect(spanOf(layout, 340, 400, 1)).toEqual({ from: 1, to: 3 })
    expect(spanOf(layout, 0, 50, 1)).toEqual({ from: 0, to: 1 })
    expect(spanOf(layout, 1200, 1600, 1)).toEqual({ from: 3, to: 4 })
  })
})

describe('an arrangement', () => {
  it('says where a page of the document stands', () => {
    expect(placeOf(wholeOf(3), 3)).toBe(3)
    const changed = [3, 1, 3].map((page) => ({ page, rotate: 0 as const }))
    expect(placeOf(changed, 3)).toBe(1)
    expect(placeOf(changed, 1)).toBe(2)
    expect(placeOf(changed, 2)).toBeNull()
  })
})

describe('zoom', () => {
  it('goes by steps, from wherever it is, and ends somewhere', () => {
    expect(zoomStep(0.94, true)).toBe(1)
    expect(zoomStep(0.94, false)).toBe(0.9)
    expect(zoomStep(1, true)).toBe(1.1)
    expect(zoomStep(1, false)).toBe(0.9)
    expect(zoomStep(8, true)).toBe(8)
    expect(zoomStep(0.1, false)).toBe(0.1)
  })
})
