import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unpackLzcomp } from '../../../server/engines/families/font/lzcomp.ts'
import { readPushes } from '../../../server/engines/families/font/mtx-push.ts'
import { readFonts } from '../../../server/engines/families/font/read.ts'
import { ByteReader } from '../../../server/engines/families/font/woff2-directory.ts'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { characters, kit, outline, SHIPPED, SOUND_SUM, shaped, tablesOf, wholeSum } from './fonts-helpers.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { packLzcomp } from './lzcomp-writer.ts'
import { hops, type MtxOptions, mtxEot } from './mtx-writer.ts'

const MEGABYTE = 1024 * 1024
const source = readFileSync(SHIPPED.ttf)
/** Composite glyphs with instructions, and 3500 glyphs. */
const DEJAVU = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf'

describe('LZCOMP', () => {
  it('unpacks what was packed', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('hello ', 'abababab', '\0\0\0\0\0\0').map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, runs) => {
        const plain = Buffer.concat(pieces)
        expect(unpackLzcomp(packLzcomp(plain, runs), true, MEGABYTE).equals(plain)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is held to a length', () => {
    const long = Buffer.alloc(20_000, 7)
    for (const runs of [false, true]) {
      expect(() => unpackLzcomp(packLzcomp(long, runs), true, 19_999)).toThrow(/unpacks to far more/)
      expect(unpackLzcomp(packLzcomp(long, runs), true, 20_000)).toHaveLength(20_000)
    }
  })
})

describe('numbers that a glyph pushes', () => {
  /** What the instructions leave on the stack. */
  function run(code: Buffer): number[] {
    const stack: number[] = []
    for (let at = 0; at < code.length; ) {
      const head = code.readUInt8(at++)
      const words = head === 0x41 || head >= 0xb8
      const count = head < 0xb0 ? code.readUInt8(at++) : (head & 7) + 1
      for (let index = 0; index < count; index++, at += words ? 2 : 1)
        stack.push(words ? code.readInt16BE(at) : code.readUInt8(at))
    }
    return stack
  }

  it('are the same after packing', () => {
    // The codes for a number that comes again are used at all.
    expect(hops([1, 2, 1, 3, 1, 4, 1])).toEqual([1, 2, 0xfc, 3, 4])
    const number = fc.oneof(fc.constantFrom(7, 7, 300, -1), fc.integer({ min: -32_768, max: 32_767 }))
    fc.assert(
      fc.property(fc.array(number, { maxLength: 600 }), (values) => {
        const code = readPushes(new ByteReader(Buffer.from(hops(values)), 0), values.length)
        expect(run(code)).toEqual(values)
      }),
    )
  })
})

describe('an EOT packed with MicroType Express', () => {
  const shop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
  })
  afterAll(() => shop.close())

  it.each<[string, MtxOptions]>([
    ['plain', {}],
    ['masked, with bounds of its own', { masked: true, ownBounds: true }],
    ['with runs packed first', { runs: true }],
  ])('is the same font: %s', async (_, options) => {
    const { path } = await shop.convert(shop.file('a.eot', mtxEot(source, options)), 'ttf')
    const { numGlyphs } = kit(SHIPPED.ttf)
    expect(kit(path).numGlyphs).toBe(numGlyphs)
    expect(characters(path)).toEqual(characters(SHIPPED.ttf))
    for (let glyph = 0; glyph < numGlyphs; glyph++)
      expect(outline(path, glyph), String(glyph)).toBe(outline(SHIPPED.ttf, glyph))
    expect(shaped(path, 'שלום AV')).toBe(shaped(SHIPPED.ttf, 'שלום AV'))
    expect(wholeSum(readFileSync(path))).toBe(SOUND_SUM)
    const [before, after] = [tablesOf(source), tablesOf(readFileSync(path))]
    for (const [tag, bytes] of before)
      if (!['glyf', 'loca', 'head'].includes(tag)) expect(after.get(tag)?.equals(bytes), tag).toBe(true)
  })

  it.runIf(existsSync(DEJAVU))('has composite glyphs', async () => {
    const { path } = await shop.convert(shop.file('a.eot', mtxEot(readFileSync(DEJAVU))), 'ttf')
    for (const character of 'Äñ½ﬁ€ж') {
      const glyph = kit(DEJAVU).glyphForCodePoint(character.codePointAt(0) ?? 0).id
      expect(outline(path, glyph), character).toBe(outline(DEJAVU, glyph))
    }
  })

  it('that is damaged ends with a sentence', async () => {
    const eot = mtxEot(source)
    const failure = await failureOf(shop.convert(shop.file('a.eot', eot.fill(0xff, 200, 400)), 'ttf'))
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('with any wrong bits or cut short is read or refused', async () => {
    const eot = mtxEot(source)
    const changes = fc.array(
      fc.tuple(fc.integer({ min: 82, max: eot.length - 1 }), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 110, max: eot.length }), async (bytes, length) => {
        const wrong = Buffer.from(eot.subarray(0, length))
        for (const [at, value] of bytes) if (at < length) wrong[at] = value
        wrong.writeUInt32LE(length, 0)
        wrong.writeUInt32LE(length - 100, 4)
        const outcome: unknown = await readFonts(wrong, 'eot').catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(EngineFailure)
      }),
      { numRuns: 60 },
    )
  })
})
