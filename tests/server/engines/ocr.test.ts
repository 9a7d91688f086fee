import { readFileSync } from 'node:fs'
import { degrees, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  installedLanguages,
  languageFile,
  languageName,
} from '../../../server/engines/families/ocr/languages.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { hasPoppler, noise, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
/**
 * A page with a few lines, drawn at 150 dots per inch; its words begin a hundred pixels from the
 * left.
 */
let page: Buffer
let path = ''
beforeAll(async () => {
  await shop.open()
  const words = await pagesOf([])
  const font = await words.embedFont(StandardFonts.Helvetica)
  const sheet = words.addPage([420, 200])
  for (const [index, text] of ['Invoice number 4711', 'The quick brown fox', 'jumps over it.'].entries())
    sheet.drawText(text, { x: 48, y: 150 - 22 * index, size: 16, font })
  const drawn = await shop.convert(await pdfs.file('words.pdf', words), 'png', { dpi: 150 })
  page = await sharp(drawn.path).toBuffer()
  page = await sharp(page).withMetadata({ density: 150 }).png().toBuffer()
  path = shop.file('scan.png', page)
})
afterAll(() => shop.close())

const read = (
  from: string,
  target: string,
  options: Record<string, unknown> = {},
  stages?: [string, number | null][],
) => shop.convert(from, target, options, { operation: 'ocr', ...(stages && { stages }) })

describe('text recognition', () => {
  it('makes an image a page that can be searched, with the words where they stand', async () => {
    const stages: [string, number | null][] = []
    const output = await read(path, 'pdf', {}, stages)
    expect(output).toMatchObject({ format: 'pdf', pages: 1, warnings: [] })
    expect((await pdfs.texts(output))[0]).toMatch(/Invoice number 4711\s+The quick brown fox/)
    const facts = await pdfs.inspect(output.path)
    expect(facts).toMatchObject({ pages_with_text: 1, pages_with_pictures: 1 })
    expect(facts.sizes[0]).toMatchObject({ width: expect.closeTo(420, 0), height: expect.closeTo(200, 0) })
    // What is seen is the image, as it was.
    const seen = await pdfs.grey(output.path, 1, 75)
    const before = await sharp(page).resize(seen.info.width).grayscale().raw().toBuffer()
    const apart = seen.data.reduce((sum, grey, at) => sum + Math.abs(grey - (before[at] ?? 0)), 0)
    expect(apart / before.length).toBeLessThan(3)
    const progress = stages.map(([, share]) => share).filter((share) => share !== null)
    expect(progress.length).toBeGreaterThan(3)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    if (!hasPoppler) return
    const [, x, y] =
      /xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>Invoice</.exec(said('pdftotext', '-bbox', output.path, '-')) ?? []
    expect(Number(x)).toBeCloseTo(48, -0.5)
    expect(Number(y)).toBeGreaterThan(28)
    expect(Number(y)).toBeLessThan(42)
  })

  it('reads the pages of a PDF that have no text, and leaves the others alone', async () => {
    const document = await pagesOf(['Written before'])
    const scan = document.addPage([420, 200])
    scan.drawImage(await document.embedPng(page), { x: 0, y: 0, width: 420, height: 200 })
    // A page that was scanned sideways and is turned to be read.
    const sideways = document.addPage([200, 420])
    const turned = await document.embedPng(await sharp(page).rotate(270).png().toBuffer())
    sideways.drawImage(turned, { x: 0, y: 0, width: 200, height: 420 })
    sideways.setRotation(degrees(90))
    const source = await pdfs.file('mixed.pdf', document)
    const output = await read(source, 'pdf')
    const texts = await pdfs.texts(output)
    expect(texts[0]).toBe('Written before')
    for (const text of texts.slice(1)) expect(text).toMatch(/Invoice number 4711[\s\S]*jumps over it/)
    const text = readFileSync((await read(source, 'txt', { pages: '1-2', dpi: 150 })).path, 'utf8')
    expect(text).toMatch(/^Written before\n\nInvoice number 4711\n/)
    expect(text.match(/Invoice/g)).toHaveLength(1)
  })

  it('gives paragraphs as Markdown, and takes JPEG and each page of a TIFF', async () => {
    const jpg = shop.file('scan.jpg', await sharp(page).jpeg({ quality: 90 }).toBuffer())
    expect(readFileSync((await read(jpg, 'md')).path, 'utf8')).toMatch(
      /Invoice number 4711 The quick brown fox jumps over it\./,
    )
    const frames = await sharp([page, page], { join: { animated: true } })
      .tiff()
      .toBuffer()
    const tiff = await read(shop.file('scan.tiff', frames), 'txt')
    expect(tiff.pages).toBe(2)
    expect(readFileSync(tiff.path, 'utf8').match(/Invoice/g)).toHaveLength(2)
  })

  it('says when there is nothing to read, or when it is unsure', async () => {
    const blank = shop.file(
      'blank.png',
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    const failure = await failureOf(read(blank, 'txt'))
    expect(failure.code).toBe('output_empty')
    expect(failure.message).toMatch(SENTENCE)
    const blurred = shop.file(
      'blurred.png',
      await sharp(page)
        .blur(5)
        .composite([{ input: await noise(875, 417).png().toBuffer(), blend: 'overlay' }])
        .png()
        .toBuffer(),
    )
    const unsure = await read(blurred, 'txt').catch((error: unknown) => error)
    if (unsure instanceof Error) expect(unsure).toMatchObject({ code: 'output_empty' })
    else expect(unsure).toMatchObject({ warnings: [expect.stringMatching(/uncertain/)] })
  })

  it('refuses damaged images with a sentence', async () => {
    const cut = shop.file('cut.png', page.subarray(0, 2000))
    const failure = await failureOf(read(cut, 'pdf'))
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(SENTENCE)
  })
})

describe('languages', () => {
  it('are those whose packages are installed, and nothing else is ever asked for', () => {
    expect(installedLanguages()).toContain('eng')
    const [operation] = shop.engines
      .operations({ from: 'pdf', to: 'md' })
      .filter((one) => one.operation === 'ocr')
    expect(operation?.options.properties.language).toMatchObject({
      enum: installedLanguages(),
      enumLabels: expect.arrayContaining(['English']),
      default: 'eng',
    })
    for (const code of ['deu_none', '../eng', 'https://example.org/eng', ''])
      expect(languageFile(code)).toBeNull()
    expect(languageName('deu')).toBe('German')
    expect(languageName('x!')).toBe('x!')
  })
})
