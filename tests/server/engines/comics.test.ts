import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { content, hasArchivers, pack, paths, rar4, rar5, rawZip, tar } from './archive-files.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

const hasReaders = hasArchivers && ['pdfimages', 'qpdf'].every((name) => existsSync(`/usr/bin/${name}`))

const shop = new EngineHarness()
const pages: Record<string, Buffer> = {}
beforeAll(async () => {
  await shop.open()
  const drawn = (width: number, height: number, red: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 40 } } })
  pages['page10.jpg'] = await drawn(300, 400, 200).jpeg().toBuffer()
  pages['page2.png'] = await drawn(200, 100, 10).png().toBuffer()
  pages['page1.jpg'] = await drawn(120, 160, 90).withIccProfile('p3').jpeg().toBuffer()
})
afterAll(() => shop.close())

const INFO = `<?xml version="1.0"?><ComicInfo><Title>The  Start</Title><Series>Tall &amp; Small</Series><Number>3</Number>
<Writer>Ann Müller</Writer><LanguageISO>ja</LanguageISO><Manga>YesAndRightToLeft</Manga><Pages><Page Image="0"/></Pages></ComicInfo>`

const comic = (): Record<string, Uint8Array> => ({ ...pages, 'ComicInfo.xml': Buffer.from(INFO) })

/** Width, height and coding of each image as poppler finds them, in the order of the pages. */
const images = (path: string) =>
  execFileSync('pdfimages', ['-list', path])
    .toString()
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/))
    .map(([page, , , width, height, color, , , coding]) => [page, width, height, color, coding].join(' '))

/** The objects of a PDF without compression. */
const plainPdf = (path: string) =>
  execFileSync('qpdf', ['--qdf', '--object-streams=disable', path, '-']).toString('latin1')

const info = (path: string) => execFileSync('pdfinfo', [path]).toString()

const makers: [format: string, make: () => string][] = [
  ['cbz', () => shop.file('a.cbz', zipSync(comic()))],
  ['cbr', () => shop.file('a.cbr', rar5(comic()))],
  ['cbr', () => shop.file('a.cbr', rar4(comic()))],
  ['cbz', () => shop.file('a.cbr', zipSync(comic()))],
  ['cbr', () => shop.file('a.cbz', rar5(comic()))],
  [
    'cbt',
    () => {
      const entries = Object.entries(comic()).map(([name, data]) => ({
        name,
        data: Buffer.from(data).toString('latin1'),
      }))
      return shop.file('a.cbt', tar(entries))
    },
  ],
]

describe.runIf(hasReaders)('a comic', () => {
  it.each(makers)(
    'in %s (%#) becomes a PDF with its pages in order, JPEG as it was',
    async (format, make) => {
      const path = make()
      expect((await shop.engines.detect({ path, filename: path }))?.format).toBe(format)
      const result = await shop.convert(path, 'pdf')
      expect(result).toMatchObject({ format: 'pdf', pages: 3, warnings: [] })
      expect(images(result.path)).toEqual(['1 120 160 icc jpeg', '2 200 100 rgb image', '3 300 400 rgb jpeg'])
      const folder = mkdtempSync(join(shop.folder, 'images-'))
      execFileSync('pdfimages', ['-all', result.path, join(folder, 'p')])
      const [first = '', second = '', third = ''] = readdirSync(folder).sort()
      expect(readFileSync(join(folder, first)).equals(pages['page1.jpg'] as Buffer)).toBe(true)
      expect(readFileSync(join(folder, third)).equals(pages['page10.jpg'] as Buffer)).toBe(true)
      const before = await sharp(pages['page2.png']).removeAlpha().raw().toBuffer()
      expect((await sharp(join(folder, second)).removeAlpha().raw().toBuffer()).equals(before)).toBe(true)
      expect(info(result.path)).toMatch(/Title: +Tall & Small #3: The Start\nAuthor: +Ann Müller\n/)
      expect(info(result.path)).toMatch(/Pages: +3\n/)
      expect(plainPdf(result.path)).toContain('/Direction /R2L')
    },
  )

  it('is read in the direction of the options', async () => {
    const path = shop.file('a.cbz', zipSync(comic()))
    const { path: pdf } = await shop.convert(path, 'pdf', { direction: 'left_to_right' })
    expect(plainPdf(pdf)).not.toContain('/R2L')
  })

  it('opens with its password', async () => {
    const folder = mkdtempSync(join(shop.folder, 'locked-'))
    execFileSync('cp', [
      '-r',
      join(shop.file('page.png', pages['page2.png'] as Buffer), '..'),
      join(folder, 'd'),
    ])
    const path = pack(folder, 'a.cb7', '7zz', ['-t7z', '-pStone', '-mhe=on'])
    expect((await failureOf(shop.convert(path, 'pdf'))).code).toBe('source_encrypted')
    expect(await shop.convert(path, 'pdf', { password: 'Stone' })).toMatchObject({ pages: 1 })
  })

  it('becomes CBZ with nothing but its pages and description', async () => {
    const path = shop.file(
      'a.cbr',
      rar5({ ...comic(), 'read me.txt': 'x', 'Thumbs.db': 'x', 'setup.exe': 'x' }),
    )
    const result = await shop.convert(path, 'cbz')
    expect(paths(result.path)).toEqual(['ComicInfo.xml', 'page1.jpg', 'page10.jpg', 'page2.png'])
    expect(content(result.path, 'page10.jpg').equals(pages['page10.jpg'] as Buffer)).toBe(true)
    expect(result).toMatchObject({
      format: 'cbz',
      entries: 3,
      warnings: ['2 files that are not images were left out.'],
    })
  })

  it('says what could not stay as it was', async () => {
    const files = {
      '1.webp': await sharp(pages['page1.jpg']).webp().toBuffer(),
      '2.jpg': await sharp(pages['page10.jpg']).withMetadata({ orientation: 6 }).toBuffer(),
      '3.jpg': (pages['page10.jpg'] as Buffer).subarray(0, 900),
      '4.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      '5.png': await sharp(pages['page2.png']).ensureAlpha(0.5).png().toBuffer(),
    }
    const result = await shop.convert(shop.file('a.cbz', zipSync(files)), 'pdf')
    expect(images(result.path)).toEqual(['1 120 160 rgb jpeg', '2 400 300 rgb jpeg', '3 200 100 rgb image'])
    expect(result.warnings).toEqual([
      '2 images could not be read and were left out.',
      "2 images that PDF can't hold as they are were converted to JPEG.",
    ])
  })
})

describe.runIf(hasReaders)('a PDF', () => {
  it.each([3, 1])('of %i pages becomes CBZ', async (count) => {
    const some = Object.fromEntries(Object.entries(pages).slice(0, count))
    const pdf = await shop.convert(shop.file('a.cbz', zipSync(some)), 'pdf')
    const result = await shop.convert(pdf.path, 'cbz', { dpi: 96 }, { format: 'pdf' })
    expect(result).toMatchObject({ format: 'cbz', entries: count })
    const names = Array.from({ length: count }, (_, at) => `page-${at + 1}.jpg`)
    expect(paths(result.path)).toEqual(names)
    const path = shop.file('b.cbz', readFileSync(result.path))
    expect((await shop.engines.detect({ path, filename: 'b.cbz' }))?.format).toBe('cbz')
    const last = await sharp(content(result.path, names.at(-1) ?? '')).metadata()
    expect([last.format, last.width]).toEqual(['jpeg', 300])
  })
})

const HOSTILE: [what: string, make: () => Uint8Array, code: string][] = [
  ['without an image', () => zipSync({ 'a.txt': Buffer.from('x') }), 'source_empty'],
  [
    'of broken images',
    () => zipSync({ 'a.jpg': Buffer.from('x'), 'b.png': new Uint8Array(99) }),
    'source_damaged',
  ],
  ['that is a bomb', () => zipSync({ 'a.jpg': new Uint8Array(60 * 1024 * 1024) }), 'source_too_complex'],
  [
    'of 5,001 pages',
    () => rawZip(Array.from({ length: 5001 }, (_, at) => ({ name: Buffer.from(`${at}.jpg`) }))),
    'source_too_complex',
  ],
  ['that is cut', () => zipSync(comic()).subarray(0, 900), 'source_damaged'],
]

it.each(HOSTILE)('a comic %s ends with a sentence', async (_, make, code) => {
  const failure = await failureOf(shop.convert(shop.file('a.cbz', make()), 'pdf'))
  expect(failure.code).toBe(code)
  expect(failure.message).toMatch(SENTENCE)
  expect(failure.message).not.toMatch(JARGON)
})

it('a description that defines entities or never ends is left aside', async () => {
  const bomb = '<!DOCTYPE c [<!ENTITY a "aaaa">]><ComicInfo><Title>&a;</Title></ComicInfo>'
  const files = { ...pages, 'comicinfo.xml': Buffer.from(bomb), '../../x.jpg': pages['page10.jpg'] as Buffer }
  const result = await shop.convert(shop.file('a.cbz', zipSync(files)), 'pdf')
  expect(result.pages).toBe(4)
  expect(result.warnings).toEqual([
    '1 name that pointed outside the archive was shortened to stay inside it.',
  ])
})
