import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FontInspection } from '../../../contract/font-inspection.ts'
import { hasReal } from '../../corpora/files.ts'
import { characters, corpus, kit, SHIPPED, tablesOf, unicodesOf, widths } from './fonts-helpers.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

describe('subsets', () => {
  const variable = () => shop.convert(SHIPPED.variable, 'ttf')

  it('keep kerning, axes and the characters asked for, and nothing else', async () => {
    const { path: source } = await variable()
    const small = await shop.convert(
      source,
      'ttf',
      { subset: 'none', unicodes: 'U+0041-005A, u+20' },
      { operation: 'subset' },
    )
    expect(unicodesOf(small.path)).toEqual([32, ...Array.from({ length: 26 }, (_, index) => 65 + index)])
    expect(widths(small.path, 'AVATAR TO')).toEqual(widths(source, 'AVATAR TO'))
    expect(widths(small.path, 'AV')).not.toEqual([...widths(small.path, 'A'), ...widths(small.path, 'V')])
    expect(kit(small.path).variationAxes).toEqual(kit(source).variationAxes)
    expect(readFileSync(small.path).length).toBeLessThan(readFileSync(source).length / 2)
  })

  it('go with a conversion, and leave out hinting and layout where asked to', async () => {
    const woff2 = await shop.convert(SHIPPED.ttf, 'woff2', {
      subset: 'ascii',
      hinting: 'drop',
      keep_layout: false,
    })
    const tags = [...tablesOf(readFileSync((await shop.convert(woff2.path, 'ttf')).path)).keys()]
    for (const tag of ['fpgm', 'prep', 'cvt ', 'GPOS']) expect(tags).not.toContain(tag)
    expect(Math.max(...characters(woff2.path))).toBeLessThanOrEqual(0x7e)
    const whole = await shop.convert(SHIPPED.ttf, 'woff', { hinting: 'drop' })
    expect(characters(whole.path)).toEqual(characters(SHIPPED.ttf))
  })

  it('refuse characters that the font does not have, and ranges that are none', async () => {
    const failure = await failureOf(shop.convert(SHIPPED.ttf, 'woff', { unicodes: 'U+AC00-AC10' }))
    expect(failure.code).toBe('option_refused')
    expect(failure.message).toMatch(SENTENCE)
    for (const unicodes of ['AC00', 'U+', 'U+1-', 'U+0041;', '../x'])
      expect((await failureOf(shop.convert(SHIPPED.ttf, 'woff', { unicodes }))).code).toBe('option_refused')
  })
})

describe('reports', () => {
  const inspect = async (path: string) => {
    const output = await shop.convert(path, 'json', {}, { operation: 'inspect' })
    expect(output.format).toBe('json')
    return FontInspection.parse(JSON.parse(readFileSync(output.path, 'utf8')))
  }

  it('tell what a variable font can do', async () => {
    const { format, fonts } = await inspect(SHIPPED.variable)
    const [font] = fonts
    const source = kit(SHIPPED.variable)
    expect(format).toBe('woff2')
    expect(font).toMatchObject({
      family: 'Instrument Sans',
      outlines: 'truetype',
      units_per_em: 1000,
      italic: false,
      monospaced: false,
      embedding: { level: 'installable', subsetting: true },
      glyph_count: source.numGlyphs,
      characters: characters(SHIPPED.variable).length,
      licence_url: expect.stringContaining('http'),
    })
    expect(font?.copyright).toMatch(/Instrument Sans/)
    expect(font?.axes).toEqual([
      {
        tag: 'wght',
        name: 'Weight',
        ...(source.variationAxes.wght && { min: 400, default: 400, max: 700 }),
        hidden: false,
      },
    ])
    expect(font?.instances.map(({ name }) => name)).toEqual(expect.arrayContaining(['Regular', 'Bold']))
    expect(font?.instances.find(({ name }) => name === 'Bold')?.coordinates).toMatchObject({ wght: 700 })
    expect(font?.features).toContainEqual({ tag: 'kern', table: 'GPOS' })
    expect(font?.languages).toEqual(expect.arrayContaining(['en', 'de', 'fr']))
    expect(font?.languages).not.toContain('ru')
    expect(font?.blocks[0]).toMatchObject({ name: 'Basic Latin', characters: 95 })
    expect(font?.ranges[0]?.[0]).toBe(characters(SHIPPED.variable)[0])
    const a = font?.glyphs.find(({ unicode }) => unicode === 0x41)
    expect(a).toMatchObject({
      name: 'A',
      advance: widths((await shop.convert(SHIPPED.variable, 'ttf')).path, 'A')[0],
    })
  })

  it('count the glyphs that they leave out', async () => {
    const { fonts } = await inspect(SHIPPED.cjk)
    const [font] = fonts
    expect(font?.glyphs).toHaveLength(2000)
    expect(font?.glyphs_left_out).toBe(kit(SHIPPED.cjk).numGlyphs - 2000)
    expect(font?.languages).toEqual(expect.arrayContaining(['en', 'ko']))
    expect(font?.scripts.find(({ name }) => name === 'Hangul')?.characters).toBeGreaterThan(2000)
  })

  it.runIf(hasReal)('tell hinting, colour, kind and permission apart', async () => {
    expect((await inspect(SHIPPED.ttf)).fonts[0]).toMatchObject({ hinted: true, outlines: 'truetype' })
    expect((await inspect(corpus('I.otf'))).fonts[0]).toMatchObject({ outlines: 'cff2', colour: [] })
    expect((await inspect(corpus('LinLibertine_RBI.otf'))).fonts[0]).toMatchObject({
      outlines: 'cff',
      family: 'Linux Libertine O',
      weight: 700,
      italic: true,
    })
  })
})

describe('names', () => {
  it.each([
    ['.WOFF2', 'woff2'],
    ['svg', 'svgfont'],
    ['image/svg+xml', 'svgfont'],
    ['.t1', 'pfb'],
    ['UFOZ', 'ufo'],
    ['font/otf', 'otf'],
    ['png', 'png'],
    ['exe', null],
  ])('%j is %j among fonts', (given, name) => {
    expect(shop.engines.normalise(given, 'font')).toBe(name)
  })

  it('leaves svg to the drawings elsewhere', () => {
    expect(shop.engines.normalise('svg')).toBe('svg')
    expect(shop.engines.normalise('svg', 'image')).toBe('svg')
  })
})
