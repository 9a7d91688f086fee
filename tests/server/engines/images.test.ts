import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IMAGE_OPTIONS } from '../../../server/engines/families/image/options.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { colourAt, fields } from './image-files.ts'

const shop = new EngineHarness()
let jpg = ''
let png = ''

beforeAll(async () => {
  await shop.open()
  png = shop.file('fields.png', await fields())
  // Orientation 6: the camera was turned, so that the image is 40 wide and 80 high when seen.
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

  it('crops in the image as it is seen', async () => {
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

  describe('cut around a focal point', () => {
    const corners = async (path: string, side: number) => {
      const at = [1, side - 2]
      return Promise.all(at.flatMap((x) => at.map((y) => colourAt(path, x, y))))
    }
    const cut = { fit: 'cover', width: 40, height: 40 }

    it.each([
      ['the left edge', { focal_x: 0 }, ['f00', '00f']],
      ['the right edge', { focal_x: 100 }, ['0f0', 'ff0']],
      ['the center', {}, ['f00', '00f', '0f0', 'ff0']],
    ])('keeps %s', async (_name, point, colours) => {
      const { path } = await shop.convert(png, 'png', { ...cut, ...point })
      expect(new Set(await corners(path, 40))).toEqual(new Set(colours))
    })

    it.each([
      [{ rotate: 90 }],
      [{ rotate: 180 }],
      [{ rotate: 270 }],
      [{ flop: true }],
      [{ rotate: 90, flip: true }],
      [{ rotate: 270, flop: true }],
    ])('keeps the same part of an image with %o', async (turn) => {
      const { path } = await shop.convert(png, 'png', { ...cut, ...turn, focal_x: 100 })
      expect(new Set(await corners(path, 40))).toEqual(new Set(['0f0', 'ff0']))
    })

    it('keeps a marked corner, to the pixel', async () => {
      const mark = { input: Buffer.from([0, 0, 0]), raw: { width: 1, height: 1, channels: 3 as const } }
      const marked = shop.file(
        'marked.png',
        await sharp(await fields())
          .composite([{ ...mark, left: 79, top: 39 }])
          .png()
          .toBuffer(),
      )
      const corner = async (width: number, height: number, point: Record<string, number>) => {
        const { path } = await shop.convert(marked, 'png', { fit: 'cover', width, height, ...point })
        return colourAt(path, width - 1, height - 1)
      }
      expect(await corner(40, 40, { focal_x: 100 })).toBe('000f')
      expect(await corner(40, 40, { focal_x: 74 })).toBe('ff0f')
      expect(await corner(80, 10, { focal_y: 100 })).toBe('000f')
      expect(await corner(80, 10, { focal_y: 86 })).toBe('ff0f')
    })

    it('counts in the image as it is seen, and within the crop', async () => {
      const turned = { fit: 'cover', width: 20, height: 20, focal_y: 0 }
      // Blue is above left, once the photo stands upright.
      const { path, ...size } = await shop.convert(jpg, 'png', turned)
      expect(size).toMatchObject({ width: 20, height: 20 })
      expect(await colourAt(path, 2, 2)).toMatch(/^[01][01][ef]$/)
      expect(await colourAt(path, 2, 17)).toMatch(/^[01][01][ef]$/)
      // The crop has the two fields at the right; the point lies far to the left of it.
      const crop = { crop_x: 30, crop_y: 0, crop_width: 50, crop_height: 20 }
      const cropped = await shop.convert(png, 'png', {
        ...crop,
        fit: 'cover',
        width: 10,
        height: 20,
        focal_x: 0,
      })
      expect(cropped).toMatchObject({ width: 10, height: 20 })
      expect(await corners(cropped.path, 10)).toEqual(['f00', 'f00', 'f00', 'f00'])
    })

    it('cuts every frame of an animation', async () => {
      const frame = await fields()
      const video = await sharp([frame, await sharp(frame).negate().png().toBuffer()], {
        join: { animated: true },
      })
        .gif({ delay: [100, 100] })
        .toBuffer()
      const { path } = await shop.convert(shop.file('video.gif', video), 'gif', { ...cut, focal_x: 100 })
      const made = await sharp(path, { animated: true }).metadata()
      expect([made.width, made.pageHeight, made.pages]).toEqual([40, 40, 2])
      const second = shop.file('second.png', await sharp(path, { page: 1 }).png().toBuffer())
      expect(new Set(await corners(second, 40))).toEqual(new Set(['f0ff', '00ff']))
    })
  })

  it('never enlarges an image, but draws a drawing in the size asked for', async () => {
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
