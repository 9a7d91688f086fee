import { readFileSync } from 'node:fs'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { hasQpdf, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
let five = ''
beforeAll(async () => {
  await shop.open()
  five = await pdfs.five()
})
afterAll(() => shop.close())

describe('pages', () => {
  it.each([
    ['extract_pages', { pages: '4,1-2' }, ['Four', 'One', 'Two']],
    ['extract_pages', { pages: '3-1' }, ['Three', 'Two', 'One']],
    ['delete_pages', { pages: '2-4' }, ['One', 'Five']],
    ['reorder_pages', { order: '5,1' }, ['Five', 'One', 'Two', 'Three', 'Four']],
    ['reorder_pages', { reverse: true }, ['Five', 'Four', 'Three', 'Two', 'One']],
  ])('%s %j', async (operation, options, texts) => {
    const output = await pdfs.run(operation, five, options)
    expect(output).toMatchObject({ format: 'pdf', pages: texts.length, warnings: [] })
    expect(await pdfs.texts(output)).toEqual(texts)
    expect((await pdfs.inspect(output.path)).title).toBe('Counting')
  })

  it('that are deleted are no longer in the file', async () => {
    const plain = shop.file(
      'plain.pdf',
      await (await pagesOf(['Keep', 'Gone'])).save({ useObjectStreams: false }),
    )
    const output = await pdfs.run('delete_pages', plain, { pages: '2' })
    const bytes = await PDFDocument.load(readFileSync(output.path))
    expect(bytes.getPageCount()).toBe(1)
    if (hasQpdf) expect(said('qpdf', '--qdf', output.path, '-')).not.toMatch(/Gone|476f6e65/i)
  })

  it('are turned, and only those', async () => {
    const { path } = await pdfs.run('rotate_pages', five, { pages: '2', angle: 90 })
    const { sizes } = await pdfs.inspect(path)
    expect(sizes).toEqual([
      { width: 300, height: 200, pages: 4 },
      { width: 200, height: 300, pages: 1 },
    ])
  })

  it.each([
    ['a business card', 241, 156, {}],
    ['a label', 100, 100, {}],
    ['a strip', 300, 40, { angle: 0 }],
    ['a label, in a corner', 100, 100, { position: 'bottom_right' }],
    ['a label, with more words', 100, 100, { text: 'Draft, for internal use only', angle: 60 }],
  ])('have all of a watermark: %s', async (_, width, height, options) => {
    const path = await pdfs.file('small.pdf', await pagesOf([''], [width, height]))
    const { path: marked } = await pdfs.run('watermark', path, {
      opacity: 100,
      colour: '#000000',
      ...options,
    })
    const { data, info } = await pdfs.grey(marked)
    const isDark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 200
    const all = Array.from({ length: info.width * info.height }, (_, at) => at)
    const dark = all.filter((at) => isDark(at % info.width, Math.floor(at / info.width)))
    expect(dark.length).toBeGreaterThan(60)
    for (const at of dark) {
      const [x, y] = [at % info.width, Math.floor(at / info.width)]
      expect(Math.min(x, y, info.width - 1 - x, info.height - 1 - y), `${x}, ${y}`).toBeGreaterThan(1)
    }
    const word = String((options as { text?: string }).text ?? 'CONFIDENTIAL')
    expect((await pdfs.texts({ path: marked, pages: 1 }))[0]).toBe(word)
  })

  it('are measured as they are seen: cropped, turned, and one after the other where they differ', async () => {
    const document = await pagesOf(['One', 'Two', 'Three', 'Four'])
    document.getPage(2).setCropBox(20, 30, 100, 50)
    document.getPage(3).setCropBox(20, 30, 100, 50)
    document.getPage(3).setRotation(degrees(90))
    const { page_boxes, last_page, pages_looked_at } = await pdfs.inspect(await pdfs.file('b.pdf', document))
    const cropped = { x: 20, y: 30, width: 100, height: 50 }
    expect(page_boxes).toEqual([
      { page: 1, x: 0, y: 0, width: 300, height: 200, rotation: 0 },
      { page: 3, ...cropped, rotation: 0 },
      { page: 4, ...cropped, rotation: 90 },
    ])
    expect([last_page, pages_looked_at]).toEqual([{ ...cropped, rotation: 90 }, 4])
  })

  it.each([
    ['extract_pages', { pages: '6' }],
    ['delete_pages', { pages: '' }],
    ['delete_pages', { pages: '1-5' }],
    ['reorder_pages', { order: '0' }],
    ['rotate_pages', { pages: '9-' }],
    ['crop_pages', {}],
    ['crop_pages', { left: 60, right: 60 }],
    ['encrypt', {}],
    ['decrypt', {}],
    ['redact', {}],
    ['watermark', { text: 'smile 😀' }],
  ])('%s refuses %j with a sentence', async (operation, options) => {
    const failure = await failureOf(pdfs.here(operation, five, options))
    expect(failure.code).toBe('option_refused')
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
  })

  it('get another paper and another edge', async () => {
    const resized = await pdfs.run('resize_pages', five, { paper: 'a5' })
    expect((await pdfs.inspect(resized.path)).sizes).toEqual([{ width: 595.28, height: 419.53, pages: 5 }])
    expect(await pdfs.texts(resized)).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
    const cropped = await pdfs.run('crop_pages', five, { left: 25.5, pages: '1' })
    const [first] = (await pdfs.inspect(cropped.path)).sizes
    expect(first).toMatchObject({ width: expect.closeTo(300 - 72.28, 1), height: 200 })
    // What is seen of a turned page is cut where it is seen.
    const turned = await pdfs.run('rotate_pages', five, { angle: 90 })
    const cut = await pdfs.run('crop_pages', turned.path, { top: 5 })
    expect((await pdfs.inspect(cut.path)).sizes).toEqual([
      { width: 200, height: expect.closeTo(300 - 14.17, 1), pages: 5 },
    ])
    // The words began 20 points below what was the top, so they begin six below what is it now.
    const { data, info } = await pdfs.grey(cut.path)
    const inked = (top: number, bottom: number) =>
      data.subarray(info.width * top, info.width * bottom).some((grey) => grey < 128)
    expect([inked(0, 5), inked(5, 12)]).toEqual([false, true])
  })
})

describe('stamps', () => {
  it('say the same in every script, once or all over, over the page or behind it', async () => {
    const text = 'Größe Ωμέγα Привет 機密 비밀'
    const output = await pdfs.run('watermark', five, { text, size: 12, angle: 0, pages: '1-2', opacity: 100 })
    const texts = await pdfs.texts(output)
    expect(texts[0]).toContain(text)
    expect(texts[2]).toBe('Three')
    const dark = async (path: string) => {
      const { data } = await pdfs.grey(path)
      return data.reduce((count, grey) => count + (grey < 200 ? 1 : 0), 0)
    }
    const before = await dark(five)
    const once = await dark((await pdfs.run('watermark', five, { text: 'X', size: 40, opacity: 90 })).path)
    const tiled = await dark(
      (await pdfs.run('watermark', five, { text: 'X', size: 40, opacity: 90, position: 'tile' })).path,
    )
    expect(once).toBeGreaterThan(before + 50)
    expect(tiled).toBeGreaterThan(once * 2)
  })

  it('join Arabic letters and run from right to left', async () => {
    const { path } = await pdfs.run('watermark', five, {
      text: 'سري 12',
      size: 40,
      angle: 0,
      colour: '#000000',
      opacity: 100,
      pages: '3',
    })
    // The word is the text's beginning, so it stands on the right, the number on its left.
    const found = await pdfs.texts({ path, pages: 5 })
    expect(found[2]).toMatch(/12/)
    const { data, info } = await pdfs.grey(path, 3)
    const columns = Array.from(
      { length: info.width },
      (_, x) =>
        Array.from({ length: 60 }, (_, y) => data[(70 + y) * info.width + x] ?? 255).filter(
          (grey) => grey < 128,
        ).length,
    )
    const inked = columns.flatMap((count, x) => (count > 0 ? [x] : []))
    const gaps = inked.slice(1).map((x, index) => x - (inked[index] ?? x))
    // Two digits, a space, and letters that touch: the gap of the space is left of the middle.
    const widest = gaps.indexOf(Math.max(...gaps))
    expect(inked[widest]).toBeLessThan(((inked[0] ?? 0) + (inked.at(-1) ?? 0)) / 2 + 10)
  })

  it('number the pages from where they should', async () => {
    const output = await pdfs.run('page_numbers', five, {
      format: 'Seite {n} von {total}',
      first_page: 2,
      start: 7,
    })
    const texts = await pdfs.texts(output)
    expect(texts[0]).toBe('One')
    expect(texts[1]).toMatch(/Two\s+Seite 7 von 5/)
    expect(texts[4]).toMatch(/Five\s+Seite 10 von 5/)
  })

  it('stand upright on turned pages', async () => {
    const document = await pagesOf(['Sideways'], [200, 300])
    document.getPage(0).setRotation(degrees(90))
    const path = await pdfs.file('turned.pdf', document)
    const output = await pdfs.run('page_numbers', path, { format: 'MMMM', position: 'bottom', size: 20 })
    const { data, info } = await pdfs.grey(output.path)
    expect([info.width, info.height]).toEqual([300, 200])
    const inked = (top: number, bottom: number) =>
      data.subarray(top * info.width, bottom * info.width).filter((grey) => grey < 128).length
    expect(inked(150, 175)).toBeGreaterThan(100)
    expect(inked(176, 200)).toBe(0)
  })
})
