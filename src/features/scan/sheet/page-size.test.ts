import { expect, test } from 'vitest'
import { sheetSize, snap, trueRatio } from './page-size.ts'
import { mapQuad, type Quad } from './types.ts'

const PHOTO = { width: 3000, height: 4000 }

/**
 * The corners of a flat sheet in a pinhole camera: rotated by two angles, at a distance of three
 * times its height.
 */
function seen(width: number, height: number, tilt: number, turn: number, focal: number): Quad {
  const flat: Quad = [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ]
  return mapQuad(flat, ([x, y]) => {
    const [y1, z1] = [y * Math.cos(tilt), y * Math.sin(tilt)]
    const [x2, z2] = [x * Math.cos(turn) + z1 * Math.sin(turn), z1 * Math.cos(turn) - x * Math.sin(turn)]
    const depth = 2 * height + z2
    return [PHOTO.width / 2 + (focal * x2) / depth, PHOTO.height / 2 + (focal * y1) / depth]
  })
}

test.each([
  ['from above', 0, 0],
  ['tilted', 0.6, 0],
  ['turned', 0, 0.5],
  ['tilted and turned', 0.5, 0.4],
  ['steep', -0.8, 0.3],
])('the true ratio of a sheet %s is found', (_, tilt, turn) => {
  const focal = 0.76 * PHOTO.height
  expect(trueRatio(seen(210, 297, tilt, turn, focal), PHOTO)).toBeCloseTo(210 / 297, 4)
})

test('another focal length is known from the quad where both pairs of sides meet', () => {
  expect(trueRatio(seen(210, 210, 0.5, 0.5, 1.2 * PHOTO.height), PHOTO)).toBeCloseTo(1, 4)
})

test('A4 and Letter are known within three per cent, upright and across', () => {
  expect(snap(0.7)).toEqual({ ratio: 210 / 297, paper: 'a4' })
  expect(snap(1.44)).toEqual({ ratio: 297 / 210, paper: 'a4' })
  expect(snap(0.78)).toEqual({ ratio: 8.5 / 11, paper: 'letter' })
  expect(snap(0.74)).toEqual({ ratio: 0.74, paper: null })
  expect(snap(1)).toEqual({ ratio: 1, paper: null })
})

test('a size has the pixels of the longer sides, or the longer side that is asked for', () => {
  const quad: Quad = [
    [0.1, 0.1],
    [0.7, 0.1],
    [0.7, 0.8],
    [0.1, 0.8],
  ]
  // 1800 × 2800 pixels, which matches no paper.
  expect(sheetSize(quad, PHOTO)).toEqual({ width: 1800, height: 2800, paper: null })
  expect(sheetSize(quad, PHOTO, 1000)).toEqual({ width: 643, height: 1000, paper: null })
  const a4: Quad = mapQuad(quad, ([x, y]) => [x, y === 0.8 ? 0.1 + (0.6 * 3000 * 1.4) / 4000 : y])
  expect(sheetSize(a4, PHOTO)).toEqual({ width: 1800, height: 2546, paper: 'a4' })
})

test('a photo that is used whole keeps its ratio', () => {
  expect(sheetSize(null, PHOTO, 1000)).toEqual({ width: 750, height: 1000, paper: null })
})
