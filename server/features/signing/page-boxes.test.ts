import { expect, it } from 'vitest'
import { boxOfPage, faultOfPlace } from './page-boxes.ts'

const box = (page: number, x: number, y: number, width: number, height: number) => ({
  ...{ page, x, y, width, height },
})
/** Two pages alike, a cropped one whose corner is elsewhere, and one that was not measured. */
const boxOf = boxOfPage({
  page_boxes: [box(1, 0, 0, 595, 842), box(3, 100, 200, 300, 400)],
  pages_looked_at: 3,
})
const fault = (page: number, x: number, y: number, width = 100, height = 20) =>
  faultOfPlace({ page, rect: { x, y, width, height } }, boxOf)

it('takes what lies on its page, up to the edge', () => {
  expect(fault(2, 0, 0)).toBeNull()
  expect(fault(2, 495.6, 822.4)).toBeNull()
  expect(fault(3, 100, 200)).toBeNull()
})

it.each([
  [1, 500, 100],
  [1, -10, 100],
  [1, 100, 830],
  [1, 100, -3],
  [3, 20, 20],
  [3, 320, 300],
])('refuses what passes the edge of page %d as it is seen: %d, %d', (page, x, y) => {
  expect(fault(page, x, y)).toContain(`page ${page}`)
})

it('refuses what is too small, wherever it lies', () => {
  expect(fault(1, 100, 100, 3, 20)).toMatch(/too small/)
  expect(fault(9, 100, 100, 100, 0)).toMatch(/too small/)
})

it('says nothing of the edge of a page that was not measured', () => {
  expect(fault(4, 5000, 5000)).toBeNull()
  expect(
    faultOfPlace(
      { page: 1, rect: { x: -9, y: 0, width: 9, height: 9 } },
      boxOfPage({ page_boxes: [], pages_looked_at: 9 }),
    ),
  ).toBeNull()
})
