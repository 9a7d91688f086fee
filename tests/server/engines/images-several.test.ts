import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZipDirectory } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { colourAt } from './image-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

describe('several images in one file', () => {
  async function animation(colours = ['#f00', '#0f0', '#00f']): Promise<string> {
    const frames = await Promise.all(
      colours.map((background) =>
        sharp({ create: { width: 30, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    return shop.file(
      'moving.gif',
      await sharp(frames, { join: { animated: true } })
        .gif({ delay: [100, 200, 300], loop: 2, keepDuplicateFrames: true })
        .toBuffer(),
    )
  }

  it('keeps frames, delays and repetitions between GIF and WebP', async () => {
    const webp = await shop.convert(await animation(), 'webp', { lossless: true })
    expect(webp).toMatchObject({ width: 30, height: 20 })
    for (const made of [webp, await shop.convert(webp.path, 'gif')]) {
      expect(await sharp(made.path).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 })
      expect((await colourAt(made.path, 5, 5, 1)).slice(0, 3)).toBe('0f0')
    }
  })

  it('turns an animation frame by frame', async () => {
    const output = await shop.convert(await animation(), 'webp', { rotate: 90, lossless: true })
    expect(output).toMatchObject({ width: 20, height: 30 })
    expect(await sharp(output.path).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300] })
  })

  it.each([{ flip: true }, { rotate: 180 }])('keeps the order of its frames with %j', async (options) => {
    const output = await shop.convert(await animation(), 'webp', { ...options, lossless: true })
    expect(await sharp(output.path).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 })
    expect((await colourAt(output.path, 5, 5, 0)).slice(0, 3)).toBe('f00')
    expect((await colourAt(output.path, 5, 5, 2)).slice(0, 3)).toBe('00f')
  })

  it('turns one whose frames are all alike', async () => {
    const source = await animation(['#0f0', '#0f0', '#0f0'])
    expect((await sharp(source).metadata()).pages).toBe(3)
    expect(await shop.convert(source, 'webp', { rotate: 90 })).toMatchObject({ width: 20, height: 30 })
  })

  it('takes the first frame for a target that shows one, and says so', async () => {
    const { path, warnings } = await shop.convert(await animation(), 'png')
    expect(await colourAt(path, 5, 5)).toMatch(/^f00/)
    expect(warnings.join()).toMatch(/first image/)
  })
})

it('makes an archive of the pages of a TIFF, whatever their sizes', async () => {
  // Two directories in one file: the second page's offsets are moved behind the first page.
  const page = async (width: number) =>
    sharp({ create: { width, height: 4, channels: 3, background: '#00f' } })
      .tiff({ compression: 'none' })
      .toBuffer()
  const output = await shop.convert(shop.file('two.tiff', chain(await page(8), await page(6))), 'png')
  expect(output).toMatchObject({ format: 'zip', entries: 2, pages: 2 })
  expect(readZipDirectory(output.path, 10).map(({ name }) => name)).toEqual(['page-1.png', 'page-2.png'])
  expect(readFileSync(output.path).length).toBeGreaterThan(100)
})

it('draws a small image of the first page of a TIFF', async () => {
  const page = (background: string) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer()
  const tiff = await sharp([await page('#f00'), await page('#00f')], { join: { animated: true } })
    .tiff()
    .toBuffer()
  const { path, ...size } = await shop.convert(
    shop.file('two.tiff', tiff),
    'webp',
    {},
    { operation: 'thumbnail' },
  )
  expect(size).toMatchObject({ format: 'webp', width: 30, height: 20 })
  expect((await colourAt(path, 5, 5)).slice(0, 3)).toMatch(/^[ef][01][01]$/)
})

it('refuses a TIFF of more pages than it would convert, and drops none', async () => {
  const pages = 1001
  const tiff = await sharp(Buffer.alloc(4 * 4 * 3 * pages, 100), {
    raw: { width: 4, height: 4 * pages, channels: 3, pageHeight: 4 },
  })
    .tiff()
    .toBuffer()
  const source = shop.file('many.tiff', tiff)
  for (const target of ['png', 'pdf']) {
    const failure = await failureOf(shop.convert(source, target))
    expect(failure.code).toBe('source_too_complex')
    expect(failure.message).toMatch(SENTENCE)
  }
})

/**
 * Hangs the directory of the second TIFF behind that of the first; both little-endian, all offsets
 * of the second moved.
 */
function chain(first: Buffer, second: Buffer): Buffer {
  const moved = Buffer.from(second)
  const shift = first.length + (first.length % 2)
  const directory = moved.readUInt32LE(4)
  const SIZES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 12: 8 }
  for (let index = 0; index < moved.readUInt16LE(directory); index++) {
    const at = directory + 2 + 12 * index
    const tag = moved.readUInt16LE(at)
    const bytes = (SIZES[moved.readUInt16LE(at + 2)] ?? 1) * moved.readUInt32LE(at + 4)
    // A value that does not fit, and the strips' places, which are offsets themselves.
    if (bytes > 4 || tag === 273) moved.writeUInt32LE(moved.readUInt32LE(at + 8) + shift, at + 8)
  }
  const whole = Buffer.concat([first, Buffer.alloc(first.length % 2), moved])
  const start = whole.readUInt32LE(4)
  whole.writeUInt32LE(directory + shift, start + 2 + 12 * whole.readUInt16LE(start))
  return whole
}
