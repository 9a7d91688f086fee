import { describe, expect, it } from 'vitest'
import {
  EMPTY,
  editsOf,
  isEmpty,
  movePages,
  pagesOf,
  partOf,
  turnPages,
  untouched,
  withPages,
} from './draft.ts'

const ids = (pages: readonly { id: string }[]) => pages.map(({ id }) => id).join('')
const rect = { x: 1, y: 2, width: 3, height: 4 }

describe('a draft', () => {
  it('moves pages before another, also several and also to the ends', () => {
    const pages = untouched(5)
    expect(ids(movePages(pages, new Set(['4']), 1))).toBe('14235')
    expect(ids(movePages(pages, new Set(['1', '2']), 5))).toBe('34512')
    expect(ids(movePages(pages, new Set(['2', '5']), 0))).toBe('25134')
    expect(ids(movePages(pages, new Set(['3']), 2))).toBe('12345')
  })

  it('keeps nothing of pages that are as they were', () => {
    const turned = withPages(EMPTY, turnPages(untouched(3), new Set(['2']), 90), 3)
    expect(pagesOf(turned, 3)[1]?.rotate).toBe(90)
    const back = withPages(turned, turnPages(pagesOf(turned, 3), new Set(['2']), -90), 3)
    expect(isEmpty(back)).toBe(true)
  })

  it('keeps annotations with their pages and drops those of deleted pages', () => {
    const marks = [
      { id: 'a', on: '1', kind: 'stamp', rect, text: 'PAID', colour: '#b42318' },
      { id: 'b', on: '3', kind: 'redaction', rect },
    ] as const
    const moved = withPages({ ...EMPTY, marks }, movePages(untouched(3), new Set(['3']), 0), 3)
    expect(editsOf(moved, 3)).toEqual({
      pages: [
        { page: 3, rotate: 0 },
        { page: 1, rotate: 0 },
        { page: 2, rotate: 0 },
      ],
      marks: [{ kind: 'stamp', page: 2, rect, text: 'PAID', colour: '#b42318' }],
      redact: { areas: [{ page: 1, rect }], terms: [] },
    })
    const deleted = withPages(moved, pagesOf(moved, 3).slice(1), 3)
    expect(deleted.marks.map(({ id }) => id)).toEqual(['a'])
  })

  it('covers only the extracted pages, and redacts search terms as entered', () => {
    const marks = [
      { id: 'a', on: '1', kind: 'redaction', rect },
      { id: 'b', on: '3', kind: 'redaction', rect },
    ] as const
    const terms = [{ text: 'Ana', matchCase: true, wholeWords: false }]
    const part = partOf({ ...EMPTY, marks, terms }, untouched(3).slice(2))
    expect(isEmpty({ ...EMPTY, terms })).toBe(false)
    expect(editsOf(part, 3)).toEqual({
      pages: [{ page: 3, rotate: 0 }],
      redact: {
        areas: [{ page: 1, rect }],
        terms: [{ text: 'Ana', match_case: true, whole_words: false }],
      },
    })
  })

  it('says nothing of what was not touched', () => {
    expect(editsOf(EMPTY, 3)).toEqual({})
    expect(editsOf({ ...EMPTY, fields: { paid: true }, flatten: true }, 3)).toEqual({
      fields: { paid: true },
      flatten: true,
    })
  })
})
