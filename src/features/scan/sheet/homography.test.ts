import { expect, test } from 'vitest'
import { homography, transform } from './homography.ts'
import { mapQuad, type Quad, WHOLE } from './types.ts'

const SLANTED: Quad = [
  [120, 80],
  [860, 140],
  [910, 1130],
  [60, 1020],
]

test('each corner goes to its corner, and the way back is the inverse', () => {
  const there = homography(WHOLE, SLANTED)
  const back = homography(SLANTED, WHOLE)
  if (!there || !back) throw new Error('there is a transform')
  for (const at of [0, 1, 2, 3] as const) {
    const [x, y] = transform(there, WHOLE[at])
    expect(x).toBeCloseTo(SLANTED[at][0], 6)
    expect(y).toBeCloseTo(SLANTED[at][1], 6)
  }
  const [x, y] = transform(back, transform(there, [0.3, 0.7]))
  expect(x).toBeCloseTo(0.3, 9)
  expect(y).toBeCloseTo(0.7, 9)
})

test('the diagonals of the page cross where those of the quad do', () => {
  const matrix = homography(WHOLE, SLANTED)
  if (!matrix) throw new Error('there is a transform')
  const [a, b, c, d] = SLANTED
  // The intersection of lines a–c and b–d.
  const along =
    ((b[0] - a[0]) * (d[1] - b[1]) - (b[1] - a[1]) * (d[0] - b[0])) /
    ((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0]))
  const [x, y] = transform(matrix, [0.5, 0.5])
  expect(x).toBeCloseTo(a[0] + along * (c[0] - a[0]), 6)
  expect(y).toBeCloseTo(a[1] + along * (c[1] - a[1]), 6)
})

test('corners on one line have no transform', () => {
  expect(
    homography(
      mapQuad(WHOLE, ([x]) => [x, x]),
      WHOLE,
    ),
  ).toBeNull()
})
