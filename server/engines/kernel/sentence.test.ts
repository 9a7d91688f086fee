import { describe, expect, it } from 'vitest'
import { nestedIn, patternOf, plain } from '../../../contract/message-pattern.ts'
import { nested, plural, sentence } from './sentence.ts'

describe('a sentence', () => {
  it('keeps its values apart, and reads as before without the marks', () => {
    const said = sentence`The crop lies outside the image, which is ${40} × ${'30'} pixels.`
    expect(plain(said)).toBe('The crop lies outside the image, which is 40 × 30 pixels.')
    expect(patternOf(said)).toEqual({
      pattern: 'The crop lies outside the image, which is {0} × {1} pixels.',
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

  it('holds another sentence as a value, which can be translated as well', () => {
    const inner = sentence`The PDF has ${3} pages.`
    const said = sentence`File ${2}: ${nested(inner)} ${'Look.'}`
    expect(plain(said)).toBe('File 2: The PDF has 3 pages. Look.')
    const { pattern, values } = patternOf(said)
    expect([pattern, values.map(plain)]).toEqual([
      'File {0}: {1} {2}',
      ['2', 'The PDF has 3 pages.', 'Look.'],
    ])
    expect(values.map(nestedIn)).toEqual([null, inner, null])
    expect(patternOf(inner)).toEqual({ pattern: 'The PDF has {0} pages.', values: ['3'] })
  })

  it('nests as deep as it is written', () => {
    const cell = sentence`Cell ${'A1'} is empty.`
    const sheet = sentence`Sheet ${2}: ${nested(cell)}`
    const [, value = ''] = patternOf(sentence`File ${1}: ${nested(sheet)}`).values
    expect(nestedIn(value)).toBe(sheet)
    expect(nestedIn(patternOf(sheet).values[1] ?? '')).toBe(cell)
  })

  it('treats marks in a value as data', () => {
    for (const name of ['a\u2069b', '\u2068\u2068', '\u2069\u2068', '\u2068Waiting\u2069']) {
      const { pattern, values } = patternOf(sentence`There is no ${name} here.`)
      expect([pattern, values]).toEqual(['There is no {0} here.', [plain(name)]])
    }
  })

  it('is its own pattern where it has no values, and where it was written before', () => {
    const text = 'The file is empty. Choose a file with something in it.'
    expect(patternOf(text)).toEqual({ pattern: text, values: [] })
  })
})
