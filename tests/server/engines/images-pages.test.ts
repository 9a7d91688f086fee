import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPages } from '../../../server/engines/families/image/check-pages.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { colour, halves, near } from './image-files.ts'

const shop = new EngineHarness()
let png = ''

beforeAll(async () => {
  await shop.open()
  png = shop.file('halves.png', await halves(false))
})
afterAll(() => shop.close())

describe('images as pages', () => {
  const pageSizes = async (path: string) => {
    const { PDFDocument } = await import('@cantoo/pdf-lib')
    const document = await PDFDocument.load(readFileSync(path))
    return document.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())])
  }

  it('fit the image, or lie on paper as it does', async () => {
    expect(await pageSizes((await shop.convert(png, 'pdf')).path)).toEqual([[45, 30]])
    expect(await pageSizes((await shop.convert(png, 'pdf', { page_size: 'a4' })).path)).toEqual([[842, 595]])
    const tall = await shop.convert(png, 'png', { rotate: 90 })
    expect(await pageSizes((await shop.convert(tall.path, 'pdf', { page_size: 'letter' })).path)).toEqual([
      [612, 792],
    ])
  })

  it('show the image where it belongs', async () => {
    const { path, pages } = await shop.convert(png, 'pdf', { page_size: 'a4', margin: 10 })
    expect(pages).toBe(1)
    const drawn = await shop.convert(path, 'png', { dpi: 72 })
    expect(near(await colour(drawn.path, 421, 100), [255, 0, 0, 255])).toBe(true)
    expect(near(await colour(drawn.path, 421, 500), [0, 0, 255, 255])).toBe(true)
    expect(near(await colour(drawn.path, 10, 10), [255, 255, 255, 255])).toBe(true)
  })

  it('keep a JPEG’s own bytes when nothing is asked of it', async () => {
    const jpeg = await sharp(await halves(false))
      .flatten()
      .jpeg()
      .toBuffer()
    const { path } = await shop.convert(shop.file('a.jpg', jpeg), 'pdf')
    expect(readFileSync(path).includes(jpeg.subarray(20, -2))).toBe(true)
  })

  it('show no JPEG that is cut short', async () => {
    const jpeg = await sharp(await halves(false))
      .flatten()
      .jpeg()
      .toBuffer()
    const failure = await failureOf(
      shop.convert(shop.file('a.jpg', jpeg.subarray(0, jpeg.length - 40)), 'pdf'),
    )
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('are one for each page of a TIFF', async () => {
    const frame = await sharp(await halves(false))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const tiff = await sharp(Buffer.concat([frame.data, frame.data]), {
      raw: { width: 60, height: 80, channels: 4, pageHeight: 40 },
    })
      .tiff()
      .toBuffer()
    const { pages, path } = await shop.convert(shop.file('two.tiff', tiff), 'pdf')
    expect(pages).toBe((await sharp(tiff).metadata()).pages)
    expect(await pageSizes(path)).toHaveLength(pages ?? 0)
  })
})

describe('images as pages are opened by another reader', () => {
  const page = { width: 842, height: 595, image: { width: 60, height: 40 } }
  const right = { ...page, width: 841.89, height: 595.28 }
  const made = async () => (await shop.convert(png, 'pdf', { page_size: 'a4' })).path

  it('as they are', async () => {
    await expect(checkPages(await made(), [right])).resolves.toBeUndefined()
  })

  it('and not as other ones', async () => {
    const path = await made()
    for (const expected of [[], [right, right], [page], [{ ...right, image: { width: 60, height: 41 } }]]) {
      const failure = await failureOf(checkPages(path, expected))
      expect(failure.code).toBe('output_wrong')
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('and not where some of the file is missing, or it is none', async () => {
    const whole = readFileSync(await made())
    for (const bytes of [
      whole.subarray(0, whole.length * 0.9),
      // With an end, so that only what is before it can tell.
      Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from('\n%%EOF\n')]),
      readFileSync(png),
      Buffer.alloc(0),
    ])
      expect((await failureOf(checkPages(shop.file('a.pdf', bytes), [right]))).code).toBe('output_wrong')
  })
})
