import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZipDirectory } from '../../../server/engines/kernel/source/zip.ts'
import { hasReal } from '../../corpora/files.ts'
import { characters, corpus, outline, SHIPPED, shaped, unicodesOf, widths } from './fonts-helpers.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
let forge = false
beforeAll(async () => {
  await shop.open()
  forge = shop.engines.states().some(({ name, installed }) => name === 'FontForge' && installed)
})
afterAll(() => shop.close())

const hasForge = existsSync('/usr/bin/fontforge') && existsSync('/usr/bin/bwrap')
const hasFontconfig = existsSync('/usr/bin/fc-scan')
/**
 * What fontconfig, which shares no code with any engine here, makes of a file: its format and its
 * characters.
 */
function scanned(path: string): { format: string; characters: number } {
  const line = execFileSync('fc-scan', ['-f', '%{fontformat}\t%{charset}\n', path], { encoding: 'utf8' })
  const [format = '', set = ''] = line.split('\n')[0]?.split('\t') ?? []
  const count = set.split(' ').reduce((sum, range) => {
    const [first = '', last = first] = range.split('-')
    return sum + Number.parseInt(last, 16) - Number.parseInt(first, 16) + 1
  }, 0)
  return { format, characters: count }
}

const CHECKED: Record<string, string> = {
  ...{
    ttf: 'TrueType',
    otf: 'CFF',
    woff: 'either',
    woff2: 'either',
    ttc: 'TrueType',
    otc: 'CFF',
    dfont: 'either',
  },
  ...{ pfa: 'Type 1', pfb: 'Type 1', bdf: 'BDF', pcf: 'PCF', cff: 'CFF' },
}
/**
 * Formats that people draw fonts in have no table of contents to compare; their way back is looked
 * at instead.
 */
const OUTLINES = ['svgfont', 't42', 'cff', 'pfa', 'pfb', 'ufo', 'sfd']

const SOURCES = [
  ['ttf', () => SHIPPED.ttf],
  ['woff2', () => SHIPPED.variable],
  ['ttf', () => corpus('hebrew.subset.ttf')],
  ['ttf', () => corpus('variable.subset.ttf')],
  ['otf', () => corpus('latin.subset.otf')],
  ['pfa', () => corpus('TestT1-Regular.pfa')],
  ['pfb', () => corpus('TestT1-Regular.pfb')],
  ...(hasReal
    ? ([
        ['otf', () => corpus('Lobster.subset.otf')],
        ['otf', () => corpus('base.otf')],
        ['otf', () => corpus('TestVGID-Regular.otf')],
        ['otf', () => corpus('I.otf')],
        ['ttf', () => corpus('I.ttf')],
        ['ttf', () => corpus('NotoSans-VF-cubic.subset.ttf')],
        ['ttf', () => corpus('Amstelvar-avar2.subset.ttf')],
        ['ttf', () => corpus('bogus_post_format_1.ttf')],
      ] as const)
    : []),
] as const

describe('every target that is offered', () => {
  it.each(SOURCES.map(([format, path]) => [path().split('/').at(-1), format, path] as const))(
    '%s',
    { timeout: 60_000 },
    async (_, format, path) => {
      const source = path()
      const before = OUTLINES.includes(format) ? null : characters(source)
      const targets = shop.engines
        .operations({ from: format })
        .filter(({ operation }) => operation === 'convert')
      if (targets.length === 0) return expect(forge).toBe(false)
      for (const { to } of targets) {
        const [target = ''] = to
        const output = await shop.convert(source, target).catch((error) => error)
        // Between CFF2 and TrueType's variations on one side and the old formats on the other there
        // is no way.
        if (output instanceof Error) {
          expect(output.message, `${target}: ${output.message}`).toMatch(SENTENCE)
          expect(['source_unsupported', 'source_damaged'], target).toContain(
            (output as { code?: string }).code,
          )
          expect(source, `${target}: ${output.message}`).toMatch(/I\.otf|bogus/)
          continue
        }
        const found = await shop.engines.detect({ path: output.path, filename: `x.${target}` })
        expect(found?.format, `as ${target}`).toBe(target)
        if (before && ['ttf', 'otf', 'woff', 'woff2'].includes(target))
          expect(characters(output.path), `as ${target}`).toEqual(before)
        if (hasFontconfig && CHECKED[target] && before) {
          const scan = scanned(output.path)
          if (!['cff', 'pfa', 'pfb'].includes(target))
            expect(scan.characters, `as ${target}`).toBeGreaterThan(0)
          if (CHECKED[target] !== 'either') expect(scan.format, `as ${target}`).toBe(CHECKED[target])
        }
      }
    },
  )

  it('are nineteen formats, in or out', () => {
    const used = shop.engines
      .formats('font')
      .filter(({ inputs, outputs }) => inputs.length + outputs.length > 0)
    expect(used.length).toBe(forge ? 19 : 11)
    expect(shop.engines.formats('font')).toHaveLength(19)
  })

  it('reach WOFF2, which a browser shows', () => {
    const sources = shop.engines.formats('font').find(({ format }) => format === 'woff2')?.inputs
    expect(sources).toEqual(
      expect.arrayContaining(
        forge ? ['ttf', 'otf', 'eot', 'ttc', 'dfont', 'pfb', 'ufo', 'svgfont'] : ['ttf', 'ttc'],
      ),
    )
  })
})

describe.runIf(hasForge)('with FontForge', () => {
  /** A Latin font without layout tables to lose, as a plain TTF. */
  const latin = async () => (await shop.convert(SHIPPED.variable, 'ttf', { subset: 'ascii' })).path

  it.each(OUTLINES)('%s and back keeps characters, widths and shapes', async (target) => {
    const source = await latin()
    const there = await shop.convert(source, target)
    const { path } = await shop.convert(there.path, 'ttf', {}, { format: target })
    const wanted = characters(source)
    expect(characters(path)).toEqual(expect.arrayContaining(wanted))
    for (const letter of 'AgQ% ')
      expect(widths(path, letter), `${target}: ${letter}`).toEqual(widths(source, letter))
    const unitsAlike =
      outline(path, idOf(path, 'H'))
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? []
    const original =
      outline(source, idOf(source, 'H'))
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? []
    expect(Math.max(...unitsAlike)).toBeCloseTo(Math.max(...original), -1)
    expect(Math.min(...unitsAlike)).toBeCloseTo(Math.min(...original), -1)
  })

  const idOf = (path: string, letter: string) => Number(/^\d+/.exec(shaped(path, letter))?.[0])

  it('draws bitmaps in the height asked for, and wraps them anew', async () => {
    const source = await latin()
    const bdf = await shop.convert(source, 'bdf', { size: 32 })
    const text = readFileSync(bdf.path, 'latin1')
    expect(text).toMatch(/^PIXEL_SIZE 32$/m)
    expect(Number(/^CHARS (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(characters(source).length)
    expect(text).toMatch(/STARTCHAR A\nENCODING 65\n[\s\S]*?BITMAP\n([0-9A-F]+\n)+ENDCHAR/)
    const fnt = await shop.convert(bdf.path, 'fnt')
    expect(readFileSync(fnt.path).readUInt16LE(88)).toBeGreaterThan(20)
    const again = await shop.convert(fnt.path, 'bdf', {}, { format: 'fnt' })
    expect(readFileSync(again.path, 'latin1')).toMatch(/^ENCODING 65$/m)
    const pcf = await shop.convert(bdf.path, 'pcf')
    if (hasFontconfig)
      expect(scanned(pcf.path)).toEqual({ format: 'PCF', characters: characters(source).length })
    // The rows of the letter stand in it as they do in the text, each filled up to four bytes.
    const rows = /STARTCHAR A\n[\s\S]*?BITMAP\n([\s\S]*?)\nENDCHAR/.exec(text)?.[1]?.split('\n') ?? []
    expect(rows.length).toBeGreaterThan(15)
    const bitmap = Buffer.from(rows.map((row) => row.padEnd(8, '0')).join(''), 'hex')
    expect(readFileSync(pcf.path).includes(bitmap)).toBe(true)
    const saved = await shop.convert(bdf.path, 'sfd')
    expect(readFileSync(saved.path, 'utf8')).toMatch(/^BitmapFont: 32 /m)
  })

  it('reads Type 1 with its space, and reports on it', async () => {
    for (const name of ['TestT1-Regular.pfa', 'TestT1-Regular.pfb']) {
      const { path } = await shop.convert(corpus(name), 'ttf')
      expect(unicodesOf(path)).toEqual(expect.arrayContaining([0x20, 0x2e, 0x2026]))
      const report = await shop.convert(corpus(name), 'json', {}, { operation: 'inspect' })
      expect(JSON.parse(readFileSync(report.path, 'utf8'))).toMatchObject({
        format: name.slice(-3),
        fonts: [{ family: 'Test T1', outlines: 'cff' }],
      })
    }
  })

  it('packs a UFO as one file', async () => {
    const ufo = await shop.convert(await latin(), 'ufo')
    const names = readZipDirectory(ufo.path, 1000).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['font.ufo/metainfo.plist', 'font.ufo/glyphs/A_.glif']))
  })

  it('says so when a source cannot be read', async () => {
    for (const [name, content] of [
      ['a.sfd', 'SplineFontDB: 3.2\nFontName: x\n'],
      ['a.bdf', 'STARTFONT 2.1\nnonsense\n'],
      ['a.pfa', '%!PS-AdobeFont-1.0: Nothing 1.0\nshowpage\n'],
      ['a.t42', '%!PS-TrueTypeFont-1.0\n'],
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><font><glyph unicode="A"/></font></svg>'],
    ] as const) {
      const target = name === 'a.bdf' ? 'fnt' : 'ttf'
      const failure = await failureOf(shop.convert(shop.file(name, content), target))
      expect(['source_damaged', 'source_empty', 'output_wrong', 'output_empty'], name).toContain(failure.code)
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})
