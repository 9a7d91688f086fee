import { describe, expect, it } from 'vitest'
import type { DraftMark } from './draft.ts'
import { extentOf, markOf, moved } from './make-mark.ts'
import { FIRST_STYLE } from './styles.ts'

const press = {
  id: 'm',
  on: '1',
  from: { x: 100, y: 200 },
  to: { x: 100, y: 200 },
  stroke: [{ x: 100, y: 200 }],
}
const drawn = { ...press, to: { x: 160, y: 170 } }

describe('a mark', () => {
  it('is as large as it was drawn, whichever way one drew', () => {
    expect(markOf('redact', FIRST_STYLE, drawn)).toMatchObject({
      rect: { x: 100, y: 170, width: 60, height: 30 },
    })
    const back = { ...drawn, from: drawn.to, to: drawn.from }
    expect(markOf('redact', FIRST_STYLE, back)).toMatchObject({
      rect: { x: 100, y: 170, width: 60, height: 30 },
    })
    expect(markOf('shape', FIRST_STYLE, drawn)).toMatchObject({ from: drawn.from, to: drawn.to })
  })

  it('has a size of its own where one only pressed, around the place', () => {
    const stamp = markOf('stamp', FIRST_STYLE, press) as Extract<DraftMark, { kind: 'stamp' }>
    expect(stamp.rect.x + stamp.rect.width / 2).toBe(100)
    expect(stamp.rect.y + stamp.rect.height / 2).toBe(200)
    const shape = markOf('shape', FIRST_STYLE, press)
    expect(shape && extentOf(shape).width).toBeGreaterThan(50)
  })

  it('is not made by tools that make none', () => {
    for (const tool of ['select', 'fill', 'pages'] as const)
      expect(markOf(tool, FIRST_STYLE, drawn), tool).toBeNull()
  })

  it('highlights an area, which a press alone is not', () => {
    expect(markOf('highlight', FIRST_STYLE, drawn)).toMatchObject({ kind: 'highlight', style: 'highlight' })
    expect(markOf('highlight', FIRST_STYLE, { ...drawn, to: drawn.from })).toBeNull()
  })

  it.each(['ink', 'text', 'stamp', 'redact', 'shape', 'note'] as const)('of %s is moved whole', (tool) => {
    const stroke = [drawn.from, { x: 130, y: 190 }, drawn.to]
    const mark = markOf(tool, { ...FIRST_STYLE, stamp: 'PAID' }, { ...drawn, stroke }) as DraftMark
    const [before, after] = [extentOf(mark), extentOf(moved(mark, 5, -7))]
    expect(after).toEqual({ ...before, x: before.x + 5, y: before.y - 7 })
  })
})
