import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { noise, PdfShop, pagesOf } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
let five = ''
beforeAll(async () => {
  await shop.open()
  five = await pdfs.five()
})
afterAll(() => shop.close())

describe('several files', () => {
  it('are put together with images, in order, with a bookmark for each', async () => {
    const two = await pdfs.file('two.pdf', await pagesOf(['Six', 'Seven']))
    const jpg = shop.file('p.jpg', await noise(200, 100).jpeg().withMetadata({ density: 100 }).toBuffer())
    const frames = [noise(60, 40).png().toBuffer(), noise(60, 40).negate().png().toBuffer()]
    const tiff = shop.file(
      'p.tiff',
      await sharp(await Promise.all(frames), { join: { animated: true } })
        .tiff()
        .toBuffer(),
    )
    const files: [string, string][] = [
      [five, 'pdf'],
      [jpg, 'jpg'],
      [two, 'pdf'],
      [tiff, 'tiff'],
    ]
    const output = await pdfs.runAll('merge', files, { outline: 'per_file' })
    expect(output).toMatchObject({ pages: 10, warnings: [] })
    const texts = await pdfs.texts(output)
    expect([texts[0], texts[4], texts[5], texts[6], texts[7]]).toEqual(['One', 'Five', '', 'Six', 'Seven'])
    const facts = await pdfs.inspect(output.path)
    expect(facts.bookmarks).toEqual([
      { title: 'Counting', page: 1, level: 1 },
      { title: 'Document 2', page: 6, level: 1 },
      { title: 'Document 3', page: 7, level: 1 },
      { title: 'Document 4', page: 9, level: 1 },
    ])
    expect(facts.sizes).toContainEqual({ width: 144, height: 72, pages: 1 })
    const onSheets = await pdfs.runAll('merge', files.slice(0, 2), { picture_page: 'a4', outline: 'none' })
    expect((await pdfs.inspect(onSheets.path)).sizes).toContainEqual({
      width: 841.89,
      height: 595.28,
      pages: 1,
    })
  })

  it('keep their bookmarks, wherever their pages go', async () => {
    const both = await pdfs.runAll(
      'merge',
      [
        [five, 'pdf'],
        [five, 'pdf'],
      ],
      { outline: 'per_file' },
    )
    const again = await pdfs.runAll(
      'merge',
      [
        [five, 'pdf'],
        [both.path, 'pdf'],
      ],
      { outline: 'keep' },
    )
    const titles = ({ bookmarks }: { bookmarks: { title: string; page: number | null }[] }) =>
      bookmarks.map(({ title, page }) => `${title} ${page}`)
    expect(titles(await pdfs.inspect(again.path))).toEqual(['Counting 6', 'Counting 11'])
    const some = await pdfs.run('extract_pages', again.path, { pages: '11,1' })
    expect(titles(await pdfs.inspect(some.path))).toEqual(['Counting 1'])
    const parts = await pdfs.run('split', again.path, { by: 'bookmarks' })
    expect(parts).toMatchObject({ format: 'zip', entries: 3, pages: 15 })
  })

  it('are not made without bookmarks or ranges to go by', async () => {
    for (const by of ['ranges', 'bookmarks']) {
      const failure = await failureOf(pdfs.run('split', five, { by }))
      expect(failure.code).toBe('option_refused')
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('are named by their place when one cannot be used', async () => {
    const bad = shop.file('bad.pdf', '%PDF-1.7\nnothing')
    const failure = await failureOf(
      pdfs.runAll('merge', [
        [five, 'pdf'],
        [bad, 'pdf'],
      ]),
    )
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(/^File 2: .+\.$/)
  })

  it('keep the colours of an image with a profile', async () => {
    const solid = sharp({ create: { width: 60, height: 40, channels: 3, background: '#00ff00' } })
    const wide = await solid.withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    const jpg = shop.file('wide.jpg', wide)
    const { path } = await pdfs.runAll('merge', [
      [five, 'pdf'],
      [jpg, 'jpg'],
    ])
    const drawn = await shop.convert(path, 'png', { pages: '6', dpi: 96 })
    const { data } = await sharp(drawn.path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (const [channel, value] of [0, 255, 0].entries())
      expect(Math.abs((data[channel] ?? 0) - value)).toBeLessThan(12)
  })

  it('are not made of an image that is cut short', async () => {
    const whole = await noise(200, 100).jpeg().toBuffer()
    const jpg = shop.file('short.jpg', whole.subarray(0, whole.length - 2000))
    const failure = await failureOf(
      pdfs.runAll('merge', [
        [five, 'pdf'],
        [jpg, 'jpg'],
      ]),
    )
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(/^File 2: .+\.$/)
  })

  it('come of one, by number or by ranges', async () => {
    const open = async (output: { path: string }) => {
      const entries = readZipDirectory(output.path, 100)
      const read = async (name: string) =>
        (
          await pdfs.texts({
            path: shop.file('part.pdf', readZipEntry(output.path, entries, name, 1e6) as Buffer),
            pages: 3,
          })
        ).filter(Boolean)
      return Object.fromEntries(
        await Promise.all(entries.map(async ({ name }) => [name, await read(name)] as const)),
      )
    }
    const output = await pdfs.run('split', five, { every: 2 })
    expect(output).toMatchObject({ format: 'zip', entries: 3, pages: 5 })
    expect(await open(output)).toEqual({
      '1-pages-1-2.pdf': ['One', 'Two'],
      '2-pages-3-4.pdf': ['Three', 'Four'],
      '3-page-5.pdf': ['Five'],
    })
    expect(await open(await pdfs.run('split', five, { by: 'ranges', ranges: '1-3,5' }))).toEqual({
      '1-pages-1-3.pdf': ['One', 'Two', 'Three'],
      '2-page-5.pdf': ['Five'],
    })
  })
})
