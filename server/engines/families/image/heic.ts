/// <reference path="./heic-decode.d.ts" />
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/**
 * Decodes HEIC to an upright PNG with its ICC profile. libheif is many times faster than
 * ImageMagick; it loads on first use, since most jobs don't need it.
 */
export async function heicToPng(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  const { default: decode } = await import('heic-decode')
  const images = await decode.all({ buffer: bytes })
  try {
    const [first] = images
    if (!first) throw new Error('no image in the file')
    if (first.width * first.height > maxPixels) throw new Error('exceeds pixel limit')
    const { width, height, data } = await first.decode()
    const png = await sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
      raw: { width, height, channels: 4 },
      limitInputPixels: maxPixels,
    })
      .png({ compressionLevel: 1 })
      .toBuffer()
    const profile = profileOf(bytes)
    return profile ? withProfile(png, profile) : png
  } finally {
    images.dispose()
  }
}

/** The ICC profile of an ISO base media file: a `colr` box of type `prof` (ISO/IEC 23008-12). */
function profileOf(bytes: Buffer): Buffer | null {
  const at = bytes.indexOf('colrprof', 0, 'latin1')
  if (at < 4) return null
  const size = bytes.readUInt32BE(at - 4)
  const end = at - 4 + size
  const profile = bytes.subarray(at + 8, end)
  // A profile starts with its own length and has `acsp` at offset 36.
  return end <= bytes.length && profile.length > 128 && profile.toString('latin1', 36, 40) === 'acsp'
    ? profile
    : null
}

/** Inserts an iCCP chunk after a PNG's header (PNG specification, 11.3.2.3). */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const header = 8 + 25
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)])
}
