import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Opened } from '../../../server/engines/families/font/harfbuzz.ts'
import { buildSfnt, readSfnt } from '../../../server/engines/families/font/sfnt.ts'
import { specimenText } from '../../../server/engines/families/font/specimen-text.ts'
import { tinyFont } from '../../../server/engines/families/font/tiny-font.ts'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { corpusFile, hasReal } from '../../corpora/files.ts'
import { corpus, SHIPPED } from './fonts-helpers.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())
const draw = (path: string, size = 400, format?: string) =>
  shop.convert(path, 'webp', { size }, { operation: 'thumbnail', ...(format && { format }) })

/** The box of what is inked on a sheet, in its pixels. */
async function inked(path: string) {
  const { data, info } = await sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })
  const box = { left: info.width, right: -1, top: info.height, bottom: -1 }
  for (const [at, grey] of data.entries()) {
    if (grey > 160) continue
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

describe('a specimen', () => {
  it.each(Object.entries(SHIPPED))('of %s stands large in the middle of its sheet', async (_, path) => {
    const made = await draw(path)
    expect(made).toMatchObject({ format: 'webp', width: 400, height: 300, warnings: [] })
    expect(await sharp(made.path).metadata()).toMatchObject({ format: 'webp', width: 400, height: 300 })
    const { left, right, top, bottom } = await inked(made.path)
    expect(Math.abs((left + right) / 2 - 200)).toBeLessThan(4)
    expect(Math.abs((top + bottom) / 2 - 150)).toBeLessThan(4)
    // Either direction is filled as far as letters go.
    expect(Math.max((right - left) / (0.7 * 400), (bottom - top) / (0.54 * 300))).toBeCloseTo(1, 1)
  })

  it('is as large as it is asked to be', async () => {
    for (const size of [64, 1600])
      expect(await draw(SHIPPED.ttf, size)).toMatchObject({ width: size, height: (size * 3) / 4 })
  })

  it('is the same in every wrapping, and of a collection’s first font', async () => {
    const plain = await inked((await draw(SHIPPED.ttf)).path)
    for (const target of ['woff', 'woff2', 'eot', 'ttc', 'dfont', 'otf']) {
      const wrapped = await shop.convert(SHIPPED.ttf, target)
      expect(await inked((await draw(wrapped.path, 400, target)).path), target).toEqual(plain)
    }
  })

  it('of fonts with a letter or two, and of a Type 1', async () => {
    const forge = shop.engines.operations({ from: 'pfa' }).length > 0
    for (const name of [
      'hebrew.subset.ttf',
      'latin.subset.otf',
      ...(hasReal ? ['I.otf', 'I.ttf', 'Lobster.subset.otf', 'base.otf'] : []),
      ...(forge ? ['TestT1-Regular.pfa'] : []),
    ]) {
      const { left, right } = await inked((await draw(corpus(name))).path)
      expect(right - left, name).toBeGreaterThan(10)
    }
  })
})

describe('the letters of a specimen', () => {
  /** A font of these characters, as far as its letters go. */
  const text = (characters: Iterable<number>, family = '') =>
    specimenText({
      unicodes: Uint32Array.from([...characters].toSorted((a, b) => a - b)),
      face: { listNames: () => [{ nameId: 1, language: 'en' }], getName: () => family },
    } as unknown as Opened)
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const latin = range(0x20, 0x7e)
  const codes = (letters: string) => [...letters].map((one) => one.codePointAt(0) as number)

  it.each([
    ['Latin', latin, '', 'Ag'],
    ['Latin with a little Greek', [...latin, ...range(0x391, 0x3a1)], '', 'Ag'],
    ['mostly Arabic', [...latin, ...range(0x600, 0x6ff)], '', 'أبجد'],
    ['Hebrew by its name', [...latin, ...range(0x5d0, 0x5ea)], 'Noto Sans Hebrew', 'אב'],
    ['Latin, whatever little Hebrew there is', [...latin, ...range(0x5d0, 0x5ea)], 'Arial', 'Ag'],
    ['Korean', [...latin, ...range(0xac00, 0xd7a3), ...range(0x4e00, 0x5e00)], '', '한글'],
    ['Japanese', [...codes('あ永字'), ...range(0x6c00, 0x7c00)], '', 'あ永'],
    ['Chinese, with kana', [...codes('あ永字们'), ...range(0x6c00, 0x7c00)], '', '永字'],
    ['capitals alone', codes('ABC'), '', 'AB'],
    ['one letter', codes('q7'), '', 'q'],
    ['icons', [...codes('AB'), ...range(0xe000, 0xe0ff)], '', null],
    ['symbols', range(0x2600, 0x26ff), '', null],
    ['nothing', [], '', null],
  ])('%s', (_, characters, family, wanted) => {
    expect(text(characters, family)).toBe(wanted)
  })
})

describe('a font that is not what it seems', () => {
  /** The tiny font with tables changed. */
  const spoilt = (change: (tables: Map<string, Buffer>) => void) => {
    const { tables } = readSfnt(tinyFont())
    change(tables)
    return shop.file('spoilt.ttf', buildSfnt({ tables }))
  }

  it('without an outline has no image', async () => {
    const path = spoilt((tables) => {
      tables.set('loca', Buffer.alloc(tables.get('loca')?.length ?? 0))
    })
    const failure = await failureOf(draw(path))
    expect(failure.code).toMatch(/^(output_empty|source_damaged)$/)
    expect(failure.message).toMatch(SENTENCE)
  })

  it('that lies about its length is refused', async () => {
    const failure = await failureOf(draw(corpusFile('hostile/woff2-length-lie.woff2')))
    expect(failure).toMatchObject({ code: 'source_damaged', message: expect.stringMatching(SENTENCE) })
  })

  it('with any bytes changed is drawn, or refused with a sentence', { timeout: 120_000 }, async () => {
    const sound = tinyFont()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const bytes = Buffer.from(sound)
          for (const [place, value] of changes) bytes[place] = value
          try {
            expect(await draw(shop.file('x.ttf', bytes), 64, 'ttf')).toMatchObject({ width: 64, height: 48 })
          } catch (error) {
            if (!(error instanceof EngineFailure)) throw error
            expect(error.message).toMatch(SENTENCE)
            expect(error.code).not.toBe('engine_failed')
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})
