import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  KEEPS_ALPHA,
  MAGICK_READS,
  MAGICK_WRITES,
} from '../../../server/engines/families/image/magick-formats.ts'
import { CORPUS_ROWS } from '../../corpora/files.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'
import { colour, halves, near } from './image-files.ts'

const shop = new EngineHarness()
let png = ''
let clear = ''
beforeAll(async () => {
  await shop.open()
  png = shop.file('fields.png', await halves(false))
  clear = shop.file('clear.png', await halves(true))
})
afterAll(() => shop.close())

/** A program that reads these formats by itself, where the machine has one. */
const identify = spawnSync('identify', ['-version']).status === 0
const READ_BY_OTHERS = new Set([
  'psd',
  'bmp',
  'ico',
  'tga',
  'dds',
  'hdr',
  'pcx',
  'ppm',
  'pam',
  'xpm',
  'sgi',
  'jp2',
  'dpx',
])

describe('every format that is written', () => {
  it.each(MAGICK_WRITES)('%s is found to be one, reads back with its colours', async (target) => {
    const made = await shop.convert(png, target, target === 'jxl' || target === 'jp2' ? { quality: 95 } : {})
    expect(made).toMatchObject({ format: target, warnings: [] })
    const found = await shop.engines.detect({ path: made.path, filename: `a.${target}` })
    expect(found?.format).toBe(target)
    const icon = target === 'ico'
    expect([made.width, made.height]).toEqual(icon ? [60, 60] : [60, 40])
    if (identify && READ_BY_OTHERS.has(target)) {
      const said = execFileSync('identify', ['-format', '%w %h\n', `${target.toUpperCase()}:${made.path}`], {
        encoding: 'utf8',
      })
      expect(said.split('\n')[0]).toBe(`${made.width} ${made.height}`)
    }
    const back = await shop.convert(made.path, 'png', {}, { format: target })
    const { width = 0, height = 0 } = await sharp(back.path).metadata()
    expect([width, height]).toEqual([made.width, made.height])
    expect(near(await colour(back.path, width / 2, height * 0.3), [255, 0, 0, 255]), 'red above').toBe(true)
    expect(near(await colour(back.path, width / 2, height * 0.7), [0, 0, 255, 255]), 'blue below').toBe(true)
  })

  it.each(MAGICK_WRITES)('%s keeps what is clear, or has something put behind it', async (target) => {
    const made = await shop.convert(clear, target, {})
    const back = await shop.convert(made.path, 'png', {}, { format: target })
    const { width = 0, height = 0 } = await sharp(back.path).metadata()
    const [red = 0, , , alpha = 0] = await colour(back.path, width / 2, Math.round(height * 0.7))
    if (KEEPS_ALPHA.has(target)) expect(alpha, 'clear').toBeLessThan(16)
    else expect([red > 240, alpha], 'white').toEqual([true, 255])
  })

  it('an icon holds several sizes, none larger than the image', async () => {
    const large = shop.file(
      'large.png',
      await sharp(await halves(false))
        .resize(300, 300, { fit: 'fill' })
        .png()
        .toBuffer(),
    )
    const sides = (path: string) => {
      const bytes = readFileSync(path)
      return Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => bytes[6 + 16 * index] || 256)
    }
    expect(sides((await shop.convert(large, 'ico')).path)).toEqual([256, 128, 64, 48, 32, 16])
    expect(sides((await shop.convert(large, 'ico', { width: 32 })).path)).toEqual([32, 16])
    expect(sides((await shop.convert(large, 'ico', { width: 7 })).path)).toEqual([7])
  })

  it('does to them what is done to any image', async () => {
    const bmp = await shop.convert(png, 'bmp')
    const turned = await shop.convert(bmp.path, 'tga', { rotate: 90, width: 20 })
    expect(turned).toMatchObject({ width: 20, height: 30 })
    const back = await shop.convert(turned.path, 'png', {}, { format: 'tga' })
    expect(near(await colour(back.path, 17, 15), [255, 0, 0, 255])).toBe(true)
    expect(near(await colour(back.path, 2, 15), [0, 0, 255, 255])).toBe(true)
  })
})

/** Nothing from npm writes HEIC; a machine that has libheif's own program makes the sample. */
describe.runIf(spawnSync('heif-enc', ['--version']).error === undefined)('HEIC', () => {
  it('is read by the fast reader, and by the thorough one', async () => {
    const heic = shop.file('a.heic', '')
    execFileSync('heif-enc', ['-q', '90', '-o', heic, png], { stdio: 'ignore' })
    for (const target of ['png', 'bmp']) {
      const made = await shop.convert(heic, target)
      expect(made).toMatchObject({ width: 60, height: 40 })
      const back = target === 'png' ? made : await shop.convert(made.path, 'png')
      expect(near(await colour(back.path, 30, 8), [255, 0, 0, 255])).toBe(true)
      expect(near(await colour(back.path, 30, 32), [0, 0, 255, 255])).toBe(true)
    }
  })
})

describe('small images', () => {
  it('are drawn of every format, never enlarged', async () => {
    const wide = shop.file(
      'wide.png',
      await sharp(await halves(true))
        .resize(900, 600, { fit: 'fill' })
        .png()
        .toBuffer(),
    )
    const small = await shop.convert(wide, 'webp', { size: 96 }, { operation: 'thumbnail' })
    expect(small).toMatchObject({ format: 'webp', width: 96, height: 64 })
    expect((await colour(small.path, 48, 60))[3]).toBeLessThan(16)
    for (const target of ['bmp', 'psd', 'jxl', 'tiff', 'avif']) {
      const { path } = await shop.convert(png, target)
      expect(await shop.convert(path, 'webp', {}, { operation: 'thumbnail' }), target).toMatchObject({
        width: 60,
        height: 40,
      })
    }
  })
})

describe('hostile images', () => {
  it.each([
    [
      'a drawing in ImageMagick’s own language',
      'a.mvg',
      'push graphic-context\nimage over 0,0 0,0 "/etc/passwd"\n',
    ],
    [
      'a script in ImageMagick’s own language',
      'a.msl',
      '<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>',
    ],
    ['a text under an image’s name', 'a.psd', 'text:/etc/passwd'],
    ['an address under an image’s name', 'a.tga', 'https://files.example/a.png'],
  ])('%s is no image', async (_, name, content) => {
    expect(await shop.engines.detect({ path: shop.file(name, content), filename: name })).toBeNull()
  })

  it.each([
    [
      'bmp',
      Buffer.concat([
        Buffer.from('424d9a0000000000000036000000280000000000ff7f0000ff7f0100180000000000', 'hex'),
        Buffer.alloc(120),
      ]),
    ],
    [
      'psd',
      Buffer.concat([
        Buffer.from('384250530001000000000000000300007530000075300008000300000000000000000000', 'hex'),
        Buffer.alloc(400),
      ]),
    ],
    ['jp2', Buffer.concat([Buffer.from('0000000c6a5020200d0a870a', 'hex'), Buffer.alloc(600, 7)])],
    ['ico', Buffer.concat([Buffer.from('00000100ff00', 'hex'), Buffer.alloc(300, 255)])],
  ])('a %s that lies about itself fails in a sentence', async (format, bytes) => {
    const failure = await failureOf(shop.convert(shop.file(`a.${format}`, bytes), 'png', {}, { format }))
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
    expect(['source_damaged', 'source_too_complex', 'memory_limit']).toContain(failure.code)
  })

  it('cut-off files of each format end in a result or a sentence', async () => {
    for (const target of MAGICK_WRITES) {
      const whole = readFileSync((await shop.convert(png, target)).path)
      const cut = shop.file(`cut.${target}`, whole.subarray(0, Math.ceil(whole.length * 0.6)))
      try {
        await shop.convert(cut, 'png', {}, { format: target })
      } catch (error) {
        expect((error as Error).message, target).toMatch(SENTENCE)
      }
    }
  })
})

describe('files of the corpora', () => {
  const exotic = CORPUS_ROWS.filter(({ file }) => /\.(bmp|tga|hdr|ico|qoi)$/.test(file))
  it.each(exotic.filter((row) => row.expect === 'convert'))('$file', async ({ path }) => {
    const made = await shop.convert(path, 'png')
    expect((await sharp(made.path).metadata()).width).toBe(made.width)
  })
  it.each(exotic.filter((row) => row.expect === 'clean-fail'))('$file fails cleanly', async ({ path }) => {
    const failure = await failureOf(shop.convert(path, 'png'))
    expect(failure.message).toMatch(SENTENCE)
  })
})

it('reads every format that it says it reads', () => {
  for (const format of MAGICK_READS)
    expect(shop.engines.operations({ from: format, to: 'png' }).length, format).toBeGreaterThan(0)
})
