import { describe, expect, it } from 'vitest'
import { fitScale, keepInside, nextScale, sameShape, zoomAt } from './view-math.ts'

const stage = { width: 600, height: 400 }

describe('how an image lies in its stage', () => {
  it('shows all of a large one, and a small one as it is', () => {
    expect(fitScale(stage, { width: 1200, height: 400 })).toBe(0.5)
    expect(fitScale(stage, { width: 30, height: 30 })).toBe(1)
  })
  it('goes up and down in steps, from all of it to sixteen times', () => {
    expect(nextScale(0.3, true, 0.3)).toBe(0.5)
    expect(nextScale(0.5, false, 0.3)).toBe(0.3)
    expect(nextScale(0.3, false, 0.3)).toBe(0.3)
    expect(nextScale(16, true, 0.3)).toBe(16)
    expect(nextScale(1, false, 1)).toBe(1)
  })
  it('never leaves the stage empty beside it', () => {
    const image = { width: 1200, height: 100 }
    expect(keepInside({ scale: 1, pan: { x: 900, y: 50 } }, stage, image).pan).toEqual({ x: 300, y: 0 })
    expect(keepInside({ scale: 1, pan: { x: -900, y: 0 } }, stage, image).pan.x).toBe(-300)
  })
  it('keeps the point under the pointer while it zooms', () => {
    const view = zoomAt({ scale: 1, pan: { x: 10, y: 0 } }, 2, { x: 100, y: 40 })
    // A point of the image is at (at - pan) / scale.
    expect((100 - view.pan.x) / 2).toBe((100 - 10) / 1)
    expect((40 - view.pan.y) / 2).toBe(40)
  })
  it('lays only images of one shape over one another', () => {
    expect(sameShape({ width: 4032, height: 3024 }, { width: 1344, height: 1008 })).toBe(true)
    expect(sameShape({ width: 4032, height: 3024 }, { width: 3024, height: 4032 })).toBe(false)
  })
})
