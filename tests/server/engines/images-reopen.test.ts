import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAGICK_WRITES } from '../../../server/engines/families/image/magick-formats.ts'
import { IMAGE_OPTIONS } from '../../../server/engines/families/image/options.ts'
import { checkImage } from '../../../server/engines/families/image/reopen.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
const TARGETS = [...Object.keys(IMAGE_OPTIONS), ...MAGICK_WRITES]
/** One file of each format that is written, as wide and high as said. */
const written = new Map<string, { bytes: Buffer; width: number; height: number }>()
const of = (format: string) => written.get(format) ?? { bytes: Buffer.alloc(0), width: 0, height: 0 }

/** A gradient, since rows that are all alike pack into next to nothing. */
function gradient(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (at * 7 + (at >> 5)) % 256),
  )
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

beforeAll(async () => {
  await shop.open()
  const source = shop.file('source.png', await gradient(61, 40))
  for (const target of TARGETS) {
    const { path, width = 0, height = 0 } = await shop.convert(source, target)
    written.set(target, { bytes: readFileSync(path), width, height })
  }
})
afterAll(() => shop.close())

const refusal = (bytes: Buffer, format: string, size: { width: number; height: number; frames?: number }) =>
  failureOf((async () => checkImage(bytes, format, size))())

describe('an image that was written is opened by another reader', () => {
  it.each(TARGETS)('%s as it is', (format) => {
    const { bytes, ...size } = of(format)
    expect(() => checkImage(bytes, format, size)).not.toThrow()
  })

  it.each(TARGETS)('%s, but not as one of another size or with more frames', async (format) => {
    const { bytes, width, height } = of(format)
    for (const size of [
      { width: width + 1, height },
      { width, height: height - 1 },
      { width, height, frames: 2 },
    ]) {
      const failure = await refusal(bytes, format, size)
      expect(failure.code).toBe('output_wrong')
      expect(failure.message).toMatch(SENTENCE)
      expect(failure.message).not.toMatch(JARGON)
    }
  })

  it.each(TARGETS)('%s, and not as anything else', async (format) => {
    for (const other of TARGETS) {
      if (other === format) continue
      const { bytes, ...size } = of(other)
      expect((await refusal(bytes, format, size)).code, other).toBe('output_wrong')
    }
    expect((await refusal(Buffer.alloc(0), format, of(format))).code).toBe('output_wrong')
  })

  // A bare JPEG XL codestream does not say how long it is; its pixels are decoded where it is
  // written.
  it.each(TARGETS.filter((format) => format !== 'jxl'))(
    '%s, and not where some of it is missing',
    async (format) => {
      const { bytes, ...size } = of(format)
      for (const part of [0.1, 0.5, 0.9, 1 - 8 / bytes.length])
        expect((await refusal(bytes.subarray(0, bytes.length * part), format, size)).code, String(part)).toBe(
          'output_wrong',
        )
    },
  )

  it('a PNG, and not with a bit that is another', async () => {
    const { bytes, ...size } = of('png')
    const bent = Buffer.from(bytes)
    bent.writeUInt8(bent.readUInt8(bent.length >> 1) ^ 1, bent.length >> 1)
    expect((await refusal(bent, 'png', size)).code).toBe('output_wrong')
  })
})
