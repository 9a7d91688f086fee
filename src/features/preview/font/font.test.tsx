import { describe, expect, it } from 'vitest'
import type { FontFacts } from '../../../api/preview.ts'
import { featuresOf } from './features.ts'
import { covers, samplesOf } from './sample.ts'
import { AS_IT_IS, instanceOf, styleOf } from './setting.ts'

const letters = (text: string): FontFacts['glyphs'] =>
  [...text].map((letter, id) => ({ id, name: letter, unicode: letter.codePointAt(0) ?? null, advance: 500 }))

const facts = (given: Partial<FontFacts>) =>
  ({ scripts: [], ranges: [], glyphs: [], ...given }) as unknown as FontFacts

describe('what a font is shown with', () => {
  it('is a sentence in each script that it covers', () => {
    const font = facts({
      scripts: [
        { name: 'Latin', characters: 95 },
        { name: 'Greek', characters: 3 },
      ],
      ranges: [[0x20, 0x7e]],
      glyphs: letters('ABC'),
    })
    expect(samplesOf(font).map(({ script }) => script)).toEqual(['Latin', ''])
    expect(samplesOf(font)[0]?.text).toMatch(/quick brown fox/)
  })
  it('is its own characters where it can write no sentence', () => {
    const font = facts({
      scripts: [{ name: 'Latin', characters: 2 }],
      ranges: [[0x41, 0x42]],
      glyphs: [{ id: 0, name: '.notdef', unicode: null, advance: 500 }, ...letters('A B')],
    })
    expect(samplesOf(font)).toEqual([{ script: '', text: 'AB' }])
  })
  it('is nothing for a font without characters', () => {
    expect(samplesOf(facts({}))).toEqual([])
  })
  it('knows the ends of a range', () => {
    const ranges: [number, number][] = [[65, 70]]
    expect([64, 65, 70, 71].map((code) => covers(ranges, code))).toEqual([false, true, true, false])
  })
})

describe('features', () => {
  it('are those that a person may turn on or off, each once', () => {
    const features = featuresOf({
      features: [
        { tag: 'ss02', table: 'GSUB' },
        { tag: 'liga', table: 'GSUB' },
        { tag: 'liga', table: 'GSUB' },
        { tag: 'ccmp', table: 'GSUB' },
        { tag: 'kern', table: 'GPOS' },
      ],
    })
    expect(features.map(({ tag, byDefault }) => [tag, byDefault])).toEqual([
      ['kern', true],
      ['liga', true],
      ['ss02', false],
    ])
  })
})

describe('the setting', () => {
  it('is written as CSS', () => {
    const style = styleOf('preview-1', { axes: { wght: 650 }, features: { liga: false, smcp: true } })
    expect(style.fontVariationSettings).toBe('"wght" 650')
    expect(style.fontFeatureSettings).toBe('"liga" 0, "smcp" 1')
    expect(styleOf('preview-1', AS_IT_IS).fontFeatureSettings).toBe('normal')
  })
  it('takes no tag that could end the string', () => {
    const style = styleOf('preview-1', { axes: { '";} ': 1 }, features: {} })
    expect(style.fontVariationSettings).toBe('normal')
  })
  it('finds the named style that is set', () => {
    const font = {
      axes: [{ tag: 'wght', name: 'Weight', min: 100, default: 400, max: 900, hidden: false }],
      instances: [
        { name: 'Regular', coordinates: { wght: 400 } },
        { name: 'Bold', coordinates: { wght: 700 } },
      ],
    }
    expect(instanceOf(font, AS_IT_IS)).toBe('0')
    expect(instanceOf(font, { axes: { wght: 700 }, features: {} })).toBe('1')
    expect(instanceOf(font, { axes: { wght: 650 }, features: {} })).toBe('')
  })
})
