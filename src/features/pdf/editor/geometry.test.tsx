import { expect, test } from 'vitest'
import { pageView, type Turn } from '../viewer/index.ts'
import { uprightBox } from './geometry.ts'

const view = (rotate: Turn) =>
  pageView({ shape: { view: [0, 0, 600, 800], rotate, unit: 1 }, index: 0, number: 1, scale: 1, turn: 0 })
/** A wide field at the top left of the unrotated page. */
const place = (rotation: Turn) => ({ rect: [50, 700, 250, 720] as const, rotation })

test('a field is as the page is, and stays within its place', () => {
  expect(uprightBox(view(0), place(0))).toEqual({ left: 50, top: 80, width: 200, height: 20, angle: 0 })
  expect(uprightBox(view(180), place(0))).toEqual({ left: 350, top: 700, width: 200, height: 20, angle: 180 })
})

test.each([
  [90, 0, 90],
  [270, 0, 270],
  [0, 90, 270],
  [0, 270, 90],
] as const)('page rotated by %i, field by %i: the text is rotated by %i', (rotate, rotation, angle) => {
  const page = view(rotate)
  const upright = uprightBox(page, place(rotation))
  const box = page.toBox(place(rotation).rect)
  expect(upright.angle).toBe(angle)
  // Its width is its height on the screen, and its center is unchanged.
  expect([upright.width, upright.height]).toEqual([box.height, box.width])
  expect(upright.left + upright.width / 2).toBe(box.left + box.width / 2)
  expect(upright.top + upright.height / 2).toBe(box.top + box.height / 2)
})

test('a field that is rotated with its page reads upright', () => {
  const page = view(90)
  const { angle, ...box } = uprightBox(page, place(90))
  expect(angle).toBe(0)
  expect(box).toEqual(page.toBox(place(90).rect))
})
