import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf } from './helpers.ts'
import { colourAt, fields } from './image-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const take = (path: string) => shop.convert(path, 'jpg', {}, { operation: 'photo' })

/** A photo that says where and by whom it was taken; 80 by 40, and 40 by 80 when seen. */
const telling = async () =>
  sharp(await fields())
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Artist: 'Maren Okafor' },
      IFD3: { GPSLatitude: '51/1 27/1 30/1', GPSLatitudeRef: 'N' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

describe('taking in a photo', () => {
  it('removes its metadata and what follows it, and codes no pixel anew', async () => {
    const source = await telling()
    const path = shop.file(
      'told.jpg',
      Buffer.concat([source, Buffer.from('a video with a place: Maren Okafor')]),
    )
    const output = await take(path)
    expect(output).toMatchObject({ format: 'jpg', width: 40, height: 80, warnings: [] })
    const bytes = readFileSync(output.path)
    expect(source.includes('Maren Okafor')).toBe(true)
    expect(bytes.includes('Maren Okafor')).toBe(false)
    const { orientation, exif = Buffer.alloc(0) } = await sharp(bytes).metadata()
    expect(orientation).toBe(6)
    expect(exif.length).toBeLessThan(40)
    // The coded pixels are the same bytes.
    const scan = source.subarray(source.indexOf(Buffer.from([0xff, 0xda])))
    expect(bytes.subarray(-scan.length).equals(scan)).toBe(true)
    expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(source).raw().toBuffer())
  })

  it('leaves a photo without metadata as it is', async () => {
    const plain = await sharp(await fields())
      .jpeg()
      .toBuffer()
    expect(readFileSync((await take(shop.file('plain.jpg', plain))).path).equals(plain)).toBe(true)
  })

  it('keeps a colour profile', async () => {
    const wide = await sharp(await fields())
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const { icc } = await sharp((await take(shop.file('wide.jpg', wide))).path).metadata()
    expect(icc).toEqual((await sharp(wide).metadata()).icc)
  })

  it.each(['png', 'webp'] as const)('makes a JPEG of a %s', async (format) => {
    const output = await take(
      shop.file(
        `photo.${format}`,
        await sharp(await fields())
          .toFormat(format)
          .toBuffer(),
      ),
    )
    expect(output).toMatchObject({ format: 'jpg', width: 80, height: 40 })
    expect((await colourAt(output.path, 10, 5)).slice(0, 3)).toMatch(/^[ef][01][01]$/)
  })

  it('refuses what is damaged, cut short or too large', async () => {
    const source = await telling()
    for (const bytes of [source.subarray(0, source.length - 300), source.subarray(0, 200)])
      expect(await failureOf(take(shop.file('cut.jpg', bytes)))).toMatchObject({ code: 'source_damaged' })
    const large = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: '#fff' } })
      .jpeg({ quality: 1 })
      .toBuffer()
    expect(await failureOf(take(shop.file('large.jpg', large)))).toMatchObject({ code: 'source_too_complex' })
  })
})
