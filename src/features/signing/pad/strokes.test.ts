import { expect, it } from 'vitest'
import { fitted } from './strokes.ts'

const stroke = (x: number, y: number) => [
  {
    penColor: '',
    dotSize: 0,
    minWidth: 1,
    maxWidth: 2,
    velocityFilterWeight: 1,
    compositeOperation: 'source-over',
    points: [{ x, y, pressure: 0.5, time: 1 }],
  } as const,
]
const wide = { width: 400, height: 200 }
const narrow = { width: 200, height: 160 }

it('shrinks what was drawn where there is less room, and leaves it where there is more', () => {
  const at = (x: number, y: number, from: typeof wide, to: typeof wide) => {
    const { x: right, y: down } = fitted(stroke(x, y) as never, from, to)[0]?.points[0] ?? { x: 0, y: 0 }
    return [right, down]
  }
  expect(at(400, 200, wide, narrow)).toEqual([200, 100])
  expect(at(10, 20, narrow, wide)).toEqual([10, 20])
  expect(at(10, 20, { width: 0, height: 0 }, wide)).toEqual([10, 20])
})
