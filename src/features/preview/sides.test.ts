import { describe, expect, it } from 'vitest'
import { isTooLarge, kindOf } from './kinds.ts'
import { type Side, saving } from './sides.ts'

const side = (which: Side['which'], bytes: number): Side => ({
  which,
  bytes,
  url: '/',
  name: 'a.png',
  format: 'png',
  kind: 'image',
  key: 'k',
  zUp: false,
})

describe('the two sides of a conversion', () => {
  it('says what was saved in whole per cent, and what was not', () => {
    const saved = (before: number, after: number) =>
      saving({ source: side('source', before), result: side('result', after) })
    expect(saved(1000, 130)).toBe(87)
    expect(saved(1000, 1500)).toBe(-50)
    expect(saved(1000, 999)).toBeNull()
    expect(saved(0, 10)).toBeNull()
    expect(saving({ source: null, result: side('result', 1) })).toBeNull()
  })
})

describe('kinds', () => {
  it('knows how each format is looked at, and which are not', () => {
    expect(['webp', 'pdf', 'md', 'csv', 'mov', 'opus', 'woff2', 'glb', 'zip'].map(kindOf)).toEqual([
      'image',
      'pdf',
      'text',
      'table',
      'video',
      'audio',
      'font',
      'model',
      'zip',
    ])
    expect(['heic', 'psd', 'tiff', 'docx', 'step'].map(kindOf)).toEqual([null, null, null, null, null])
  })

  it('waits with what is large and has to be read whole', () => {
    expect(isTooLarge('model', 41_000_000)).toBe(true)
    expect(isTooLarge('pdf', 900_000_000)).toBe(false)
  })
})
