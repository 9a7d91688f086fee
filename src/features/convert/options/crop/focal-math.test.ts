import { describe, expect, it } from 'vitest'
import { wholeOf } from './crop-math.ts'
import { focalOf, focalOptions, visibleArea } from './focal-math.ts'

const IMAGE = { width: 4000, height: 3000 }
const whole = wholeOf(IMAGE)
const square = { width: 600, height: 600, fit: 'cover' }

describe('the focal point', () => {
  it('is the center unless options say otherwise, and the center is no option', () => {
    expect(focalOf({})).toEqual({ x: 50, y: 50 })
    expect(focalOptions({ x: 50.4, y: 120 })).toEqual({ focal_x: undefined, focal_y: 100 })
  })

  it('keeps the part around it, as far as the image reaches', () => {
    expect(visibleArea(square, IMAGE, whole)).toEqual({ x: 500, y: 0, width: 3000, height: 3000 })
    expect(visibleArea({ ...square, focal_x: 0 }, IMAGE, whole)?.x).toBe(0)
    expect(visibleArea({ ...square, focal_x: 60 }, IMAGE, whole)?.x).toBe(900)
    expect(visibleArea({ ...square, focal_x: 100 }, IMAGE, whole)?.x).toBe(1000)
  })

  it('keeps a part of the crop', () => {
    const crop = { x: 1000, y: 1000, width: 1000, height: 500 }
    expect(visibleArea({ ...square, width: 400, height: 400, focal_x: 0 }, IMAGE, crop)).toEqual({
      ...crop,
      width: 500,
    })
  })

  it('cuts a turned image across, and enlarges nothing', () => {
    const wide = { width: 400, height: 100, fit: 'cover' }
    expect(visibleArea({ ...wide, rotate: 90 }, IMAGE, whole)).toMatchObject({ width: 750, height: 3000 })
    const small = wholeOf({ width: 100, height: 50 })
    expect(visibleArea({ ...square, width: 80, height: 80 }, small, small)).toMatchObject({
      width: 80,
      height: 50,
    })
  })

  it('has no part where the image is kept whole', () => {
    for (const values of [{ ...square, fit: 'inside' }, { width: 600, fit: 'cover' }, {}])
      expect(visibleArea(values, IMAGE, whole)).toBeNull()
  })
})
