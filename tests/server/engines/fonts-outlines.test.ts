import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasReal } from '../../corpora/files.ts'
import {
  characters,
  corpus,
  kit,
  SHIPPED,
  SOUND_SUM,
  shaped,
  shapeOf,
  tablesOf,
  unicodesOf,
  wholeSum,
} from './fonts-helpers.ts'
import { EngineHarness } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

describe('CFF into TrueType', () => {
  const TEXT = 'AVATAR fi ffl Type Qu 0123 To, “Wave”'
  it.each([
    'latin.subset.otf',
    ...(hasReal ? ['LinLibertine_RBI.otf', 'TestVGID-Regular.otf', 'Lobster.subset.otf'] : []),
  ])('keeps glyphs, characters and kerning of %s', async (name) => {
    const source = corpus(name)
    const { path } = await shop.convert(source, 'ttf')
    expect(readFileSync(path).readUInt32BE(0)).toBe(0x00010000)
    expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
    expect(kit(path).numGlyphs).toBe(kit(source).numGlyphs)
    expect(characters(path)).toEqual(characters(source))
    expect(shaped(path, TEXT)).toBe(shaped(source, TEXT))
    const [before, after] = [tablesOf(readFileSync(source)), tablesOf(readFileSync(path))]
    for (const tag of ['GSUB', 'GPOS', 'GDEF', 'cmap', 'name', 'OS/2', 'kern'])
      expect(after.get(tag)?.equals(before.get(tag) as Buffer), tag).toBe(before.has(tag) ? true : undefined)
    for (let glyph = 0; glyph < Math.min(400, kit(path).numGlyphs); glyph++) {
      const [was, is] = [shapeOf(source, glyph), shapeOf(path, glyph)]
      expect(is.edges.length).toBe(was.edges.length)
      for (const [edge, value] of is.edges.entries())
        expect(Math.abs(value - (was.edges[edge] ?? 0)), `glyph ${glyph}`).toBeLessThan(2.5)
      // Drawn the other way round, and covering the same.
      expect(Math.abs(is.area + was.area), `glyph ${glyph}`).toBeLessThan(60 + Math.abs(was.area) * 0.01)
    }
  })

  it('takes fonts with thousands of glyphs, whose names are numbers', async () => {
    const small = await shop.convert(
      SHIPPED.cjk,
      'otf',
      { unicodes: 'U+AC00-AFFF', subset: 'ascii' },
      { operation: 'subset' },
    )
    const { path } = await shop.convert(small.path, 'ttf')
    expect(characters(path)).toEqual(characters(small.path))
    expect(characters(path).length).toBeGreaterThan(700)
    expect(shaped(path, '가각 AVA')).toBe(shaped(small.path, '가각 AVA'))
  })

  it.runIf(hasReal)('says what becomes of a variable font', async () => {
    const { path, warnings } = await shop.convert(corpus('I.otf'), 'ttf')
    expect(warnings).toEqual(['Only the default style of the variable font was kept.'])
    expect(kit(path).numGlyphs).toBe(kit(corpus('I.otf')).numGlyphs)
    expect(tablesOf(readFileSync(path)).has('fvar')).toBe(false)
  })
})

describe('TrueType into CFF', () => {
  it('keeps glyphs, characters, names and layout, and draws the same shapes', async () => {
    for (const source of [SHIPPED.ttf, (await shop.convert(SHIPPED.variable, 'ttf')).path]) {
      const { path, warnings } = await shop.convert(source, 'otf')
      expect(warnings.join()).toMatch(source === SHIPPED.ttf ? /Hinting/ : /default style/)
      expect(readFileSync(path, 'latin1').slice(0, 4)).toBe('OTTO')
      expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
      expect(kit(path).numGlyphs).toBe(kit(source).numGlyphs)
      expect(characters(path)).toEqual(characters(source))
      const text = String.fromCodePoint(...unicodesOf(source).slice(0, 300))
      expect(shaped(path, text)).toBe(shaped(source, text))
      const [before, after] = [tablesOf(readFileSync(source)), tablesOf(readFileSync(path))]
      for (const tag of ['GSUB', 'GPOS', 'GDEF', 'cmap', 'name', 'OS/2', 'hmtx'])
        expect(after.get(tag)?.equals(before.get(tag) as Buffer), tag).toBe(true)
      for (let glyph = 0; glyph < kit(path).numGlyphs; glyph++) {
        const [was, is] = [shapeOf(source, glyph), shapeOf(path, glyph)]
        expect(is.edges.length).toBe(was.edges.length)
        for (const [edge, value] of is.edges.entries())
          expect(Math.abs(value - (was.edges[edge] ?? 0)), `glyph ${glyph}`).toBeLessThan(1)
        expect(Math.abs(is.area + was.area), `glyph ${glyph}`).toBeLessThan(60 + Math.abs(was.area) * 0.005)
      }
      // fontkit reads CFF's own names and strings.
      const names = (file: string) => [1, 2, 3].map((id) => kit(file).getGlyph(id).name)
      expect(names(path)).toEqual(names(source))
    }
  })

  it('makes bare CFF and collections of it', async () => {
    const cff = await shop.convert(SHIPPED.ttf, 'cff')
    expect(readFileSync(cff.path).readUInt32BE(0)).toBe(0x01000404)
    const collection = await shop.convert(SHIPPED.ttf, 'otc')
    expect(kit(collection.path).fonts?.[0]?.numGlyphs).toBe(kit(SHIPPED.ttf).numGlyphs)
  })
})
