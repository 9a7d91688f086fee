import { expect, test } from 'vitest'
import { homography, transform } from './homography.ts'
import { straighten } from './straighten.ts'
import { image } from './testing.ts'
import { type Quad, WHOLE } from './types.ts'

test('a photo whose corners are the sheet stays as it is', () => {
  const photo = image(7, 5, (x, y) => [x * 30, y * 40, 9])
  expect(straighten(photo, null, { width: 7, height: 5 })).toEqual(photo)
})

test('a part of the photo is cut out', () => {
  const photo = image(10, 10, (x, y) => [x * 10, y * 10, 0])
  const quad: Quad = [
    [0.2, 0.3],
    [0.6, 0.3],
    [0.6, 0.9],
    [0.2, 0.9],
  ]
  expect(straighten(photo, quad, { width: 4, height: 6 })).toEqual(
    image(4, 6, (x, y) => [(x + 2) * 10, (y + 3) * 10, 0]),
  )
})

test('colours between pixels are those in proportion', () => {
  const photo = image(2, 1, (x) => [x * 100, 0, 0])
  const wide = straighten(photo, null, { width: 4, height: 1 })
  expect([0, 1, 2, 3].map((x) => wide.data[x * 4])).toEqual([0, 25, 75, 100])
})

test('a slanted sheet becomes straight: each part has the colour that it has in the photo', () => {
  const quad: Quad = [
    [0.2, 0.15],
    [0.8, 0.25],
    [0.9, 0.85],
    [0.1, 0.8],
  ]
  const back = homography(quad, WHOLE)
  if (!back) throw new Error('there is a transform')
  // The sheet is red in its left half and blue in its right one; the desk is green.
  const photo = image(200, 200, (x, y) => {
    const [u, v] = transform(back, [(x + 0.5) / 200, (y + 0.5) / 200])
    if (u < 0 || u > 1 || v < 0 || v > 1) return [0, 255, 0]
    return u < 0.5 ? [255, 0, 0] : [0, 0, 255]
  })
  const { data } = straighten(photo, quad, { width: 100, height: 140 })
  const at = (x: number, y: number) => [...data.slice((y * 100 + x) * 4, (y * 100 + x) * 4 + 3)]
  for (const y of [3, 40, 100, 136]) {
    expect(at(4, y)).toEqual([255, 0, 0])
    expect(at(45, y)).toEqual([255, 0, 0])
    expect(at(54, y)).toEqual([0, 0, 255])
    expect(at(95, y)).toEqual([0, 0, 255])
  }
})

test('lines that are finer than a pixel of the page become grey, not a pattern', () => {
  const stripes = image(400, 400, (x) => (x % 2 === 0 ? [0, 0, 0] : [255, 255, 255]))
  const { data } = straighten(stripes, null, { width: 67, height: 67 })
  const greys = Array.from({ length: 67 }, (_, x) => data[(33 * 67 + x) * 4] ?? 0)
  expect(Math.max(...greys) - Math.min(...greys)).toBeLessThan(90)
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / greys.length
  expect(mean).toBeCloseTo(127.5, -1)
})
