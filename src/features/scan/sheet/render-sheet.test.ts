import { expect, test } from 'vitest'
import { renderSheet, rotate } from './render-sheet.ts'
import { image, rowOf } from './testing.ts'
import type { Pixels } from './types.ts'

/** 1 2 3 / 4 5 6 */
const counted = () => image(3, 2, (x, y) => [y * 3 + x + 1, 0, 0])
const rows = (page: Pixels) => Array.from({ length: page.height }, (_, y) => rowOf(page, y))

test('a page turns clockwise', () => {
  expect(rows(rotate(counted(), 0))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  expect(rows(rotate(counted(), 90))).toEqual([
    [4, 1],
    [5, 2],
    [6, 3],
  ])
  expect(rows(rotate(counted(), 180))).toEqual([
    [6, 5, 4],
    [3, 2, 1],
  ])
  expect(rows(rotate(counted(), 270))).toEqual([
    [3, 6],
    [2, 5],
    [1, 4],
  ])
})

test('each filter has an image of its own, in the size asked for, turned', () => {
  const photo = image(60, 40, (x) => (x < 4 ? [10, 20, 200] : [240, 240, 240]))
  const request = { photo, settings: { quad: null, rotation: 90 as const }, longSide: 30 }
  const [original, bw, again] = renderSheet({ ...request, filters: ['original', 'bw', 'original'] })
  expect(original).toMatchObject({ width: 20, height: 30 })
  expect(bw).toMatchObject({ width: 20, height: 30 })
  expect(again).toEqual(original)
  expect([...(original?.data.slice(0, 4) ?? [])]).toEqual([10, 20, 200, 255])
  expect([...(bw?.data.slice(0, 4) ?? [])]).toEqual([0, 0, 0, 255])
})

test('a smaller copy of the photo gives the same page', () => {
  const photo = image(30, 20, () => [240, 240, 240])
  const [page] = renderSheet({
    ...{ photo, filters: ['original'], longSide: 15 },
    settings: { quad: null, rotation: 0 },
    original: { width: 3000, height: 2000 },
  })
  expect(page).toMatchObject({ width: 15, height: 10 })
})
