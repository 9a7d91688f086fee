import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { checkPng } from '../../server/features/signing/check-png.ts'
import { CORPUS_ROWS, inCorpora } from '../corpora/files.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(data.length)
  ends[1].writeUInt32BE(crc32(named))
  return Buffer.concat([ends[0], named, ends[1]])
}
const head = (width: number, height: number, bits = 8, colour = 0, ...more: number[]) => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([bits, colour, ...more], 8)
  return chunk('IHDR', data)
}
const END = chunk('IEND', Buffer.alloc(0))
const packed = (rows: Buffer) => chunk('IDAT', deflateSync(rows))
const png = (...parts: Buffer[]) => Buffer.concat([SIGNATURE, ...parts])
/** Grey, 3 by 2: two rows, each with its filter. */
const rows = Buffer.from([0, 1, 2, 3, 0, 4, 5, 6])
const small = png(head(3, 2), packed(rows), END)
const isWhole = async (bytes: Buffer) => (await checkPng(bytes, 4000)) !== 'damaged'
const opens = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )

describe('a whole PNG', () => {
  it.each([
    ['of any colours', {}],
    ['with a palette', { palette: true, colours: 5 }],
    ['in passes', { progressive: true }],
    ['with a palette, in passes', { palette: true, progressive: true }],
  ])('is told %s, at sizes down to a pixel', async (_, options) => {
    for (const [width, height] of [
      [1, 1],
      [3, 9],
      [8, 8],
      [31, 5],
      [600, 200],
    ] as const)
      for (const channels of [3, 4] as const) {
        const background = { r: 20, g: 33, b: 61, alpha: 0.5 }
        const image = sharp({ create: { width, height, channels, background } })
        expect(await isWhole(await image.png(options).toBuffer()), `${width} × ${height}`).toBe(true)
      }
  })

  it('is told of the corpora’s files as a decoder tells it', async () => {
    const images = CORPUS_ROWS.filter(({ family, file }) => family === 'images' && file.endsWith('.png'))
    expect(images.length).toBeGreaterThan(10)
    for (const { file: name, path } of images) {
      const bytes = readFileSync(path)
      // What it takes, any reader opens.
      if (await isWhole(bytes)) expect(await opens(bytes), name).toBe(true)
      if (name.startsWith('bas')) expect(await isWhole(bytes), name).toBe(true)
      if (name === 'badcrc.png') expect(await isWhole(bytes)).toBe(false)
    }
    for (const path of inCorpora('hostile/pixel-flood.png', 'hostile/html-as.png'))
      expect(await isWhole(readFileSync(path)), path).toBe(false)
  })

  it('is none once a byte is missing, another one, or left over', async () => {
    expect(await isWhole(small)).toBe(true)
    expect(await opens(small)).toBe(true)
    for (let at = 0; at < small.length; at++) {
      expect(await isWhole(small.subarray(0, at)), `ends at ${at}`).toBe(false)
      const flipped = Buffer.from(small)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect(await isWhole(flipped), `byte ${at}`).toBe(false)
    }
    expect(await isWhole(Buffer.concat([small, Buffer.from('x')]))).toBe(false)
  })

  it.each([
    ['nothing after its head', png(head(3, 2), END)],
    ['no end', png(head(3, 2), packed(rows))],
    ['a row too few', png(head(3, 3), packed(rows), END)],
    ['a row too many', png(head(3, 1), packed(rows), END)],
    ['a filter that there is not', png(head(3, 2), packed(Buffer.from([0, 1, 2, 3, 5, 4, 5, 6])), END)],
    ['rows that are not packed', png(head(3, 2), chunk('IDAT', rows), END)],
    ['half of what is packed', png(head(3, 2), chunk('IDAT', deflateSync(rows).subarray(0, 9)), END)],
    ['colours that there are not', png(head(3, 2, 8, 5), packed(rows), END)],
    ['bits that its colours cannot have', png(head(3, 2, 2, 2), packed(rows), END)],
    ['another way to pack', png(head(3, 2, 8, 0, 1), packed(rows), END)],
    ['no palette where one is needed', png(head(3, 2, 8, 3), packed(rows), END)],
    ['half a colour', png(head(3, 2, 8, 3), chunk('PLTE', Buffer.alloc(4)), packed(rows), END)],
    ['a piece that nobody knows', png(head(3, 2), chunk('NEED', rows), packed(rows), END)],
    ['something between its rows', png(head(3, 2), packed(rows), chunk('tEXt', rows), packed(rows), END)],
    ['two heads', png(head(3, 2), head(3, 2), packed(rows), END)],
    ['no width', png(head(0, 2), packed(rows), END)],
    ['too many pixels', png(head(4001, 1), packed(Buffer.alloc(4002)), END)],
    ['another beginning', Buffer.concat([Buffer.from('GIF89a'), small])],
    ['no bytes', Buffer.alloc(0)],
  ])('is none with %s', async (_, bytes) => {
    expect(await isWhole(bytes)).toBe(false)
  })

  it('is not unpacked any further than it says that it is large', async () => {
    const bomb = png(head(2, 2), packed(Buffer.alloc(100_000_000)), END)
    expect(bomb.length).toBeLessThan(300_000)
    const before = process.memoryUsage().arrayBuffers
    expect(await isWhole(bomb)).toBe(false)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })
})

describe('the ink of a PNG', () => {
  const image = (width: number, height: number, colour: string) =>
    sharp({ create: { width, height, channels: 4, background: colour } })
  const stroke = (colour: string) =>
    sharp({
      create: { width: 80, height: 40, channels: 4, background: 'transparent' },
    }).composite([
      {
        input: Buffer.from(
          `<svg width="80" height="40"><path d="M10 30 C 30 0, 40 40, 70 10" fill="none" stroke="${colour}" stroke-width="1.5"/></svg>`,
        ),
      },
    ])

  it.each([
    ['clear', image(80, 40, 'transparent')],
    ['nearly clear', image(80, 40, '#00000010')],
    ['white', image(80, 40, '#ffffff')],
    ['one pixel', image(1, 1, '#000000')],
    ['a stroke in white', stroke('#ffffff')],
  ])('is missing where the image is %s', async (_, made) => {
    for (const options of [{}, { progressive: true }, { palette: true }])
      expect(await checkPng(await made.clone().png(options).toBuffer(), 4000)).toBe('blank')
    const opaque = made.clone().flatten({ background: '#ffffff' }).png()
    expect(await checkPng(await opaque.toBuffer(), 4000)).toBe('blank')
  })

  it.each([['#14213d'], ['#b45309'], ['#000000']])('is seen in a stroke of %s', async (colour) => {
    for (const options of [{}, { progressive: true }, { palette: true }, { adaptiveFiltering: true }])
      expect(await checkPng(await stroke(colour).png(options).toBuffer(), 4000)).toBe('visible')
    const grey = stroke(colour).flatten({ background: '#fff' }).greyscale()
    expect(await checkPng(await grey.clone().toColourspace('b-w').png().toBuffer(), 4000)).toBe('visible')
    const deep = await grey.clone().toColourspace('grey16').png().toBuffer()
    expect(await checkPng(deep, 4000)).toBe('visible')
  })

  it('is not the one colour that an image says is clear', async () => {
    const rows = Buffer.alloc(21 * 20)
    const clear = chunk('tRNS', Buffer.from([0, 0]))
    expect(await checkPng(png(head(20, 20), packed(rows.subarray(0, 420)), END), 4000)).toBe('visible')
    expect(await checkPng(png(head(20, 20), clear, packed(rows.subarray(0, 420)), END), 4000)).toBe('blank')
  })

  it('is not what only fills the last byte of a row', async () => {
    // White, one bit a pixel: the seven bits after the ninth are none of them.
    const row = Buffer.from([0, 0xff, 0x80])
    const white = packed(Buffer.concat(Array.from({ length: 9 }, () => row)))
    expect(await checkPng(png(head(9, 9, 1), white, END), 4000)).toBe('blank')
  })
})
