import { describe, expect, it } from 'vitest'
import { codeOf, filterGlyphs } from './glyphs.ts'

const glyphs = [
  { id: 0, name: '.notdef', unicode: null, advance: 500 },
  { id: 1, name: 'A', unicode: 0x41, advance: 500 },
  { id: 2, name: 'alpha', unicode: 0x3b1, advance: 500 },
  { id: 3, name: 'alpha.sc', unicode: null, advance: 500 },
]
const ids = (text: string, block?: { first: number; last: number }) =>
  filterGlyphs(glyphs, text, block).map(({ id }) => id)

describe('finding a glyph', () => {
  it('goes by the letter, a part of the name, or the number', () => {
    expect(ids('')).toEqual([0, 1, 2, 3])
    expect(ids('A')).toEqual([1])
    expect(ids('alph')).toEqual([2, 3])
    expect(ids('u+03b1')).toEqual([2])
    expect(ids('3B1')).toEqual([2])
    expect(ids('nothing')).toEqual([])
  })
  it('stays within a block', () => {
    expect(ids('', { first: 0x370, last: 0x3ff })).toEqual([2])
  })
  it('writes numbers as Unicode does', () => {
    expect([0x41, 0x1f600].map(codeOf)).toEqual(['U+0041', 'U+1F600'])
  })
})
