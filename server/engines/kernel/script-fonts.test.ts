import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { plain } from '../../../contract/message-pattern.ts'
import { fontWarnings, scriptFontFiles, scriptsIn } from './script-fonts.ts'

it('finds the fonts of a text, which are all here', () => {
  expect(scriptsIn('plain text, © → ½ Ελληνικά').map(({ name }) => name)).toEqual([])
  expect(scriptsIn('สวัสดี नमस्ते 😀 ქართული').map(({ name }) => name)).toEqual([
    'Thai',
    'Devanagari',
    'Georgian',
    'emoji',
  ])
  expect(scriptFontFiles().length).toBeGreaterThan(30)
  expect(scriptFontFiles().every((file) => existsSync(file))).toBe(true)
})

it('names the scripts that have no font, unless the system has one', () => {
  expect(fontWarnings('สวัสดี and English')).toEqual([])
  expect(fontWarnings('བོད་སྐད་ ᏣᎳᎩ').map(plain)).toEqual([
    'This server has no font for Tibetan and Cherokee. That text may be missing or shown as boxes.',
  ])
  expect(fontWarnings('བོད་སྐད་ ᏣᎳᎩ', (letter) => letter === 'ཀ').map(plain)).toEqual([
    'This server has no font for Cherokee. That text may be missing or shown as boxes.',
  ])
})
