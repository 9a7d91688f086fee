import { describe, expect, it } from 'vitest'
import { LIVE } from './detect/detect.ts'
import { findSheet, likeness } from './find-sheet.ts'

const SIZE = { width: 320, height: 240 }

/** A bright sheet with bars on a dark desk. */
function image(bar: number | null, [dx, dy] = [0, 0]) {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255)
  let noise = 1
  for (let y = 0; y < SIZE.height; y++)
    for (let x = 0; x < SIZE.width; x++) {
      noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0
      const isSheet = x >= 60 + dx && x < 260 + dx && y >= 40 + dy && y < 200 + dy
      const isBar =
        bar !== null && isSheet && x > 80 && x < 240 && (y - dy) % bar < bar / 3 && y > 60 && y < 180
      const value = (isBar ? 60 : isSheet ? 225 : 80) + (noise / 2 ** 32) * 8
      data.fill(value, (y * SIZE.width + x) * 4, (y * SIZE.width + x) * 4 + 3)
    }
  return { ...SIZE, data }
}

describe('a sheet in a frame', () => {
  it('is given in shares of the frame, with its light and content', () => {
    const { quad, light, print } = findSheet(image(30), LIVE)
    const shares = [60 / 320, 40 / 240, 260 / 320, 40 / 240, 260 / 320, 200 / 240, 60 / 320, 200 / 240]
    for (const [at, share] of (quad ?? []).flat().entries()) expect(share).toBeCloseTo(shares[at] ?? 0, 1)
    expect(quad).not.toBeNull()
    expect(light).toBeGreaterThan(90)
    expect(light).toBeLessThan(180)
    expect(print).toHaveLength(400)
  })

  it('is null where there is none', () => {
    const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(12)
    expect(findSheet({ ...SIZE, data }, LIVE)).toEqual({
      quad: null,
      light: expect.closeTo(11.9, 0),
      print: null,
    })
  })

  it('is told from another sheet by its content, wherever it lies', () => {
    const printOf = (bar: number | null, moved?: [number, number]) => {
      const { print } = findSheet(image(bar, moved), LIVE)
      if (!print) throw new Error('no sheet was found')
      return print
    }
    const first = printOf(30)
    expect(likeness(first, printOf(30, [6, 5]))).toBeGreaterThan(0.85)
    expect(likeness(first, printOf(47))).toBeLessThan(0.7)
    expect(likeness(first, printOf(null))).toBeLessThan(0.5)
    expect(likeness(printOf(null), printOf(null, [3, 3]))).toBe(1)
  })
})
