import { describe, expect, it } from 'vitest'
import { partOf, stretchOf, textIn } from './selected-text.ts'

const page = { pieces: ['The ', 'house', '', 'on the hill'], ends: [false, true, false, false] }
const END = Number.POSITIVE_INFINITY

describe('what is selected', () => {
  it('is the same from either end', () => {
    const [a, b] = [
      { place: 4, piece: 1, offset: 3 },
      { place: 2, piece: 9, offset: 0 },
    ]
    expect(stretchOf(a, b)).toEqual({ from: b, to: a })
    expect(stretchOf(b, a)).toEqual({ from: b, to: a })
    const later = { place: 4, piece: 1, offset: 5 }
    expect(stretchOf(later, a)).toEqual({ from: a, to: later })
  })

  it('is a part of its first and last page, and all of those between', () => {
    const stretch = { from: { place: 1, piece: 1, offset: 2 }, to: { place: 3, piece: 0, offset: 3 } }
    const texts = [0, 1, 2, 3, 4].map((place) => {
      const part = partOf(stretch, place)
      return part && textIn(page, part)
    })
    expect(texts).toEqual([null, 'use\non the hill', 'The house\non the hill', 'The', null])
  })

  it('ends where it is said to, also within one piece', () => {
    expect(textIn(page, { from: { piece: 1, offset: 1 }, to: { piece: 1, offset: 4 } })).toBe('ous')
    expect(textIn(page, { from: { piece: 1, offset: 1 }, to: { piece: 1, offset: 5 } })).toBe('ouse')
    expect(
      textIn({ pieces: [], ends: [] }, { from: { piece: 0, offset: 0 }, to: { piece: END, offset: END } }),
    ).toBe('')
  })
})
