import { degrees, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { lyingSize, type PageShape, pageView, type Turn } from './geometry.ts'

const TURNS: Turn[] = [0, 90, 180, 270]
const shapes: [string, PageShape][] = [
  ['a plain page', { view: [0, 0, 612, 792], rotate: 0, unit: 1 }],
  ['a crop box with an offset', { view: [36, 72, 336, 472], rotate: 0, unit: 1 }],
  ['an origin in the middle', { view: [-100, -200, 100, 200], rotate: 90, unit: 1 }],
  ['a page that lies', { view: [10, 20, 310, 420], rotate: 270, unit: 1 }],
  ['large units', { view: [5, 5, 105, 205], rotate: 180, unit: 2.5 }],
]
const cases = shapes.flatMap(([name, shape]) =>
  TURNS.flatMap((turn) => [0.5, 1, 4 / 3, 3].map((scale) => ({ name, shape, turn, scale }))),
)

/** The same page in a real file, as measured by pdf.js. */
async function measured({ view: [x1, y1, x2, y2], rotate, unit }: PageShape, scale: number, turn: number) {
  const document = await PDFDocument.create()
  const page = document.addPage([x2 + 100, y2 + 100])
  page.setMediaBox(x1 - 50, y1 - 50, x2 - x1 + 100, y2 - y1 + 100)
  page.setCropBox(x1, y1, x2 - x1, y2 - y1)
  page.setRotation(degrees(rotate))
  if (unit !== 1) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(unit))
  const task = getDocument({ data: await document.save(), verbosity: 0 })
  const read = await (await task.promise).getPage(1)
  const viewport = read.getViewport({ scale, rotation: read.rotate + turn })
  await task.destroy()
  return viewport
}

describe('a page in the viewer', () => {
  it.each(cases)('$name, turned by $turn, at $scale: there and back', ({ shape, turn, scale }) => {
    const view = pageView({ shape, index: 0, number: 1, scale, turn })
    const [x1, y1, x2, y2] = shape.view
    for (const [x, y] of [
      [x1, y1],
      [x2, y2],
      [x1 + 17, y1 + 93],
    ] as const) {
      const { left, top } = view.toBox([x, y, x, y])
      expect(left).toBeGreaterThanOrEqual(-1e-9)
      expect(left).toBeLessThanOrEqual(view.box.width + 1e-9)
      expect(top).toBeLessThanOrEqual(view.box.height + 1e-9)
      const back = view.toPoints(left, top)
      expect(back.x).toBeCloseTo(x, 6)
      expect(back.y).toBeCloseTo(y, 6)
    }
  })

  it.each(cases.filter(({ scale }) => scale === 4 / 3))(
    '$name, turned by $turn: lies where pdf.js draws it',
    async ({ shape, turn, scale }) => {
      const viewport = await measured(shape, scale, turn)
      const view = pageView({ shape, index: 0, number: 1, scale, turn })
      expect(view.box.width).toBeCloseTo(viewport.width, 6)
      expect(view.box.height).toBeCloseTo(viewport.height, 6)
      const [x1, y1] = shape.view
      const rect = [x1 + 10, y1 + 20, x1 + 60, y1 + 120] as const
      const [left, top] = viewport.convertToViewportPoint(rect[0], rect[1]) as number[]
      const [right, bottom] = viewport.convertToViewportPoint(rect[2], rect[3]) as number[]
      const box = view.toBox(rect)
      expect(box.left).toBeCloseTo(Math.min(left!, right!), 6)
      expect(box.top).toBeCloseTo(Math.min(top!, bottom!), 6)
      expect(box.width).toBeCloseTo(Math.abs(left! - right!), 6)
      expect(box.height).toBeCloseTo(Math.abs(top! - bottom!), 6)
      const [x, y] = viewport.convertToPdfPoint(30, 40) as number[]
      const point = view.toPoints(30, 40)
      expect(point.x).toBeCloseTo(x!, 6)
      expect(point.y).toBeCloseTo(y!, 6)
    },
  )

  it('the origin of a page that is not turned is its lower left corner', () => {
    const shape: PageShape = { view: [36, 72, 336, 472], rotate: 0, unit: 1 }
    const view = pageView({ shape, index: 3, number: 1, scale: 2, turn: 0 })
    expect(view.toPoints(0, view.box.height)).toEqual({ x: 36, y: 72 })
    expect(view.toBox([36, 72, 336, 472])).toEqual({ left: 0, top: 0, width: 600, height: 800 })
  })

  it('lies on its side after a quarter turn', () => {
    const shape: PageShape = { view: [0, 0, 100, 300], rotate: 90, unit: 2 }
    expect(lyingSize(shape, 0)).toEqual({ width: 600, height: 200 })
    expect(lyingSize(shape, 90)).toEqual({ width: 200, height: 600 })
    expect(lyingSize(shape, -90)).toEqual({ width: 200, height: 600 })
  })
})
