import { describe, expect, it } from 'vitest'
import { pageView } from '../../pdf/viewer/index.ts'
import { boxAbout, boxOf, freeOf, onPage, rectOf, stretched } from './boxes.ts'

const view = (turn = 0, scale = 1.5) =>
  pageView({ shape: { view: [20, 40, 320, 440], rotate: 0, unit: 1 }, index: 0, number: 1, scale, turn })

describe('boxes on a page', () => {
  it.each([0, 90, 180, 270])('lie where their points are, turned by %i', (turn) => {
    const rect = { x: 60, y: 100, width: 120, height: 30 }
    expect(rectOf(view(turn), boxOf(view(turn), rect))).toEqual(rect)
  })

  it('stay on the page', () => {
    expect(onPage(view(), { left: -30, top: 900, width: 60, height: 30 })).toEqual({
      left: 0,
      top: 570,
      width: 60,
      height: 30,
    })
    const { left, width } = stretched(view(), { left: 400, top: 10, width: 40, height: 20 }, 'se', 500, 0)
    expect(left + width).toBe(450)
    expect(stretched(view(), { left: 400, top: 10, width: 40, height: 20 }, 'nw', 500, 500)).toEqual({
      left: 432,
      top: 22,
      width: 8,
      height: 8,
    })
  })

  it('are never drawn smaller than the server takes them', () => {
    const near = stretched(view(0, 6), { left: 400, top: 10, width: 60, height: 60 }, 'nw', 500, 500)
    expect(rectOf(view(0, 6), near)).toMatchObject({ width: 4, height: 4 })
  })

  it('are as large in points at any zoom', () => {
    for (const scale of [0.4, 1, 3])
      expect(
        rectOf(view(0, scale), boxAbout(view(0, scale), 150 * scale, 200 * scale, [100, 20])),
      ).toMatchObject({ width: 100, height: 20 })
  })

  it('do not hide each other, as long as there is room below', () => {
    const box = { left: 100, top: 100, width: 60, height: 30 }
    const first = freeOf(view(), box, [box])
    expect(first.top).toBe(138)
    expect(freeOf(view(), box, [box, first]).top).toBe(176)
    expect(freeOf(view(), box, [{ left: 0, top: 0, width: 450, height: 600 }])).toEqual(box)
  })
})
