import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FontInspection } from '../../../contract/font-inspection.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/source/zip.ts'
import {
  characters,
  corpus,
  kit,
  outline,
  SHIPPED,
  SOUND_SUM,
  shaped,
  shapeOf,
  tablesOf,
  unicodesOf,
  wholeSum,
  widths,
} from './fonts-helpers.ts'
import { failureOf, hasCorpora, SENTENCE, Workshop } from './helpers.ts'

const shop = new Workshop()
beforeAll(() => shop.open())
afterAll(() => shop.close())

/** Into each of these wrappings in turn, and back out into a plain file; returns the paths of that. */
async function throughAll(source: string, plain: 'ttf' | 'otf', wrappings: string[]) {
  const found: [wrapping: string, path: string][] = []
  for (const wrapping of wrappings) {
    const wrapped = await shop.convert(source, wrapping)
    expect((await shop.engines.detect({ path: wrapped.path, filename: 'x' }))?.format).toBe(wrapping)
    found.push([wrapping, (await shop.convert(wrapped.path, plain)).path])
  }
  return found
}

/** What both have is equal; `but` names tables that a wrapping is known to write anew. */
function sameTables(path: string, source: string, but: string[] = []) {
  const [before, after] = [tablesOf(readFileSync(source)), tablesOf(readFileSync(path))]
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted())
  for (const [tag, bytes] of before) {
    if (!but.includes(tag)) expect(after.get(tag)?.equals(bytes), `${path}: ${tag}`).toBe(true)
  }
}

/** WOFF2 rearranges these, and notes in `head` that it did. */
const REARRANGED = ['glyf', 'loca', 'head']
const WRAPPINGS = ['woff', 'woff2', 'eot', 'dfont']

describe('wrappings', () => {
  it('keep every table of a TrueType font, hinting and layout among them', async () => {
    expect([...tablesOf(readFileSync(SHIPPED.ttf)).keys()]).toEqual(
      expect.arrayContaining(['fpgm', 'prep', 'cvt ', 'GSUB', 'GPOS', 'GDEF']),
    )
    const text = String.fromCodePoint(...unicodesOf(SHIPPED.ttf).slice(0, 200))
    for (const [wrapping, path] of await throughAll(SHIPPED.ttf, 'ttf', [...WRAPPINGS, 'ttc'])) {
      sameTables(path, SHIPPED.ttf, wrapping === 'woff2' ? REARRANGED : [])
      expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
      expect(shaped(path, text)).toBe(shaped(SHIPPED.ttf, text))
      for (let glyph = 0; glyph < kit(path).numGlyphs; glyph++)
        expect(outline(path, glyph)).toBe(outline(SHIPPED.ttf, glyph))
    }
  })

  it.runIf(hasCorpora)('keep every table of a CFF font, which stays one', async () => {
    const source = corpus('Lobster.subset.otf')
    for (const [, path] of await throughAll(source, 'otf', [...WRAPPINGS, 'otc'])) {
      sameTables(path, source)
      expect(readFileSync(path, 'latin1').slice(0, 4)).toBe('OTTO')
      expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
    }
  })

  it.runIf(hasCorpora).each([
    ['I.ttf', 'ttf', ['fvar', 'gvar', 'avar', 'HVAR', 'STAT']],
    ['I.otf', 'otf', ['fvar', 'CFF2', 'avar', 'HVAR']],
    ['Amstelvar-avar2.subset.ttf', 'ttf', ['fvar', 'gvar', 'avar', 'MVAR']],
    ['NotoSans-VF-cubic.subset.ttf', 'ttf', ['fvar', 'gvar']],
  ] as const)('keep the axes of %s', async (name, plain, tags) => {
    expect([...tablesOf(readFileSync(corpus(name))).keys()]).toEqual(expect.arrayContaining([...tags]))
    for (const [wrapping, path] of await throughAll(corpus(name), plain, WRAPPINGS)) {
      sameTables(path, corpus(name), wrapping === 'woff2' && plain === 'ttf' ? REARRANGED : [])
      expect(kit(path).variationAxes).toEqual(kit(corpus(name)).variationAxes)
    }
  })

  it('keep what a variable WOFF2 can do', async () => {
    const ttf = await shop.convert(SHIPPED.variable, 'ttf')
    expect(kit(ttf.path).variationAxes).toEqual(kit(SHIPPED.variable).variationAxes)
    const heavy = shaped(ttf.path, 'AVATAR', { wght: 700 })
    expect(heavy).not.toBe(shaped(ttf.path, 'AVATAR', { wght: 400 }))
    const again = await shop.convert((await shop.convert(ttf.path, 'woff')).path, 'ttf')
    expect(shaped(again.path, 'AVATAR', { wght: 700 })).toBe(heavy)
  })

  it('go by what is inside, whatever the file is called', async () => {
    const misnamed = shop.file('font.ttf', readFileSync(SHIPPED.cjk))
    expect((await shop.engines.detect({ path: misnamed, filename: 'font.ttf' }))?.format).toBe('otf')
    expect((await shop.engines.detect({ path: SHIPPED.ttf, filename: 'font.otf' }))?.format).toBe('ttf')
  })
})

describe('collections', () => {
  it('give each of their fonts, or the one asked for', async () => {
    const [one, two] = [readFileSync(SHIPPED.ttf), readFileSync(SHIPPED.ttf.replace('Regular', 'Bold'))]
    const header = Buffer.from('74746366000100000000000200000014', 'hex')
    const places = Buffer.alloc(4)
    places.writeUInt32BE(20 + one.length)
    // Offsets count from the file's beginning.
    const shifted = (font: Buffer, by: number) => {
      const copy = Buffer.from(font)
      for (let index = 0; index < copy.readUInt16BE(4); index++)
        copy.writeUInt32BE(copy.readUInt32BE(20 + 16 * index) + by, 20 + 16 * index)
      return copy
    }
    expect(one.length % 4).toBe(0)
    const ttc = shop.file(
      'two.ttc',
      Buffer.concat([header, places, shifted(one, 20), shifted(two, 20 + one.length)]),
    )
    expect(kit(ttc).fonts).toHaveLength(2)

    const all = await shop.convert(ttc, 'woff')
    expect(all).toMatchObject({ format: 'zip', entries: 2 })
    const entries = readZipDirectory(all.path, 10)
    expect(entries.map(({ name }) => name)).toEqual(['font-1.woff', 'font-2.woff'])
    const second = shop.file('second.woff', readZipEntry(all.path, entries, 'font-2.woff', 1e6) as Buffer)
    sameTables((await shop.convert(second, 'ttf')).path, SHIPPED.ttf.replace('Regular', 'Bold'))

    sameTables((await shop.convert(ttc, 'ttf', { member: 1 })).path, SHIPPED.ttf)
    expect((await failureOf(shop.convert(ttc, 'ttf', { member: 3 }))).code).toBe('option_refused')
    const suitcase = await shop.convert(ttc, 'dfont')
    expect(kit(suitcase.path).fonts).toHaveLength(2)
  })
})

describe('CFF into TrueType', () => {
  const TEXT = 'AVATAR fi ffl Type Qu 0123 To, “Wave”'
  it.runIf(hasCorpora).each(['LinLibertine_RBI.otf', 'TestVGID-Regular.otf', 'Lobster.subset.otf'])(
    'keeps glyphs, characters and kerning of %s',
    async (name) => {
      const source = corpus(name)
      const { path } = await shop.convert(source, 'ttf')
      expect(readFileSync(path).readUInt32BE(0)).toBe(0x00010000)
      expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
      expect(kit(path).numGlyphs).toBe(kit(source).numGlyphs)
      expect(characters(path)).toEqual(characters(source))
      expect(shaped(path, TEXT)).toBe(shaped(source, TEXT))
      const [before, after] = [tablesOf(readFileSync(source)), tablesOf(readFileSync(path))]
      for (const tag of ['GSUB', 'GPOS', 'GDEF', 'cmap', 'name', 'OS/2', 'kern'])
        expect(after.get(tag)?.equals(before.get(tag) as Buffer), tag).toBe(
          before.has(tag) ? true : undefined,
        )
      for (let glyph = 0; glyph < Math.min(400, kit(path).numGlyphs); glyph++) {
        const [was, is] = [shapeOf(source, glyph), shapeOf(path, glyph)]
        expect(is.edges.length).toBe(was.edges.length)
        for (const [edge, value] of is.edges.entries())
          expect(Math.abs(value - (was.edges[edge] ?? 0)), `glyph ${glyph}`).toBeLessThan(2.5)
        // Drawn the other way round, and covering the same.
        expect(Math.abs(is.area + was.area), `glyph ${glyph}`).toBeLessThan(60 + Math.abs(was.area) * 0.01)
      }
    },
  )

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

  it.runIf(hasCorpora)('says what becomes of a variable font', async () => {
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

  it.runIf(hasCorpora)('tell hinting, colour, kind and permission apart', async () => {
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
