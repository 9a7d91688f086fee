import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EngineFailure } from '../../../server/engines/engine.ts'
import { type Bench, proveResult } from '../../../server/engines/pdf/bench.ts'
import { type EditName, type EditOptions, runEdit } from '../../../server/engines/pdf/edit/run-edit.ts'
import { startPdfium } from '../../../server/engines/pdf/pdfium.ts'
import { loadQpdf } from '../../../server/engines/pdf/qpdf.ts'
import { readZipDirectory, readZipEntry } from '../../../server/engines/source/zip.ts'
import { CORPORA, failureOf, hasCorpora, JARGON, SENTENCE, Workshop } from './helpers.ts'
import { hasQpdf, noise, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new Workshop()
const pdfs = new PdfShop(shop)
let five = ''
beforeAll(async () => {
  await shop.open()
  const document = await pagesOf(['One', 'Two', 'Three', 'Four', 'Five'])
  document.setTitle('Counting')
  five = await pdfs.file('five.pdf', document)
})
afterAll(() => shop.close())

/** An operation in this process, which no failure costs a child. Its options are checked as the server checks them. */
async function here(operation: string, path: string, options: Record<string, unknown>) {
  // qpdf says what it thinks of a file; a child's words go to the log.
  for (const level of ['log', 'error'] as const) vi.spyOn(console, level).mockReturnValue()
  bench ??= { pdfium: await startPdfium(), qpdf: await loadQpdf() }
  const entry = shop.engines.operations({ from: 'pdf', to: 'pdf' }).find((one) => one.operation === operation)
  const checked = entry && shop.engines.checkOptions(entry, options)
  if (!checked?.ok) throw new Error(`${operation} does not take ${JSON.stringify(options)}`)
  const context = { bench, maxPixels: 1e8, report: () => {} }
  const edited = await runEdit(
    context,
    operation,
    readFileSync(path),
    checked.options as unknown as EditOptions[EditName],
  )
  await proveResult(bench, edited)
  return edited
}
let bench: Bench | null = null

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
    const failure = await failureOf(here(operation, five, options))
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

describe('several files', () => {
  it('are put together with pictures, in order, with a bookmark for each', async () => {
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

describe('protection', () => {
  it('wants the password, and is gone without it', async () => {
    const options = {
      user_password: 'ö@-x"',
      owner_password: 'Ü',
      allow_printing: false,
      allow_copying: false,
    }
    const locked = await pdfs.run('encrypt', five, options)
    expect((await failureOf(pdfs.run('inspect', locked.path, {}, 'json'))).code).toBe('source_encrypted')
    if (hasQpdf) {
      const shown = said('qpdf', '--show-encryption', `--password=${options.owner_password}`, locked.path)
      expect(shown).toMatch(/file encryption method: AESv3/)
      expect(shown).toMatch(/print high resolution: not allowed/)
      expect(shown).toMatch(/extract for any purpose: not allowed/)
      expect(shown).toMatch(/modify anything: allowed/)
    }
    for (const password of ['wrong', '']) {
      const failure = await failureOf(pdfs.run('decrypt', locked.path, { password }))
      expect(failure.code).toBe('source_encrypted')
      expect(failure.message).toMatch(SENTENCE)
    }
    for (const password of [options.user_password, options.owner_password]) {
      const open = await pdfs.run('decrypt', locked.path, { password })
      expect(await pdfs.inspect(open.path)).toMatchObject({ encrypted: false, pages: 5 })
      expect((await pdfs.texts(open))[4]).toBe('Five')
    }
  })

  it('that only restricts is seen and can be removed', async () => {
    const restricted = await pdfs.run('encrypt', five, { allow_copying: false })
    expect(await pdfs.inspect(restricted.path)).toMatchObject({
      encrypted: true,
      permissions: { print: true, copy: false, change: true },
    })
    const turned = await pdfs.run('rotate_pages', restricted.path)
    expect(turned.warnings).toEqual([expect.stringMatching(/restricted/)])
    const { path } = await pdfs.run('decrypt', restricted.path)
    expect((await pdfs.inspect(path)).encrypted).toBe(false)
  })

  it('marks its passwords, so that they are shown to nobody', () => {
    for (const [name, options] of [
      ['encrypt', ['user_password', 'owner_password']],
      ['decrypt', ['password']],
    ] as const) {
      const found = shop.engines.operations({ from: 'pdf' }).find(({ operation }) => operation === name)
      for (const option of options)
        expect(found?.options.properties[option]).toMatchObject({ format: 'password', writeOnly: true })
    }
  })
})

describe('size', () => {
  it('goes down with the pictures, and the pages look the same', async () => {
    const document = await PDFDocument.create()
    const smooth = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3060a0' } })
      .composite([{ input: await noise(200, 200).blur(8).png().toBuffer(), left: 300, top: 200 }])
      .png()
      .toBuffer()
    const grainy = await noise(900, 600).blur(0.6).png().toBuffer()
    for (const picture of [smooth, grainy]) {
      const image = await document.embedPng(picture)
      document.addPage([300, 200]).drawImage(image, { x: 0, y: 0, width: 300, height: 200 })
    }
    const path = await pdfs.file('pictures.pdf', document)
    const sizes: number[] = [statSync(path).size]
    for (const pictures of ['light', 'medium', 'strong']) {
      const output = await pdfs.run('optimize', path, { pictures })
      expect(output.pages).toBe(2)
      sizes.push(statSync(output.path).size)
      const [before, after] = [await pdfs.grey(path, 1, 36), await pdfs.grey(output.path, 1, 36)]
      const apart = before.data.reduce((sum, grey, at) => sum + Math.abs(grey - (after.data[at] ?? 0)), 0)
      expect(apart / before.data.length).toBeLessThan(4)
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes.at(-1)).toBeLessThan((sizes[0] ?? 0) / 10)
  })

  it('never goes up', async () => {
    const once = await pdfs.run('optimize', five)
    const twice = await pdfs.run('optimize', once.path)
    expect(statSync(twice.path).size).toBeLessThanOrEqual(statSync(once.path).size)
    expect(twice.warnings).toContainEqual(expect.stringMatching(/unchanged/))
    const web = await pdfs.run('optimize', five, { linearize: true })
    expect(readFileSync(web.path).subarray(0, 1024).toString('latin1')).toContain('/Linearized')
  })
})

describe('forms and information', () => {
  it('become part of the page', async () => {
    const document = await pagesOf(['Form'])
    const field = document.getForm().createTextField('name')
    field.setText('Ada')
    field.addToPage(document.getPage(0), { x: 20, y: 20, width: 100, height: 30 })
    const path = await pdfs.file('form.pdf', document)
    expect(await pdfs.inspect(path)).toMatchObject({ form: 'acroform', form_fields: 1 })
    const output = await pdfs.run('flatten', path)
    expect(await pdfs.inspect(output.path)).toMatchObject({ form: 'none', form_fields: 0, annotations: 0 })
    expect((await pdfs.texts(output))[0]).toMatch(/Form\s+Ada/)
  })

  it('are set, kept and removed', async () => {
    const set = await pdfs.run('metadata', five, { author: 'Žoë <b>', keywords: 'a, b' })
    expect(await pdfs.inspect(set.path)).toMatchObject({
      title: 'Counting',
      author: 'Žoë <b>',
      keywords: 'a, b',
    })
    const gone = await pdfs.run('metadata', set.path, { remove_all: true, subject: 'S' })
    expect(await pdfs.inspect(gone.path)).toMatchObject({
      title: '',
      author: '',
      subject: 'S',
      producer: '',
      created: '',
    })
  })
})

describe('looks', () => {
  it('at the first page, in the width that was asked for', async () => {
    const output = await pdfs.run('thumbnail', five, { width: 96 }, 'webp')
    expect(output).toMatchObject({ format: 'webp', width: 96, height: 64 })
    expect(await sharp(output.path).metadata()).toMatchObject({ format: 'webp', width: 96, height: 64 })
    expect((await sharp(output.path).stats()).channels[0]?.min).toBeLessThan(200)
  })

  it('at each picture, once', async () => {
    const document = await PDFDocument.create()
    const image = await document.embedPng(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ff8000' } })
        .png()
        .toBuffer(),
    )
    for (let page = 0; page < 2; page++) document.addPage([100, 100]).drawImage(image)
    const output = await pdfs.run('extract_images', await pdfs.file('p.pdf', document), {}, 'png')
    expect(output).toMatchObject({ format: 'zip', entries: 1 })
    const picture = readZipEntry(output.path, readZipDirectory(output.path, 10), 'page-1-picture-1.png', 1e6)
    const { data, info } = await sharp(picture as Buffer)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([40, 30, 255, 128, 0])
  })

  it('at the words, as a document that can be edited', async () => {
    for (const target of ['docx', 'html']) {
      const output = await shop.convert(five, target, { pages: '2-3' })
      expect(output.warnings[0]).toMatch(/not the layout/)
      const html = target === 'html' ? output : await shop.convert(output.path, 'html')
      expect(readFileSync(html.path, 'utf8')).toMatch(/Two[\s\S]*Three/)
      expect(readFileSync(html.path, 'utf8')).not.toMatch(/Four/)
    }
  })
})

/** Operations with options that most files can take. */
const OPERATIONS: [string, Record<string, unknown>][] = [
  ['extract_pages', { pages: '1' }],
  ['reorder_pages', { reverse: true }],
  ['rotate_pages', {}],
  ['watermark', { text: 'Größe' }],
  ['page_numbers', {}],
  ['encrypt', { user_password: 'x' }],
  ['optimize', {}],
  ['flatten', {}],
  ['redact', { terms: ['Potato'], emails: true }],
  ['metadata', { title: 'Ü' }],
  ['repair', {}],
  ['resize_pages', {}],
  ['crop_pages', { left: 10 }],
]
const DAMAGED = ['bad13.pdf', 'bad25.pdf', 'pages-loop.pdf', 'deep-pages.pdf', 'outlines-with-loop.pdf']
const CODES = ['source_damaged', 'source_empty', 'option_refused', 'source_encrypted']

describe.runIf(hasCorpora)('damaged files', () => {
  it.each(OPERATIONS)('%s ends well, or with a sentence', async (operation, options) => {
    const paths = [...DAMAGED.map((file) => join('pdf', file)), 'hostile/page-loop.pdf', 'pdf/20-pages.pdf']
    for (const path of paths) {
      const outcome = await here(operation, join(CORPORA, path), options).catch((error: unknown) => error)
      if (outcome instanceof EngineFailure) {
        expect(CODES, `${path}: ${outcome.message}`).toContain(outcome.code)
        expect(outcome.message).toMatch(SENTENCE)
        expect(outcome.message).not.toMatch(JARGON)
      } else {
        expect(outcome, path).toMatchObject({ pages: expect.any(Number) })
        expect(path).not.toMatch(/page-loop|20-pages/)
        if (!hasQpdf) continue
        const made = shop.file('made.pdf', (outcome as { bytes: Uint8Array }).bytes)
        expect(said('qpdf', '--password=x', '--check', made), path).toMatch(
          /No syntax or stream encoding errors/,
        )
      }
    }
  })

  it.each([
    ['inspect', 'json'],
    ['thumbnail', 'webp'],
    ['split', 'pdf'],
  ])('%s gives a sentence for a tree of pages that leads nowhere', async (operation, target) => {
    const failure = await failureOf(pdfs.run(operation, join(CORPORA, 'hostile/page-loop.pdf'), {}, target))
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(SENTENCE)
  })
})
