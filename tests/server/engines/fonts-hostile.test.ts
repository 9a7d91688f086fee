import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectFonts } from '../../../server/engines/families/font/inspect.ts'
import { changesOf } from '../../../server/engines/families/font/options.ts'
import { readFonts } from '../../../server/engines/families/font/read.ts'
import { checkResult } from '../../../server/engines/families/font/reopen.ts'
import { buildSfnt, readSfnt } from '../../../server/engines/families/font/sfnt.ts'
import { applyChanges } from '../../../server/engines/families/font/subset.ts'
import { tinyFont } from '../../../server/engines/families/font/tiny-font.ts'
import { fitting, writeFonts } from '../../../server/engines/families/font/write.ts'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { corpusFile } from '../../corpora/files.ts'
import { SHIPPED } from './fonts-helpers.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const text = (content: string) => Buffer.from(content, 'latin1')
/** The tiny font with one table changed. */
function spoilt(tag: string, change: (table: Buffer) => Buffer): Buffer {
  const { tables } = readSfnt(tinyFont())
  return buildSfnt({ tables: tables.set(tag, change(Buffer.from(tables.get(tag) ?? []))) })
}
const at =
  (place: number, ...bytes: number[]) =>
  (table: Buffer) => {
    table.set(bytes, place)
    return table
  }

describe('detection', () => {
  const eot = Buffer.alloc(120)
  eot.writeUInt32LE(120, 0)
  eot.writeUInt32LE(0x20001, 8)
  eot.writeUInt16LE(0x504c, 34)
  const fork = Buffer.alloc(400)
  fork.writeUInt32BE(256, 0)
  fork.writeUInt32BE(300, 4)
  fork.writeUInt32BE(44, 8)
  tinyFont().copy(fork, 260, 0, 100)
  const fnt = Buffer.alloc(200)
  fnt.writeUInt16LE(0x300, 0)
  fnt.writeUInt32LE(200, 2)
  const collection = (flavour: string) =>
    Buffer.concat([
      Buffer.from('7474636600010000000000010000001000000000', 'hex').subarray(0, 16),
      text(flavour),
      Buffer.alloc(20),
    ])
  const FONT = '<font horiz-adv-x="500"><glyph unicode="A" d="M0 0h5v5z"/></font>'
  const svg = (inner: string) =>
    text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)

  it.each([
    ['a.bin', tinyFont(), 'ttf'],
    ['a.otf', tinyFont(), 'ttf'],
    ['a.ttf', Buffer.concat([text('OTTO'), tinyFont().subarray(4)]), 'otf'],
    ['a', Buffer.concat([text('true'), tinyFont().subarray(4)]), 'ttf'],
    ['a.ttc', collection('\0\x01\0\0'), 'ttc'],
    ['a.ttc', collection('OTTO'), 'otc'],
    ['a.bin', text(`wOFF${'\0'.repeat(60)}`), 'woff'],
    ['a.bin', text(`wOF2${'\0'.repeat(60)}`), 'woff2'],
    ['a.bin', eot, 'eot'],
    ['a.bin', fork, 'dfont'],
    ['a.bin', text(`\x80\x01\x40\0\0\0%!PS-AdobeFont-1.0: X${' '.repeat(60)}`), 'pfb'],
    ['a.t1', text('%!PS-AdobeFont-1.0: X 1.0\n/FontType 1 def\n'), 'pfa'],
    ['a.bin', text('%!FontType1-1.1: X 1.0\n/FontType 1 def\n'), 'pfa'],
    ['a.bin', text('%!PS-AdobeFont-1.0: X 1.0\n/FontType 3 def\n'), 'pt3'],
    ['a.bin', text('%!PS-TrueTypeFont-1.0-1.0\n'), 't42'],
    ['a.ps', text('%!PS-Adobe-3.0\nshowpage\n'), null],
    ['a.bin', text('STARTFONT 2.1\nFONT x\n'), 'bdf'],
    ['a.bin', text('SplineFontDB: 3.2\nFontName: X\n'), 'sfd'],
    ['a.bin', text('\x01fcp\x08\0\0\0\0\0\0\0'), 'pcf'],
    ['a.bin', Buffer.from('01000404000101010541626364', 'hex'), 'cff'],
    ['a.cff', Buffer.from('01020402000102000141424344', 'hex'), 'cff'],
    ['a.bin', Buffer.from('01020402000102000141424344', 'hex'), null],
    ['a.fnt', fnt, 'fnt'],
    ['a.bin', fnt, null],
    ['a.svg', svg(`<defs>${FONT}</defs>`), 'svgfont'],
    ['a.svg', svg('<path d="M0 0h5v5z"/>'), 'svg'],
    ['a.svg', svg(`<defs>${FONT}</defs><text>A</text>`), 'svg'],
    ['a.svg', svg('<!-- <font><glyph/></font> --><rect width="5"/>'), 'svg'],
    ['a.ttf', text('this is no font at all, only text'), null],
    ['a.ttf', Buffer.from('00010000ffff', 'hex'), null],
  ])('%s holding %j is %s', async (name, content, format) => {
    const path = shop.file(name, content)
    expect((await shop.engines.detect({ path, filename: name }))?.format ?? null).toBe(format)
  })
})

describe('faults', () => {
  const woffBomb = () => {
    const packed = deflateSync(Buffer.alloc(50_000_000))
    const header = Buffer.alloc(44 + 20 * 3)
    header.write('wOFF')
    header.writeUInt16BE(3, 12)
    for (let table = 0; table < 3; table++) {
      header.write(`tab${table}`, 44 + 20 * table)
      header.writeUInt32BE(header.length, 48 + 20 * table)
      header.writeUInt32BE(packed.length, 52 + 20 * table)
      header.writeUInt32BE(50_000_000, 56 + 20 * table)
    }
    return Buffer.concat([header, packed])
  }

  it.each([
    ['a cut', () => tinyFont().subarray(0, 150), 'source_damaged'],
    ['no glyphs', () => spoilt('maxp', at(4, 0, 0)), 'source_empty'],
    ['more glyphs than places', () => spoilt('maxp', at(4, 255, 255)), 'source_damaged'],
    ['a size of nothing', () => spoilt('head', at(18, 0, 0)), 'source_damaged'],
    ['a glyph outside', () => spoilt('loca', at(8, 0, 255, 255, 255)), 'source_damaged'],
    ['places that go back', () => spoilt('loca', at(4, 0, 0, 255, 255)), 'source_damaged'],
    ['no widths', () => spoilt('hhea', at(34, 0, 0)), 'source_damaged'],
    ['an empty table of characters', () => spoilt('cmap', () => Buffer.alloc(0)), 'source_damaged'],
    ['more inside than said', () => woffBomb(), 'source_too_complex'],
    [
      'a TTC that holds millions',
      () => Buffer.from('74746366000100007fffffff00000000'.padEnd(200, '0'), 'hex'),
      'source_too_complex',
    ],
  ])('%s', async (_, content, code) => {
    const path = shop.file('bad.ttf', content())
    const format = (await shop.engines.detect({ path, filename: 'bad.ttf' }))?.format ?? ''
    for (const target of ['woff2', 'svgfont'] as const) {
      const failure = await failureOf(shop.convert(path, target, {}, { format }))
      expect(failure.code).toBe(code)
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('a loop of glyphs that are made of one another ends', async () => {
    const composite = Buffer.alloc(44)
    composite.writeInt16BE(-1, 0)
    // Glyph 1 is glyph 1, and one more after it, without end.
    composite.writeUInt16BE(0x23, 10)
    composite.writeUInt16BE(1, 12)
    const { tables } = readSfnt(tinyFont())
    const loca = Buffer.alloc(12)
    loca.writeUInt32BE(44, 8)
    const font = buildSfnt({ tables: tables.set('glyf', composite).set('loca', loca) })
    for (const target of ['woff2', 'otf', 'svgfont', 't42']) {
      const outcome = await shop.convert(shop.file('loop.ttf', font), target).catch((error) => error)
      if (outcome instanceof Error) expect(outcome.message).toMatch(SENTENCE)
    }
  })

  it('a WOFF2 that lies about its length is refused before memory is taken', async () => {
    const path = corpusFile('hostile/woff2-length-lie.woff2')
    for (const target of ['ttf', 'woff', 'otf']) {
      const failure = await failureOf(shop.convert(path, target))
      expect(failure.code).toBe('source_damaged')
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('names that would mean something elsewhere stay names', async () => {
    const hostile = '"><script>) /x exec \u0000 ]]>&'
    const name = Buffer.from(hostile, 'utf16le').swap16()
    const header = Buffer.from('0000000400 36'.replace(' ', ''), 'hex')
    const records = [1, 4, 6, 5].map((id) => {
      const record = Buffer.alloc(12)
      for (const [place, value] of [3, 1, 0x409, id, name.length, 0].entries())
        record.writeUInt16BE(value, 2 * place)
      return record
    })
    const table = Buffer.concat([header, ...records, name])
    const path = shop.file(
      'named.ttf',
      spoilt('name', () => table),
    )
    const svg = readFileSync((await shop.convert(path, 'svgfont')).path, 'utf8')
    expect(svg).not.toContain('<script')
    expect(svg).toContain('font-family="&quot;&gt;&lt;script&gt;)')
    const postScript = readFileSync((await shop.convert(path, 't42')).path, 'latin1')
    expect(postScript).toMatch(/^\/FontName \/[A-Za-z0-9._-]+ def$/m)
    const report = await shop.convert(path, 'json', {}, { operation: 'inspect' })
    expect(JSON.parse(readFileSync(report.path, 'utf8')).fonts[0].family).toContain('<script>')
  })
})

describe('whatever the bytes', () => {
  it('a damaged font is refused with a sentence, or converted', { timeout: 60_000 }, async () => {
    const [font] = await readFonts(await smallVariable(), 'woff2')
    const sources: [Buffer, string][] = [[tinyFont(), 'ttf']]
    for (const target of ['ttf', 'woff', 'woff2', 'eot', 'ttc', 'dfont', 'otf']) {
      const fit = fitting(font as never, target, [])
      sources.push([await writeFonts([fit], target, []), target])
    }
    const damage = fc.record({
      source: fc.constantFrom(...sources),
      // Most of what is read stands at the beginning.
      bytes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 12 }),
      cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ source: [sound, format], bytes, cut }) => {
        const file = Buffer.from(
          sound.subarray(0, cut === null ? sound.length : Math.floor(cut * sound.length)),
        )
        for (const [place, value] of bytes)
          if (file.length > 0) file[Math.floor(place ** 3 * file.length * 0.999)] = value
        try {
          const fonts = await readFonts(file, format)
          inspectFonts(fonts, format)
          for (const target of ['woff2', 'otf', 'ttf', 'svgfont', 't42']) {
            const changed = await applyChanges(fonts[0] as never, changesOf({ unicodes: 'U+41-5A' }))
            const fit = fitting(changed, target, [])
            await checkResult(await writeFonts([fit], target, []), target, [fit])
          }
        } catch (error) {
          expect(error).toBeInstanceOf(EngineFailure)
          expect((error as EngineFailure).message).toMatch(SENTENCE)
        }
      }),
      { numRuns: 80 },
    )
  })

  async function smallVariable(): Promise<Buffer> {
    const [whole] = await readFonts(readFileSync(SHIPPED.variable), 'woff2')
    const small = await applyChanges(whole as never, changesOf({ unicodes: 'U+41-5A' }))
    return writeFonts([small], 'woff2', [])
  }
})
