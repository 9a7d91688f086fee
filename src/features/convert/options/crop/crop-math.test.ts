import { describe, expect, it } from 'vitest'
import { cropOf, moved, optionsOf, resized, wholeOf, withRatio } from './crop-math.ts'

const image = { width: 400, height: 300 }
const crop = { x: 100, y: 50, width: 200, height: 100 }

describe('a crop', () => {
  it('moves as far as the edges of the image', () => {
    expect(moved(crop, 10, -10, image)).toEqual({ ...crop, x: 110, y: 40 })
    expect(moved(crop, 1000, 1000, image)).toEqual({ ...crop, x: 200, y: 200 })
    expect(moved(crop, -1000, -1000, image)).toEqual({ ...crop, x: 0, y: 0 })
  })

  it('is resized by a corner while the opposite corner stays', () => {
    expect(resized(crop, { x: -1, y: -1 }, -20, 10, image, null)).toEqual({
      x: 80,
      y: 60,
      width: 220,
      height: 90,
    })
    expect(resized(crop, { x: 1, y: 1 }, 999, 999, image, null)).toEqual({
      x: 100,
      y: 50,
      width: 300,
      height: 250,
    })
    expect(resized(crop, { x: 1, y: 0 }, -999, 0, image, null).width).toBe(16)
  })

  it('keeps its proportions, also at the edge of the image', () => {
    const square = resized({ x: 100, y: 50, width: 100, height: 100 }, { x: 1, y: 1 }, 400, 0, image, 1)
    expect(square).toEqual({ x: 100, y: 50, width: 250, height: 250 })
    expect(withRatio(wholeOf(image), 16 / 9, image)).toEqual({ x: 0, y: 38, width: 400, height: 225 })
  })

  it('is nothing where it is the whole image, and is read from options that lie outside', () => {
    expect(optionsOf(wholeOf(image), image).crop_width).toBeUndefined()
    expect(cropOf({ crop_x: 350, crop_width: 200, crop_height: 100 }, image)).toEqual({
      x: 200,
      y: 0,
      width: 200,
      height: 100,
    })
  })
})
