import { describe, expect, it } from 'vitest'
import { planEstimate } from './estimate.ts'

const image = { width: 4000, height: 3000 }

describe('the estimate of a result’s size', () => {
  it('is of the cropped and resized image, and never enlarges it', () => {
    const crop = { crop_x: 100, crop_y: 50, crop_width: 2000, crop_height: 1500 }
    expect(planEstimate('webp', image, { ...crop, width: 1000, quality: 60 })).toEqual({
      part: { x: 100, y: 50, width: 2000, height: 1500 },
      canvas: { width: 1000, height: 750 },
      scale: 1,
      type: 'image/webp',
      quality: 0.6,
    })
    expect(planEstimate('jpg', { width: 10, height: 10 }, { width: 5000 })?.canvas.width).toBe(10)
  })

  it('encodes a few million pixels at most, and counts the rest in', () => {
    const plan = planEstimate('jpg', { width: 8000, height: 4500 }, {})!
    expect(plan.canvas.width * plan.canvas.height).toBeLessThanOrEqual(12_010_000)
    expect(plan.scale).toBeCloseTo(3, 1)
  })

  it('is not made where the browser does not encode as the service does', () => {
    expect(planEstimate('avif', image, {})).toBeNull()
    expect(planEstimate('webp', image, { lossless: true })).toBeNull()
  })
})
