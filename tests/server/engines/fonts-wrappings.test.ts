import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { hasReal } from '../../corpora/files.ts'
import {
  corpus,
  kit,
  outline,
  SHIPPED,
  SOUND_SUM,
  shaped,
  tablesOf,
  unicodesOf,
  wholeSum,
} from './fonts-helpers.ts'
import { EngineHarness, failureOf } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

/**
 * Into each of these wrappings in turn, and back out into a plain file; returns the paths of that.
 */
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

const REAL_VARIABLE = [
  ['I.ttf', 'ttf', ['fvar', 'gvar', 'avar', 'HVAR', 'STAT']],
  ['I.otf', 'otf', ['fvar', 'CFF2', 'avar', 'HVAR']],
  ['Amstelvar-avar2.subset.ttf', 'ttf', ['fvar', 'gvar', 'avar', 'MVAR']],
  ['NotoSans-VF-cubic.subset.ttf', 'ttf', ['fvar', 'gvar']],
] as const

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

  it.each(['latin.subset.otf', ...(hasReal ? ['Lobster.subset.otf'] : [])])(
    'keep every table of a CFF font, which stays one: %s',
    async (name) => {
      const source = corpus(name)
      for (const [, path] of await throughAll(source, 'otf', [...WRAPPINGS, 'otc'])) {
        sameTables(path, source)
        expect(readFileSync(path, 'latin1').slice(0, 4)).toBe('OTTO')
        expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
      }
    },
  )

  it.each([
    ['variable.subset.ttf', 'ttf', ['fvar', 'gvar', 'STAT']],
    ...(hasReal ? REAL_VARIABLE : []),
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
