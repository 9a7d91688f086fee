import { expect, it } from 'vitest'
import type { Conversion } from '../../api/history.ts'
import { itemsOf } from './items.ts'

const row = (id: string, created_at: string, batch_id: string | null = null, family = 'image') =>
  ({ conversion_id: id, created_at, batch_id, family }) as Conversion
const shape = (...given: Parameters<typeof itemsOf>) =>
  itemsOf(...given).map((item) => (item.kind === 'row' ? item.conversion.conversion_id : item.kind))

const LATE = '2026-11-21T12:00:00Z'
const EARLY = '2026-11-20T12:00:00Z'
const rows = [
  row('a', LATE, 'one'),
  row('b', LATE, 'one', 'font'),
  row('c', LATE, 'two'),
  row('d', LATE),
  row('e', EARLY, 'one'),
]

it('puts a heading over each day, and over several of a batch', () => {
  expect(shape(rows, true, () => true)).toEqual(['day', 'batch', 'a', 'b', 'c', 'd', 'day', 'e'])
})

it('leaves out the rows of a closed batch and keeps the others’ places', () => {
  const items = itemsOf(rows, true, (id) => id !== 'one')
  expect(items.map((item) => item.kind)).toEqual(['day', 'batch', 'row', 'row', 'day', 'row'])
  expect(items[1]).toMatchObject({ open: false, counts: { image: 1, font: 1 } })
  expect(items[2]).toMatchObject({ index: 2 })
})

it('has no headings in any other order', () => {
  expect(shape(rows, false, () => true)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
