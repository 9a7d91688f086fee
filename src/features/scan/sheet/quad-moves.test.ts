import { expect, test } from 'vitest'
import { isConvex, moveCorner, moveEdge } from './quad-moves.ts'
import type { Quad } from './types.ts'

const QUAD: Quad = [
  [0.2, 0.2],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.2, 0.8],
]

test('a corner goes where it is put, and no farther than the rim', () => {
  expect(moveCorner(QUAD, 0, [0.1, 0.05])[0]).toEqual([0.1, 0.05])
  expect(moveCorner(QUAD, 2, [1.4, 0.9])[2]).toEqual([1, 0.9])
})

test('the quad stays convex, and a corner slides along its bound', () => {
  const moved = moveCorner(QUAD, 0, [0.75, 0.75])
  expect(isConvex(moved)).toBe(true)
  expect(moved[0]).toEqual([0.75, 0.2])
  expect(moveCorner(QUAD, 0, [0.9, 0.9])).toBe(QUAD)
})

test('the wrong way round, bent inward and too thin are not convex', () => {
  expect(isConvex([QUAD[1], QUAD[0], QUAD[3], QUAD[2]])).toBe(false)
  expect(isConvex([[0.6, 0.6], QUAD[1], QUAD[2], QUAD[3]])).toBe(false)
  expect(isConvex([QUAD[0], [0.21, 0.2], [0.21, 0.8], QUAD[3]])).toBe(false)
  expect(isConvex(QUAD)).toBe(true)
})

test('a side moves across itself only', () => {
  const moved = moveEdge(QUAD, 0, [0.3, -0.1])
  expect(moved[0]).toEqual([0.2, expect.closeTo(0.1)])
  expect(moved[1]).toEqual([0.8, expect.closeTo(0.1)])
  expect(moved.slice(2)).toEqual(QUAD.slice(2))
})

test('the ends of a moved side stay on the lines of its neighbours', () => {
  const slanted: Quad = [
    [0.3, 0.2],
    [0.7, 0.2],
    [0.9, 0.8],
    [0.1, 0.8],
  ]
  const moved = moveEdge(slanted, 0, [0, 0.3])
  expect(moved[0]).toEqual([expect.closeTo(0.2), expect.closeTo(0.5)])
  expect(moved[1]).toEqual([expect.closeTo(0.8), expect.closeTo(0.5)])
})

test('a side never passes the opposite one', () => {
  expect(moveEdge(QUAD, 0, [0, 0.7])).toBe(QUAD)
})
