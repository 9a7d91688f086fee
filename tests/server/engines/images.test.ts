import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IMAGE_OPTIONS } from '../../../server/engines/image/options.ts'
import { readZipDirectory } from '../../../server/engines/source/zip.ts'
import { failureOf, SENTENCE, Workshop } from './helpers.ts'

const shop = new Workshop()
let jpg = ''
let png = ''

/** Four fields: red, green above blue, yellow; 80 × 40. */
async function fields(): Promise<Buffer> {
  const field = (background: string, left: number, top: number) => ({
    input: { create: { width: 40, height: 20, channels: 3 as const, background } },
    left,
    top,
  })
  return sharp({ create: { width: 80, height: 40, channels: 3, background: '#000' } })
    .composite([field('#f00', 0, 0), field('#0f0', 40, 0), field('#00f', 0, 20), field('#ff0', 40, 20)])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** The colour at a place of a result, rounded to what a lossy format keeps: `f00`. */
async function colourAt(path: string, x: number, y: number, page = 0): Promise<string> {
  const { data, info } = await sharp(path, { page })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  const digit = (value: number) => Math.min(15, Math.round(value / 16)).toString(16)
  return Array.from({ length: info.channels }, (_, index) => digit(data[at + index] ?? 0)).join('')
}

beforeAll(async () => {
  await shop.open()
  png = shop.file('fields.png', await fields())
  // Orientation 6: the camera was turned, so that the picture is 40 wide and 80 high when seen.
  jpg = shop.file(
    'turned.jpg',
    await sharp(await fields())
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation: 6 })
      .toBuffer(),
  )
})
afterAll(() => shop.close())

describe('pairs', () => {
  const targets = Object.keys(IMAGE_OPTIONS)

  it.each(targets)('everything into %s, upright and with its colours', async (target) => {
    for (const source of targets) {
      const made =
        source === 'png'
          ? png
          : (
              await shop.convert(
                png,
                source,
                source === 'webp' || source === 'avif' ? { lossless: true } : {},
              )
            ).path
      const output = await shop.convert(
        made,
        target,
        'quality' in IMAGE_OPTIONS[target as 'jpg'].shape ? { quality: 95 } : {},
      )
      expect(output, `${source} → ${target}`).toMatchObject({
        format: target,
        width: 80,
        height: 40,
        warnings: [],
      })
      expect((await colourAt(output.path, 10, 5)).slice(0, 3), `${source} → ${target}`).toMatch(
        /^[ef][01][01]$/,
      )
      expect((await colourAt(output.path, 70, 35)).slice(0, 3), `${source} → ${target}`).toMatch(
        /^[ef][ef][0-2]$/,
      )
    }
  })

  it.each(targets)('a turned photograph into %s', async (target) => {
    const output = await shop.convert(jpg, target)
    expect(output).toMatchObject({ width: 40, height: 80 })
    // Turned clockwise, the blue field from below left is above left.
    expect((await colourAt(output.path, 5, 10)).slice(0, 3)).toMatch(/^[0-2][0-2][d-f]$/)
    expect((await sharp(output.path).metadata()).orientation ?? 1).toBe(1)
  })
})

describe('changes', () => {
  it('crops what was asked for', async () => {
    const { path, width, height } = await shop.convert(png, 'png', {
      crop_x: 40,
      crop_y: 20,
      crop_width: 30,
      crop_height: 10,
    })
    expect([width, height]).toEqual([30, 10])
    expect(await colourAt(path, 0, 0)).toBe('ff0')
  })

  it('crops in the picture as it is seen', async () => {
    const { path } = await shop.convert(jpg, 'png', { crop_x: 0, crop_y: 0, crop_width: 15, crop_height: 35 })
    expect(await colourAt(path, 5, 5)).toMatch(/^[01][01][ef]$/)
  })

  it.each([
    [90, '00f', 40, 80],
    [180, 'ff0', 80, 40],
    [270, '0f0', 40, 80],
  ])('rotates by %i degrees, then resizes', async (rotate, colour, width, height) => {
    const { path, ...size } = await shop.convert(png, 'png', { rotate })
    expect(size).toMatchObject({ width, height })
    expect(await colourAt(path, 2, 2)).toBe(colour)
    expect(await shop.convert(png, 'png', { rotate, width: width / 2 })).toMatchObject({
      width: width / 2,
      height: height / 2,
    })
  })

  it('mirrors, and takes the colours out', async () => {
    expect(await colourAt((await shop.convert(png, 'png', { flop: true })).path, 2, 2)).toBe('0f0')
    expect(await colourAt((await shop.convert(png, 'png', { flip: true })).path, 2, 2)).toBe('00f')
    const { path } = await shop.convert(png, 'png', { grayscale: true })
    const [red, green, blue] = await colourAt(path, 2, 2)
    expect(new Set([red, green ?? red, blue ?? red]).size).toBe(1)
  })

  it.each([
    ['inside', 40, 20],
    ['contain', 40, 40],
    ['cover', 40, 40],
    ['fill', 40, 40],
  ])('fits by %s', async (fit, width, height) => {
    expect(await shop.convert(png, 'png', { fit, width: 40, height: 40 })).toMatchObject({ width, height })
  })

  it('never enlarges a picture, but draws a drawing in the size asked for', async () => {
    expect(await shop.convert(png, 'png', { width: 800 })).toMatchObject({ width: 80, height: 40 })
    const svg = shop.file(
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0f0"/></svg>',
    )
    const output = await shop.convert(svg, 'png', { width: 800 })
    expect(output).toMatchObject({ width: 800, height: 400 })
    expect((await colourAt(output.path, 799, 399)).slice(0, 3)).toBe('0f0')
  })

  it('puts a colour behind transparency where the target has none', async () => {
    const clear = await sharp({
      create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const source = shop.file('clear.png', clear)
    expect(await colourAt((await shop.convert(source, 'jpg')).path, 5, 5)).toBe('fff')
    expect(await colourAt((await shop.convert(source, 'jpg', { background: '#ff0000' })).path, 5, 5)).toMatch(
      /^[ef]00$/,
    )
    expect(await colourAt((await shop.convert(source, 'webp')).path, 5, 5)).toMatch(/0$/)
    expect(
      (
        await colourAt(
          (
            await shop.convert(source, 'webp', { background: '#0000ff', lossless: true })
          ).path,
          5,
          5,
        )
      ).slice(0, 3),
    ).toBe('00f')
  })

  it('removes metadata unless asked to keep it', async () => {
    const shot = await sharp(await fields())
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .toBuffer()
    const source = shop.file('shot.jpg', shot)
    expect((await sharp((await shop.convert(source, 'jpg')).path).metadata()).exif).toBeUndefined()
    const kept = await shop.convert(source, 'jpg', { strip_metadata: false })
    expect((await sharp(kept.path).metadata()).exif?.toString('latin1')).toContain('Somebody')
  })

  it('refuses a crop that lies outside or is half given', async () => {
    for (const options of [{ crop_x: 70, crop_width: 20, crop_height: 5 }, { crop_width: 5 }]) {
      const failure = await failureOf(shop.convert(png, 'png', options))
      expect(failure.code).toBe('option_refused')
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})

describe('several pictures in one file', () => {
  async function animation(): Promise<string> {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 30, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    return shop.file(
      'moving.gif',
      await sharp(frames, { join: { animated: true } })
        .gif({ delay: [100, 200, 300], loop: 2 })
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

  it('takes the first frame for a target that shows one, and says so', async () => {
    const { path, warnings } = await shop.convert(await animation(), 'png')
    expect(await colourAt(path, 5, 5)).toMatch(/^f00/)
    expect(warnings.join()).toMatch(/first picture/)
  })
})

describe('SVG', () => {
  it('draws letters with a font that comes along', async () => {
    const svg = (text: string) =>
      shop.file(
        't.svg',
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#fff"/><text x="5" y="30" font-family="Arial" font-size="30">${text}</text></svg>`,
      )
    const ink = async (text: string) =>
      (
        await sharp((await shop.convert(svg(text), 'png')).path)
          .grayscale()
          .stats()
      ).channels[0]?.mean ?? 255
    expect(await ink('')).toBe(255)
    const [wide, narrow] = [await ink('WWWW'), await ink('iiii')]
    expect(wide).toBeLessThan(250)
    // Boxes for missing letters would all be alike.
    expect(narrow).toBeGreaterThan(wide + 3)
    expect(await ink('日本')).toBeLessThan(250)
  })

  it.each([
    [
      'an outside picture',
      '<image href="file:///etc/passwd" width="9" height="9"/><image xlink:href="http://127.0.0.1:9/x.png" width="9" height="9"/>',
      '2 references',
    ],
    [
      'an outside style',
      '<style>@import "http://127.0.0.1:9/a.css"; rect { fill: url(http://127.0.0.1:9/b) }</style>',
      '2 references',
    ],
  ])('shows a drawing without %s and says so', async (_, inner, said) => {
    const source = shop.file(
      'o.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${inner}<rect width="1" height="1"/></svg>`,
    )
    expect((await shop.convert(source, 'png')).warnings.join()).toContain(said)
  })

  it('takes the name spaces that drawing programs declare as entities', async () => {
    const source = shop.file(
      'ai.svg',
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" width="10" height="10"><rect width="10" height="10"/></svg>',
    )
    expect(await shop.convert(source, 'png')).toMatchObject({ width: 10, height: 10 })
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

/** Hangs the directory of the second TIFF behind that of the first; both little-endian, all offsets of the second moved. */
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
