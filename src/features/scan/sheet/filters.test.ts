import { expect, test } from 'vitest'
import { applyFilter, binarise, radiusFor } from './filters.ts'
import { image, rowOf } from './testing.ts'
import type { Pixels } from './types.ts'

/** Paper with a shadow over its right half, and lines of print in both halves. */
const isPrint = (x: number, y: number) => y % 12 < 3 && x % 9 < 6
const shadowed = (): Pixels =>
  image(192, 192, (x, y) => {
    const light = x < 96 ? 200 : 100
    const grey = isPrint(x, y) ? light * 0.2 : light
    return [grey, grey, grey * 0.5]
  })

const pixel = ({ data, width }: Pixels, x: number, y: number) => [
  ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
]

test('original changes nothing', () => {
  expect(applyFilter(shadowed(), 'original')).toEqual(shadowed())
})

test('clean makes paper equally bright in light and in shadow, of any colour, and print dark', () => {
  const clean = applyFilter(shadowed(), 'clean')
  // Far from the shadow's edge the background is exact: paper is 250.
  expect(pixel(clean, 8, 8)).toEqual([250, 250, 250])
  expect(pixel(clean, 188, 8)).toEqual([250, 250, 250])
  expect(pixel(clean, 1, 1)).toEqual([50, 50, 50])
  expect(pixel(clean, 182, 1)).toEqual([50, 50, 50])
})

test('grey is the same without colour', () => {
  const grey = applyFilter(shadowed(), 'grey')
  expect(pixel(grey, 8, 8)).toEqual([250, 250, 250])
  // 19 of 94, within rounding.
  expect(pixel(grey, 182, 1)).toEqual([51, 51, 51])
  const red = applyFilter(
    image(64, 64, (x) => (x === 20 ? [200, 0, 0] : [255, 255, 255])),
    'grey',
  )
  const [r, g, b] = pixel(red, 20, 9)
  expect([g, b]).toEqual([r, r])
  // Red has 0.299 of white's luma: 60 of 255, of which paper has 250.
  expect(r).toBe(59)
})

test('a dark image keeps its darkness: its background is not raised without bound', () => {
  const dark = applyFilter(
    image(64, 64, () => [12, 12, 12]),
    'clean',
  )
  expect(pixel(dark, 30, 30)).toEqual([125, 125, 125])
})

test('black and white has nothing between, and finds print in the shadow', () => {
  const page = applyFilter(shadowed(), 'bw')
  const values = new Set(page.data)
  expect([...values].sort((a, b) => a - b)).toEqual([0, 255])
  for (const x of [1, 9, 181, 190]) {
    expect(pixel(page, x, 1)).toEqual(isPrint(x, 1) ? [0, 0, 0] : [255, 255, 255])
    expect(pixel(page, x, 8)).toEqual([255, 255, 255])
  }
})

test('the threshold is that of Sauvola, with the mean and the deviation of the window', () => {
  const greys = [200, 120, 90, 160, 40, 180, 210, 130, 60]
  const square = image(3, 3, (x, y) => {
    const grey = greys[y * 3 + x] ?? 0
    return [grey, grey, grey]
  })
  binarise(square, 1)
  // The center sees all nine: mean 132.2, deviation 57.0, so the threshold is 117.6.
  const mean = greys.reduce((sum, grey) => sum + grey, 0) / 9
  const deviation = Math.sqrt(greys.reduce((sum, grey) => sum + (grey - mean) ** 2, 0) / 9)
  expect(mean * (1 + 0.2 * (deviation / 128 - 1))).toBeCloseTo(117.6, 0)
  expect(rowOf(square, 1)[1]).toBe(0)
  const brighter = image(3, 3, (x, y) => {
    const grey = x === 1 && y === 1 ? 125 : (greys[y * 3 + x] ?? 0)
    return [grey, grey, grey]
  })
  binarise(brighter, 1)
  expect(rowOf(brighter, 1)[1]).toBe(255)
})

test('the radius is a tenth of the dots per inch of an A4 page', () => {
  expect(radiusFor(image(1, 2338, () => [0, 0, 0]))).toBe(20)
  expect(radiusFor(image(1, 100, () => [0, 0, 0]))).toBe(2)
})
