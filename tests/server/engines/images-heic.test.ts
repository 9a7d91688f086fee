import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findHeifEnc } from '../../../server/engines/families/image/heif-enc-program.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { colour, fields, halves, near } from './image-files.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const operations = () =>
  shop.engines
    .operations({ from: 'png', to: 'heic' })
    .filter(({ operation }) => operation === 'convert')
    .map(({ engine }) => engine)

describe.skipIf(findHeifEnc() === null)('HEIC out', () => {
  it('keeps colours, size and what can be seen through', async () => {
    const output = await shop.convert(shop.file('a.png', await halves(true)), 'heic', { quality: 90 })
    expect(output).toMatchObject({ format: 'heic', width: 60, height: 40, warnings: [] })
    expect(readFileSync(output.path).toString('latin1', 4, 12)).toBe('ftypheic')
    expect((await shop.engines.detect({ path: output.path, filename: 'x' }))?.format).toBe('heic')
    const back = await shop.convert(output.path, 'png')
    expect(near(await colour(back.path, 30, 8), [255, 0, 0, 255])).toBe(true)
    expect((await colour(back.path, 30, 32))[3]).toBeLessThan(16)
  })

  it('is written as the options say, also of odd sides and of images that libvips does not read', async () => {
    const source = shop.file('a.png', await fields())
    const turned = await shop.convert(source, 'heic', { rotate: 90, width: 33, quality: 95 })
    expect([turned.width, turned.height]).toEqual([33, 66])
    const back = await shop.convert(turned.path, 'png')
    // What was at the lower left is at the upper left: blue.
    expect(near(await colour(back.path, 6, 10), [0, 0, 255, 255])).toBe(true)
    const bmp = await shop.convert(source, 'bmp')
    const through = await shop.convert(bmp.path, 'heic')
    expect([through.width, through.height]).toEqual([80, 40])
    const again = await shop.convert(through.path, 'heic', { width: 40 })
    expect([again.width, again.height]).toEqual([40, 20])
  })

  it('keeps a colour profile that is asked for', async () => {
    const wide = await sharp(await fields())
      .withIccProfile('p3')
      .png()
      .toBuffer()
    const kept = await shop.convert(shop.file('wide.png', wide), 'heic', { strip_metadata: false })
    expect(readFileSync(kept.path).includes('colrprof')).toBe(true)
    const plain = await shop.convert(shop.file('wide.png', wide), 'heic')
    expect(readFileSync(plain.path).includes('colrprof')).toBe(false)
  })

  it('is not made of a file of several pages, nor of what is no image', async () => {
    const page = await fields()
    const pages = await sharp([page, page], { join: { animated: true } })
      .tiff()
      .toBuffer()
    for (const [name, bytes] of [
      ['pages.tiff', pages],
      ['cut.png', page.subarray(0, 60)],
    ] as const) {
      const failure = await failureOf(shop.convert(shop.file(name, bytes), 'heic'))
      expect(failure.code, name).toMatch(/^source_/)
      expect(failure.message).toMatch(SENTENCE)
    }
  })

  it('is offered where its program and its reader are', () => {
    expect(operations()).toEqual(['heif-enc'])
  })
})

it('HEIC out is not offered without programs of the system’s', async () => {
  const plain = new EngineHarness()
  await plain.open({ system: false })
  expect(plain.engines.operations({ from: 'png', to: 'heic' })).toEqual([])
  await plain.close()
})
