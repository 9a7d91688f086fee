import { describe, expect, it } from 'vitest'
import { detect, LIVE, PHOTO } from './detect.ts'
import type { Pixels, Point, Quad } from './image.ts'

/** Deterministic noise. */
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

/** The printed area of a sheet. */
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

/** A noisy camera image of a sheet on a desk. */
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

/** The largest distance of a corner from its true position, in pixels. */
const farthest = (found: Quad | undefined, quad: Quad, width = 640, height = 480) =>
  Math.max(
    ...quad.map(([x, y], at) =>
      Math.hypot(x - (found?.[at]?.[0] ?? 0) * width, y - (found?.[at]?.[1] ?? 0) * height),
    ),
  )

const sheetIn = (pixels: Pixels, side: number) => detect(pixels, side).sheet

describe('the outline of a sheet', () => {
  it.each([
    ['live', LIVE],
    ['in a photo', PHOTO],
  ])('is found to within two pixels, clockwise from the top left: %s', (_, side) => {
    const sheet = sheetIn(draw(SHEET), side)
    expect(farthest(sheet?.quad, SHEET)).toBeLessThan(2)
    expect(sheet?.confidence).toBeGreaterThan(0.9)
    expect(sheet?.onRim).toEqual([false, false, false, false])
    expect(sheet?.area).toBeCloseTo(0.363, 1)
  })
  it('is found in a frame of the live size, and on a sheet that fills most of the image', () => {
    const small = SHEET.map(([x, y]) => [x * 0.4, y * 0.4]) as unknown as Quad
    const found = sheetIn(draw(small, { width: 256, height: 192, print: false }), LIVE)
    expect(farthest(found?.quad, small, 256, 192)).toBeLessThan(1.5)
    const large: Quad = [
      [15, 12],
      [622, 20],
      [626, 462],
      [18, 470],
    ]
    const full = sheetIn(draw(large), PHOTO)
    expect(farthest(full?.quad, large)).toBeLessThan(2.5)
    expect(full?.area).toBeGreaterThan(0.85)
  })
  it('is found on a desk that is nearly as bright', () =>
    expect(farthest(sheetIn(draw(SHEET, { desk: 200 }), PHOTO)?.quad, SHEET)).toBeLessThan(2.5))
  it('is found where the image cuts it, and says at which side', () => {
    const cut: Quad = [
      [150, -60],
      [470, -60],
      [500, 410],
      [120, 390],
    ]
    const sheet = sheetIn(draw(cut, { print: false }), PHOTO)
    expect(farthest(sheet?.quad, [[146, 0], [474, 0], cut[2], cut[3]])).toBeLessThan(12)
    expect(sheet?.onRim).toEqual([true, false, false, false])
  })
  it('may have a corner outside of the image', () => {
    const turned: Quad = [
      [300, -30],
      [560, 150],
      [350, 440],
      [90, 260],
    ]
    const sheet = sheetIn(draw(turned, { print: false }), PHOTO)
    expect(farthest(sheet?.quad, turned)).toBeLessThan(4)
    expect(sheet?.onRim).toEqual([true, false, false, true])
  })
  it('is not reported where there is none, nor in an image of one colour or of no size', () => {
    expect(sheetIn(draw(null), PHOTO)).toBeNull()
    expect(sheetIn({ data: new Uint8ClampedArray(640 * 480 * 4), width: 640, height: 480 }, PHOTO)).toBeNull()
    for (const [width, height] of [
      [0, 0],
      [1, 1],
      [3, 700],
      [8, 8],
      [24, 24],
    ] as const)
      expect(sheetIn({ data: new Uint8ClampedArray(width * height * 4), width, height }, PHOTO)).toBeNull()
  })
  it('is the same for the same image, whatever was looked at before', () => {
    const first = detect(draw(SHEET), PHOTO)
    detect(draw(null, { width: 200, height: 300 }), LIVE)
    detect(draw(null, { width: 480, height: 640 }), PHOTO)
    expect(detect(draw(SHEET), PHOTO)).toEqual(first)
  })
  it('comes with the brightness of the image, with and without a sheet', () => {
    expect(detect(draw(null, { desk: 20 }), LIVE).brightness).toBeCloseTo(20, 0)
    const { brightness } = detect(draw(SHEET, { print: false }), LIVE)
    expect(Math.abs(brightness - (90 + 0.363 * 135))).toBeLessThan(2)
  })
})
