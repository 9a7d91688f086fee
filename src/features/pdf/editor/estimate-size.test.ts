import { expect, test } from 'vitest'
import { type Draft, EMPTY, untouched } from './draft.ts'
import { estimateSize } from './estimate-size.ts'

const NONE = { files: new Map<string, Blob>(), counts: new Map<string, { pages: number }>() }
const of = (draft: Draft, size: number | null = 100_000) => estimateSize({ draft, size, pages: 10, ...NONE })

test('a file whose size is not known has no estimate', () => {
  expect(of(EMPTY, null)).toBeNull()
})

test('fields are added to the file, and deleted pages are taken off', () => {
  expect(of({ ...EMPTY, fields: { name: 'Ana' } })).toBe(100_702)
  expect(of({ ...EMPTY, pages: untouched(10).slice(0, 3) })).toBe(30_002)
})

test('a page that stands twice in the result is counted once', () => {
  const [first] = untouched(1)
  expect(of({ ...EMPTY, pages: [first!, { ...first!, id: 'again' }] })).toBe(10_002)
})

test('inserted pages and images come with their part of their files', () => {
  const draft: Draft = {
    ...EMPTY,
    pages: [...untouched(10), { id: 'in', file: 'book', page: 2, rotate: 0 }],
    marks: [{ id: 'm', on: '1', kind: 'image', file: 'seal', rect: { x: 0, y: 0, width: 1, height: 1 } }],
    further: [
      { id: 'book', name: 'book.pdf', kind: 'pdf' },
      { id: 'seal', name: 'seal.png', kind: 'picture' },
    ],
  }
  const files = new Map([
    ['book', new Blob([new Uint8Array(4000)])],
    ['seal', new Blob([new Uint8Array(500)])],
  ])
  const counts = new Map([['book', { pages: 4 }]])
  const marks = JSON.stringify(draft.marks).length
  expect(estimateSize({ draft, size: 100_000, pages: 10, files, counts })).toBe(101_500 + marks)
})
