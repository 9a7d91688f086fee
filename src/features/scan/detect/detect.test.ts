import { describe, expect, it } from 'vitest'
import { detect, LIVE, PHOTO } from './detect.ts'
import type { Pixels, Point, Quad } from './image.ts'

/** The same noise each time. */
function noise(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32 - 0.5
  }
}

const isInside = (quad: Quad, x: number, y: number) =>
  quad.every(([ax, ay], at) => {
    const [bx, by] = quad[(at + 1) & 3] as Point
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
  })

/** The part of a sheet that is printed on. */
function printed(quad: Quad): Quad {
  const middle = [0, 1].map((axis) => quad.reduce((sum, point) => sum + (point[axis] as number) / 4, 0))
  return quad.map(([x, y]) => [
    x + ((middle[0] as number) - x) * 0.16,
    y + ((middle[1] as number) - y) * 0.16,
  ]) as unknown as Quad
}

interface Drawing {
  width?: number
  height?: number
  paper?: number
  desk?: number
  /** Rows of dark print on the sheet. */
  print?: boolean
}

/** A desk with a sheet on it, as a camera sees them: noisy. */
function draw(
  quad: Quad | null,
  { width = 640, height = 480, paper = 225, desk = 90, print = true }: Drawing = {},
): Pixels {
  const random = noise(7)
  const text = quad && print ? printed(quad) : null
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const on = quad !== null && isInside(quad, x + 0.5, y + 0.5)
      const dark = text && y % 16 < 5 && x % 23 < 17 && isInside(text, x, y) ? 120 : 0
      const value = (on ? paper : desk) - dark + random() * 12
      const at = (y * width + x) * 4
      data.set([value, value, value * 0.97, 255], at)
    }
  return { data, width, height }
}

const SHEET: Quad = [
  [150, 70],
  [470, 95],
  [500, 410],
  [120, 390],
]

/** The largest distance of a corner from where it is, in pixels. */
const farthest = (found: Quad | undefined, quad: Quad) =>
  Math.max(...quad.map(([x, y], at) => Math.hypot(x - (found?.[at]?.[0] ?? 0), y - (found?.[at]?.[1] ?? 0))))

describe('the outline of a sheet', () => {
  it.each([
    ['live', LIVE],
    ['in a photo', PHOTO],
  ])('is found to within two pixels, clockwise from the top left: %s', (_, side) =>
    expect(farthest(detect(draw(SHEET), side)?.quad, SHEET)).toBeLessThan(2),
  )
  it('is found on a desk that is nearly as bright', () =>
    expect(farthest(detect(draw(SHEET, { desk: 200 }), PHOTO)?.quad, SHEET)).toBeLessThan(2.5))
  it('is found where the picture cuts it', () => {
    const cut: Quad = [
      [150, -60],
      [470, -60],
      [500, 410],
      [120, 390],
    ]
    const found = detect(draw(cut, { print: false }), PHOTO)?.quad
    expect(farthest(found, [[146, 0], [474, 0], cut[2], cut[3]])).toBeLessThan(12)
  })
  it('is not reported where there is none, nor in a picture of one colour or of no size', () => {
    expect(detect(draw(null), PHOTO)).toBeNull()
    expect(detect({ data: new Uint8ClampedArray(640 * 480 * 4), width: 640, height: 480 }, PHOTO)).toBeNull()
    for (const [width, height] of [
      [1, 1],
      [3, 700],
      [8, 8],
    ] as const)
      expect(detect({ data: new Uint8ClampedArray(width * height * 4), width, height }, PHOTO)).toBeNull()
  })
  it('is the same for the same picture, whatever was looked at before', () => {
    const first = detect(draw(SHEET), PHOTO)
    detect(draw(null, { width: 200, height: 300 }), LIVE)
    expect(detect(draw(SHEET), PHOTO)).toEqual(first)
  })
})
