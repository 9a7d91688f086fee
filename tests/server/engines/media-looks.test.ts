import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planDrawing } from '../../../server/engines/families/media/make-plan.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { avi, wav, withCover } from './media-files.ts'
import { look, MEDIA_ENGINES } from './media-look.ts'

/** How much is drawn on each half of a sheet of paper: the mean distance from white. */
async function ink(path: string): Promise<[left: number, right: number]> {
  const { width = 0, height = 0 } = await sharp(path).metadata()
  const half = async (left: number) => {
    const part = { left, top: 0, width: Math.floor(width / 2), height }
    const { channels } = await sharp(await sharp(path).extract(part).png().toBuffer())
      .greyscale()
      .stats()
    return 255 - (channels[0]?.mean ?? 255)
  }
  return [await half(0), await half(Math.floor(width / 2))]
}

describe.runIf(MEDIA_ENGINES.length > 0).each(MEDIA_ENGINES)('looks by $engine', ({ without }) => {
  const shop = new EngineHarness()
  beforeAll(() => shop.open({ without }))
  afterAll(() => shop.close())
  const draw = (path: string, size = 200) => shop.convert(path, 'webp', { size }, { operation: 'thumbnail' })
  const sample = (path: string, target: string) => shop.convert(path, target, {}, { operation: 'sample' })

  describe('an image of a sound', () => {
    it('shows where it is loud', async () => {
      const made = await draw(shop.file('s.wav', wav({ seconds: 4, loudness: [0.05, 0.05, 0.8, 0.8] })))
      expect(made).toMatchObject({ format: 'webp', width: 200, height: 150, warnings: [] })
      expect(await sharp(made.path).metadata()).toMatchObject({ format: 'webp', width: 200, height: 150 })
      const [left, right] = await ink(made.path)
      expect(left).toBeGreaterThan(0.5)
      expect(right).toBeGreaterThan(3 * left)
    })

    it('is as large for a quiet one', async () => {
      const loud = await ink((await draw(shop.file('s.wav', wav({ seconds: 2, loudness: 0.9 })))).path)
      const quiet = await ink((await draw(shop.file('s.wav', wav({ seconds: 2, loudness: 0.01 })))).path)
      expect(Math.abs(loud[0] - quiet[0])).toBeLessThan(2)
    })

    it('is a line of dots for silence, also for an hour of it', async () => {
      const hour = shop.file('s.wav', wav({ seconds: 3600, sampleRate: 4000, loudness: 0 }))
      for (const path of [shop.file('s.wav', wav({ seconds: 1, loudness: 0 })), hour]) {
        const [left, right] = await ink((await draw(path, 1600)).path)
        expect(left).toBeGreaterThan(0.1)
        expect(left).toBeLessThan(3)
        expect(Math.abs(left - right)).toBeLessThan(0.2)
      }
      expect(await sample(hour, 'mp3')).toMatchObject({ format: 'mp3', duration: expect.closeTo(30, 0) })
    })

    it('is its cover where it has one, and how loud it is where that cannot be read', async () => {
      const tone = await shop.convert(shop.file('s.wav', wav({ seconds: 1 })), 'mp3')
      const mp3 = readFileSync(tone.path)
      const cover = await sharp({ create: { width: 300, height: 240, channels: 3, background: '#d02020' } })
        .jpeg()
        .toBuffer()
      const covered = await draw(shop.file('covered.mp3', withCover(mp3, cover)))
      expect(covered).toMatchObject({ width: 200, height: 160 })
      const [red, green] = (await sharp(covered.path).stats()).channels
      expect(red?.mean).toBeGreaterThan(190)
      expect(green?.mean).toBeLessThan(60)
      const broken = Buffer.concat([cover.subarray(0, 300), Buffer.alloc(400, 0xff)])
      const drawn = await draw(shop.file('broken.mp3', withCover(mp3, broken.subarray(0, 20))))
      expect(drawn).toMatchObject({ width: 200, height: 150 })
      expect((await ink(drawn.path))[0]).toBeGreaterThan(1)
    })

    it('there is none where nothing sounds', async () => {
      for (const content of [wav({ seconds: 0 }), wav({ seconds: 1 }).subarray(0, 40)]) {
        const failure = await failureOf(draw(shop.file('empty.wav', content)))
        expect(failure.code).toMatch(/^(output_empty|source_damaged|source_unsupported)$/)
        expect(failure.message).toMatch(SENTENCE)
      }
    })
  })

  describe('a sample', () => {
    it('of a video is its first twenty seconds, no larger than 480p', { timeout: 120_000 }, async () => {
      const long = shop.file('long.avi', await avi({ seconds: 24, fps: 5, width: 960, height: 720 }))
      const made = await sample(long, 'mp4')
      expect(made).toMatchObject({ format: 'mp4', width: 640, height: 480, warnings: [] })
      const facts = await look(made.path, 'mp4')
      expect(facts).toMatchObject({ video: { codec: 'h264', plain: true }, sound: { codec: 'aac' } })
      expect(Math.abs((facts.duration ?? 0) - 20), `${facts.duration}`).toBeLessThan(0.4)
    })

    it('of a short video without sound is all of it, no larger than it was', async () => {
      const made = await sample(shop.file('s.avi', await avi({ seconds: 1, sound: false })), 'mp4')
      const facts = await look(made.path, 'mp4')
      expect(facts).toMatchObject({ video: { width: 160, height: 90 }, sound: null })
      expect(Math.abs((facts.duration ?? 0) - 1)).toBeLessThan(0.2)
    })

    it('of a sound is its first thirty seconds, without its title', async () => {
      const made = await sample(shop.file('s.wav', wav({ seconds: 40, channels: 2, title: 'Secret' })), 'mp3')
      const facts = await look(made.path, 'mp3')
      expect(facts).toMatchObject({ video: null, sound: { codec: 'mp3', channels: 2 } })
      expect(Math.abs((facts.duration ?? 0) - 30)).toBeLessThan(0.2)
      const bytes = readFileSync(made.path)
      expect(bytes.length, '96 kbit/s').toBeLessThan((30.5 * 96_000) / 8 + 2000)
      expect(bytes.includes('Secret')).toBe(false)
    })
  })
})

it('no more than an hour of a sound is read to draw it', () => {
  const sound = { index: 0, codec: 'mp3', channels: 2, sampleRate: 44_100 }
  const facts = { video: null, sound, others: { sounds: 0, subtitles: 0 }, cover: null }
  const wish = { input: 's.mp3', format: 'mp3', operation: 'thumbnail', target: 'webp', options: {} }
  expect(planDrawing(wish, { ...facts, duration: 36_000 })).toMatchObject({ length: 3600 })
  expect(planDrawing(wish, { ...facts, duration: null })).toMatchObject({ length: 3600 })
  expect(planDrawing(wish, { ...facts, duration: 60 })).toMatchObject({ length: null })
})
