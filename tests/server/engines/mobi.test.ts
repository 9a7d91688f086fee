import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsRows } from '../../../server/engines/families/mobi/contents.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { PIXEL_PNG } from './mail-files.ts'
import { type BookOptions, huffmanRecords, kf8, mobi6, number, type Packing } from './mobi-files.ts'

const EPUBCHECK = '/usr/bin/epubcheck'
const hasEpubCheck = existsSync(EPUBCHECK) && existsSync('/usr/bin/java')

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const PNG = Buffer.from(PIXEL_PNG, 'base64')
const META: BookOptions = {
  exth: [
    [100, 'Zoë Grün'],
    [100, 'Kai & Co'],
    [101, 'Hafen-Verlag'],
    [503, 'Hafen – ein Buch'],
    [524, 'de'],
    [201, number(0)],
  ],
  images: [PNG],
}

const place = (value: number) => String(value).padStart(10, '0')
function oldBook(): Buffer {
  const write = (contents: number, one: number, two: number) =>
    `<html><head><guide><reference type="toc" title="Contents" filepos=${place(contents)} /></guide></head><body><p><a filepos=${place(one)}>Erstes</a></p><p><a filepos=${place(two)}>Zweites &amp; <i>letztes</i></a></p><mbp:pagebreak/><h1>Erstes</h1><p align="center">Grüße vom Hafen${' und noch ein Wort'.repeat(500)}</p><img recindex="00001" alt="Bild"><script>alert(1)</script><mbp:pagebreak/><h1>Zweites</h1><p>Das <font size="3">Ende</font></p></body></html>`
  const draft = Buffer.from(write(0, 0, 0))
  return Buffer.from(write(draft.indexOf('<p><a'), draft.indexOf('<h1>Erstes'), draft.indexOf('<h1>Zweites')))
}
const PAGES = [
  {
    label: 'Erstes',
    body: '<h1>Erstes</h1><p class="x" onclick="alert(1)">Grüße vom Hafen</p><img src="kindle:embed:0001?mime=image/png" alt="Bild"/><p><a href="kindle:pos:fid:0001:off:000000000A">weiter</a></p>',
  },
  { label: 'Zweites', body: '<h1>Zweites</h1><p id="end">Das Ende</p>' },
]
const newBook = (options: BookOptions = {}) =>
  kf8(PAGES, '.x{color:red;background:url(http://127.0.0.1:9/y)}', { ...META, ...options })

const mobi = (bytes: Uint8Array) => shop.file('a.mobi', bytes)
const epubOf = async (bytes: Uint8Array) => {
  const output = await shop.convert(mobi(bytes), 'epub')
  const files = unzipSync(readFileSync(output.path))
  return {
    ...output,
    files: Object.fromEntries(Object.entries(files).map(([name, one]) => [name, Buffer.from(one)])),
  }
}

/** Every document is well-formed, and every address inside the book leads somewhere. */
function checkEpub(files: Record<string, Buffer>): void {
  const ids = new Map<string, Set<string>>()
  const links: [string, string][] = []
  for (const [name, bytes] of Object.entries(files)) {
    if (!/\.(xhtml|opf|xml)$/.test(name)) continue
    const found = new Set<string>()
    const parser = new SaxesParser({ xmlns: true })
    parser.on('error', (error) => {
      throw new Error(`${name}: ${error.message}`)
    })
    parser.on('opentag', ({ attributes }) => {
      const value = (key: string) => (attributes[key] as { value: string } | undefined)?.value
      if (value('id')) found.add(value('id') ?? '')
      const target = value('href') ?? value('src')
      if (target && !/^[a-z]+:/.test(target)) links.push([name, target])
    })
    parser.write(bytes.toString()).close()
    ids.set(name, found)
  }
  for (const [from, target] of links) {
    const [file = '', anchor] = target.split('#')
    const home = join(dirname(from), file)
    expect(Object.keys(files), `${from}: ${target}`).toContain(home)
    if (anchor) expect(ids.get(home), `${from}: ${target}`).toContain(anchor)
  }
}

describe.runIf(existsSync('/usr/bin/mobitool'))('what libmobi reads of the same file', () => {
  const dump = (bytes: Uint8Array, ...options: string[]) => {
    const path = mobi(bytes)
    const folder = join(dirname(path), 'out')
    mkdirSync(folder)
    const said = execFileSync('mobitool', [...options, '-o', folder, path], { encoding: 'utf8' })
    return { said, folder }
  }

  it.each<[Packing]>([['none'], ['palmdoc'], ['huffman']])(
    'packed by %s, is the text that was written',
    (packing) => {
      const { said, folder } = dump(mobi6(oldBook(), { ...META, packing }), '-d')
      expect(said).toMatch(/Title: Hafen – ein Buch\nAuthor: Zoë Grün/)
      expect(readFileSync(join(folder, 'a.rawml')).equals(oldBook())).toBe(true)
    },
  )

  it('in KF8, is the pages that are written here, too', async () => {
    const { folder } = dump(newBook(), '-s')
    const written = readFileSync(join(folder, 'a_markup', 'part00000.html'), 'utf8')
    const { files } = await epubOf(newBook())
    const words = (html: string) =>
      html
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    const page = files['OEBPS/page-1.xhtml']?.toString().replace(/<head>.*<\/head>/s, '') ?? ''
    expect(words(page)).toBe(words(written))
    expect(readdirSync(join(folder, 'a_markup')).filter((name) => /^part/.test(name))).toHaveLength(
      PAGES.length,
    )
  })
})

describe.each<[string, () => Buffer]>([
  ['MOBI, as it is', () => mobi6(oldBook(), { ...META, packing: 'none' })],
  ['MOBI, packed by PalmDOC', () => mobi6(oldBook(), META)],
  ['MOBI, packed by Huffman', () => mobi6(oldBook(), { ...META, packing: 'huffman' })],
  ['KF8', () => newBook()],
  ['KF8, as it is', () => newBook({ packing: 'none' })],
])('a book in %s', (_, book) => {
  it('becomes a sound EPUB with text, contents, image, cover and metadata', async () => {
    const { files, warnings } = await epubOf(book())
    checkEpub(files)
    expect(warnings).toEqual([])
    const pages = Object.entries(files)
      .filter(([name]) => /page-\d+/.test(name))
      .map(([, page]) => page.toString())
      .join()
    expect(pages).toContain('Grüße vom Hafen')
    expect(pages).toMatch(/<img src="images\/1\.png" alt="Bild" \/>/)
    expect(pages).toMatch(/<a href="page-\d\.xhtml#(place|pos)-[\d-]+">/)
    expect(pages).not.toMatch(/script|onclick|url\(/)
    expect(files['OEBPS/images/1.png']?.equals(PNG)).toBe(true)
    const navigation = files['OEBPS/nav.xhtml']?.toString() ?? ''
    expect(navigation).toMatch(/>Erstes<\/a><\/li><li><a href="page-\d\.xhtml#[^"]+">Zweites/)
    const opf = files['OEBPS/book.opf']?.toString() ?? ''
    for (const part of [
      '<dc:title>Hafen – ein Buch</dc:title>',
      '<dc:creator>Zoë Grün</dc:creator><dc:creator>Kai &amp; Co</dc:creator>',
      '<dc:publisher>Hafen-Verlag</dc:publisher>',
      '<dc:language>de</dc:language>',
      'properties="cover-image"',
    ])
      expect(opf).toContain(part)
  })

  it.each(['pdf', 'html', 'docx', 'md'])('becomes %s', async (target) => {
    const { path } = await shop.convert(mobi(book()), target)
    const back =
      target === 'md' || target === 'html'
        ? path
        : (await shop.convert(path, 'txt', {}, { format: target })).path
    const text = readFileSync(back, 'utf8')
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
    expect(text).toMatch(/Grüße vom Hafen[\s\S]*Das Ende/)
  })
})

// Java takes seconds to start, so that one book of each kind is enough.
it.runIf(hasEpubCheck).each<[string, () => Buffer]>([
  ['MOBI', () => mobi6(oldBook(), META)],
  ['KF8', () => newBook()],
])('EPUBCheck finds nothing wrong with what becomes of %s', async (_, book) => {
  const { path } = await shop.convert(mobi(book()), 'epub')
  const said = execFileSync('java', ['-jar', EPUBCHECK, '--json', '-', path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(JSON.parse(said.slice(said.indexOf('{'))).messages).toEqual([])
})

describe('what a book is known by', () => {
  it.each(['a.mobi', 'a.azw3', 'a.prc', 'a.pdb', 'book'])('%s', async (name) => {
    const path = shop.file(name, mobi6(oldBook(), META))
    expect((await shop.engines.detect({ path, filename: name }))?.format).toBe('mobi')
  })

  it('one that is protected is called so', async () => {
    for (const book of [mobi6(oldBook(), { ...META, encryption: 2 }), newBook({ encryption: 2 })]) {
      const failure = await failureOf(shop.convert(mobi(book), 'epub'))
      expect(failure).toMatchObject({
        code: 'source_encrypted',
        message: expect.stringMatching(/\(DRM\) and can’t be opened/),
      })
    }
  })

  it('one in Topaz is named', async () => {
    const failure = await failureOf(shop.convert(mobi(Buffer.from(`TPZ0${'x'.repeat(200)}`)), 'epub'))
    expect(failure).toMatchObject({ code: 'source_unsupported', message: expect.stringContaining('Topaz') })
  })
})

describe('hostile books', () => {
  const ends = async (bytes: Uint8Array) => {
    const outcome = await shop.convert(mobi(bytes), 'epub', {}, { format: 'mobi' }).catch((error) => error)
    if (!(outcome instanceof Error)) return 'completed'
    expect(outcome.message).toMatch(SENTENCE)
    expect(outcome.message).not.toMatch(JARGON)
    return (outcome as { code?: string }).code
  }

  it('phrases that hold themselves are damage', async () => {
    const loop = huffmanRecords((phrases) => {
      phrases[0x68] = Buffer.from([0, 1, 255 - 0x68])
    })
    expect(await ends(mobi6(oldBook(), { packing: 'huffman' }, loop))).toBe('source_damaged')
  })

  it('phrases that double end as a bomb', async () => {
    const bomb = huffmanRecords((phrases) => {
      // Each phrase is the next one twice, thirty times over.
      for (let index = 0x68; index < 0x68 + 28; index++)
        phrases[index] = Buffer.from([0, 2, 255 - index - 1, 255 - index - 1])
    })
    expect(await ends(mobi6('<p>hhhh</p>', { packing: 'huffman' }, bomb))).toMatch(
      /source_(too_complex|damaged)/,
    )
  })

  it('lying numbers in the first record end with a sentence', async () => {
    for (const at of [8, 10, 20, 28, 36, 84, 88, 108, 128, 192, 240, 244, 248, 252]) {
      for (const book of [mobi6(oldBook(), META), newBook()]) {
        const first = book.readUInt32BE(78)
        for (const value of [0xfffffffe, 0x7fffffff, 1]) {
          book.writeUInt32BE(value, first + at)
          expect(await ends(book)).toMatch(/^completed$|^source_/)
        }
      }
    }
  })

  it('cut short, or changed anywhere, they end well or with a sentence', async () => {
    for (const book of [mobi6(oldBook(), { ...META, packing: 'huffman' }), newBook()]) {
      for (let end = 100; end < book.length; end += 397)
        expect(await ends(book.subarray(0, end))).toMatch(/^completed$|^source_/)
      for (let at = 78; at < book.length; at += 61) {
        const changed = Buffer.from(book)
        changed.fill(0xff, at, at + 3)
        expect(await ends(changed)).toMatch(/^completed$|^source_/)
      }
    }
  })

  it('a hundred thousand links and tags inside one another are bounded', async () => {
    const links = Array.from({ length: 100_000 }, (_, index) => `<a filepos=${place(index)}>x</a>`).join('')
    expect(
      await ends(mobi6(`<html><body>${links}${'<div>'.repeat(50_000)}</body></html>`, { packing: 'none' })),
    ).toBe('completed')
  })
})

describe('a table of contents', () => {
  const entry = (label: number, parent?: number) => ({
    name: '',
    tags: new Map([
      [3, [label]],
      ...(parent === undefined ? [] : ([[21, [parent]]] as [number, number[]][])),
    ]),
  })
  it('stored level by level is in the order of reading', () => {
    const texts = new Map([...'ABab'].map((letter, index) => [index, letter]))
    const rows = contentsRows([entry(0), entry(1), entry(2, 0), entry(3, 1)], texts)
    expect(rows.map(({ label, level }) => `${label}${level}`)).toEqual(['A0', 'a1', 'B0', 'b1'])
  })

  it('whose entries are each other’s parents has no circle', () => {
    const texts = new Map([
      [0, 'A'],
      [1, 'B'],
    ])
    expect(
      contentsRows([entry(0, 1), entry(1, 0)], texts).map(({ label, level }) => `${label}${level}`),
    ).toEqual(['A0', 'B1'])
  })
})
