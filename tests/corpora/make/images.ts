import sharp, { type Sharp } from 'sharp'
import { apng } from '../../server/engines/apng-files.ts'
import { familyOf, type MadeFile } from './made-file.ts'

const [WIDTH, HEIGHT] = [32, 32]
type Channels = 1 | 2 | 3 | 4

/** A gradient, so that nothing is lost unseen. */
function gradient(channels: Channels, bits: 8 | 16 = 8): Sharp {
  const values =
    bits === 8 ? new Uint8Array(WIDTH * HEIGHT * channels) : new Uint16Array(WIDTH * HEIGHT * channels)
  const most = 2 ** bits - 1
  for (let at = 0; at < values.length; at++) {
    const pixel = Math.floor(at / channels)
    const along = at % channels === 0 ? pixel % WIDTH : Math.floor(pixel / WIDTH)
    values[at] = Math.round((along / (WIDTH - 1)) * most)
  }
  return sharp(values, { raw: { width: WIDTH, height: HEIGHT, channels } })
}

function bmp(bits: 16 | 24, width = WIDTH): Buffer {
  const row = Math.ceil((WIDTH * bits) / 32) * 4
  const bytes = Buffer.alloc(54 + row * HEIGHT)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(HEIGHT, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(bits, 28)
  for (let at = 54; at < bytes.length; at++) bytes[at] = at % 251
  return bytes
}

function tga(): Buffer {
  const head = Buffer.alloc(18)
  head[2] = 2
  head.writeUInt16LE(WIDTH, 12)
  head.writeUInt16LE(HEIGHT, 14)
  head[16] = 24
  return Buffer.concat([head, Buffer.alloc(WIDTH * HEIGHT * 3, 0x7f)])
}

function qoi(): Buffer {
  const head = Buffer.alloc(14)
  head.write('qoif')
  head.writeUInt32BE(WIDTH, 4)
  head.writeUInt32BE(HEIGHT, 8)
  head[12] = 3
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, at) => Buffer.from([0xfe, at % 256, 40, 90]))
  return Buffer.concat([head, ...pixels, Buffer.from([0, 0, 0, 0, 0, 0, 0, 1])])
}

/** Radiance, without compression. */
const hdr = () =>
  Buffer.concat([
    Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${HEIGHT} +X ${WIDTH}\n`),
    Buffer.alloc(WIDTH * HEIGHT * 4, 0x80),
  ])

function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head[6] = WIDTH
  head[7] = HEIGHT
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

async function frames(kind: 'gif' | 'webp'): Promise<Buffer> {
  const colours = ['#c00', '#0c0', '#00c'].map((background) =>
    sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(colours), { join: { animated: true } })
    [kind]({ delay: [100, 100, 100] })
    .toBuffer()
}

export async function images(): Promise<MadeFile[]> {
  const rgba = await gradient(4).png().toBuffer()
  const jpeg = await gradient(3).jpeg().toBuffer()
  const damaged = Buffer.from(rgba)
  damaged[60] = (damaged[60] ?? 0) ^ 1
  const twenty = Array.from({ length: 20 }, (_, at) => ({
    colour: `rgb(${at * 12}, 90, 160)`,
    time: [75, 1000] as [number, number],
  }))
  const opaque = gradient(3)
  const iconDirectory = ico(rgba)
  return familyOf('images', [
    ['basn0g01.png', await gradient(1).threshold().png({ palette: true, colours: 2 }).toBuffer()],
    ['basn0g08.png', await gradient(1).toColourspace('b-w').png().toBuffer()],
    ['basn0g16.png', await gradient(1, 16).toColourspace('grey16').png().toBuffer()],
    ['basn2c08.png', await opaque.png().toBuffer()],
    ['basn2c16.png', await gradient(3, 16).toColourspace('rgb16').png().toBuffer()],
    ['basn3p04.png', await gradient(3).png({ palette: true, colours: 16 }).toBuffer()],
    ['basn3p08.png', await gradient(3).png({ palette: true, colours: 256 }).toBuffer()],
    ['basn4a08.png', await gradient(2).toColourspace('b-w').png().toBuffer()],
    ['basn6a08.png', rgba],
    ['basn6a16.png', await gradient(4, 16).toColourspace('rgb16').png().toBuffer()],
    ['basi2c08.png', await gradient(3).png({ progressive: true }).toBuffer()],
    ['badcrc.png', damaged, 'either', 'a wrong check sum'],
    ['ball.png', await apng(twenty, { width: WIDTH, height: HEIGHT })],
    [
      'turned.jpg',
      await gradient(3).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      'convert',
      'EXIF orientation 6',
    ],
    ['alpha.gif', await gradient(4).gif().toBuffer()],
    ['three-frames.gif', await frames('gif')],
    ['three-frames.webp', await frames('webp')],
    ['simple.webp', await gradient(3).webp().toBuffer()],
    ['small.tiff', await gradient(3).tiff().toBuffer()],
    ['rgb-16.tiff', await gradient(3, 16).toColourspace('rgb16').tiff().toBuffer()],
    ['rgb16.bmp', bmp(16)],
    ['rgb24.bmp', bmp(24)],
    ['ctc24.tga', tga()],
    ['image1.hdr', hdr()],
    ['smile.ico', ico(rgba)],
    ['basic-test.qoi', qoi()],
    ['bad-width.bmp', bmp(24, 0), 'clean-fail', 'no width'],
    ['bad-color-map.tga', tga().subarray(0, 19), 'clean-fail', 'truncated'],
    ['no-image.ico', iconDirectory.subarray(0, 22), 'clean-fail', 'truncated'],
    ['truncated.jpeg', jpeg.subarray(0, 100), 'clean-fail', 'truncated'],
  ])
}
