import { describe, expect, it } from 'vitest'
import { patternOf, plain, plural, sentence } from './sentence.ts'

describe('a sentence', () => {
  it('keeps its values apart, and reads as before without the marks', () => {
    const said = sentence`The crop lies outside the picture, which is ${40} × ${'30'} pixels.`
    expect(plain(said)).toBe('The crop lies outside the picture, which is 40 × 30 pixels.')
    expect(patternOf(said)).toEqual({
      pattern: 'The crop lies outside the picture, which is {0} × {1} pixels.',
      values: ['40', '30'],
    })
  })

  it('has a pattern for one and one for more', () => {
    const said = (n: number) =>
      sentence`${plural(n, '# page', '# pages')} could not be read and ${plural(n, 'was', 'were')} left out.`
    expect(patternOf(said(1))).toEqual({
      pattern: '{0} page could not be read and was left out.',
      values: ['1'],
    })
    expect(patternOf(said(1200))).toEqual({
      pattern: '{0} pages could not be read and were left out.',
      values: ['1,200'],
    })
  })

  it('holds another sentence as a value, in plain words', () => {
    const inner = sentence`The PDF has ${3} pages.`
    expect(patternOf(sentence`File ${2}: ${inner}`)).toEqual({
      pattern: 'File {0}: {1}',
      values: ['2', 'The PDF has 3 pages.'],
    })
  })

  it('treats marks in a value as data', () => {
    for (const name of ['a\u2069b', '\u2068\u2068', '\u2069\u2068'])
      expect(patternOf(sentence`There is no ${name} here.`).pattern).toBe('There is no {0} here.')
  })

  it('is its own pattern where it has no values, and where it was written before', () => {
    const text = 'The file is empty. Choose a file with something in it.'
    expect(patternOf(text)).toEqual({ pattern: text, values: [] })
  })
})
