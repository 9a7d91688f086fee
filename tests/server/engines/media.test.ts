import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ffmpegPrograms } from '../../../server/engines/families/media/ffmpeg-program.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { avi, greyAt, wav } from './media-files.ts'
import { look, MEDIA_ENGINES } from './media-look.ts'

/** Words that no sentence for a person has. */
const INSIDE = /ffmpeg|node-av|libav|lavf|moov|demux|codec_|errno|undefined|null|\/job|in\/source/i

/** Greys of the two halves of an image. */
async function greys(image: string | Buffer): Promise<[left: number, right: number]> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true })
  const row = Math.floor(info.height / 2) * info.width
  return [data[row + Math.floor(info.width / 4)] ?? -1, data[row + Math.floor((3 * info.width) / 4)] ?? -1]
}

describe.runIf(MEDIA_ENGINES.length > 1)('where both engines are here', () => {
  const shop = new EngineHarness()
  beforeAll(() => shop.open({}))
  afterAll(() => shop.close())

  it('a small file is worked on by the one that is loaded, a large one by FFmpeg’s programs', async () => {
    const small = shop.file('small.avi', await avi({ seconds: 1 }))
    const large = shop.file('large.wav', wav({ seconds: 12, sampleRate: 96_000 }))
    expect(statSync(small).size).toBeLessThan(2_000_000)
    expect(statSync(large).size).toBeGreaterThan(2_000_000)
    const kinds = () => [...new Set(shop.engines.figures().children.map(({ kind }) => kind))].sort()
    await shop.convert(small, 'mkv')
    expect(kinds()).toEqual(['node-av'])
    await shop.convert(large, 'flac')
    expect(kinds()).toEqual(['ffmpeg', 'node-av'])
  })
})

describe.runIf(MEDIA_ENGINES.length > 0).each(MEDIA_ENGINES)(
  'videos and sounds by $engine',
  ({ engine, without }) => {
    const shop = new EngineHarness()
    let video = ''
    let silent = ''
    let tone = ''
    let mp4 = ''
    beforeAll(async () => {
      await shop.open({ without })
      video = shop.file('video.avi', await avi({ seconds: 2 }))
      silent = shop.file('silent.avi', await avi({ seconds: 1, sound: false }))
      tone = shop.file('tone.wav', wav({ seconds: 2, channels: 2, title: 'A tone' }))
      mp4 = (await shop.convert(video, 'mp4')).path
    })
    afterAll(() => shop.close())

    it('does all of it with this engine', () => {
      const [operation] = shop.engines.operations({ from: 'mp4', to: 'webm' })
      expect(operation?.engine).toBe(engine)
      expect(shop.engines.states().find(({ name }) => name === engine)).toMatchObject({
        installed: true,
        version: expect.stringMatching(/^\d/),
      })
    })

    it.each([
      ['mp4', {}, 'h264', 'aac'],
      ['mp4', { codec: 'hevc' }, 'hevc', 'aac'],
      ['mp4', { codec: 'av1' }, 'av1', 'aac'],
      ['mov', {}, 'h264', 'aac'],
      ['mkv', {}, 'h264', 'aac'],
      ['mkv', { codec: 'vp9' }, 'vp9', 'aac'],
      ['webm', {}, 'vp9', 'opus'],
      ['webm', { codec: 'av1' }, 'av1', 'opus'],
      ['avi', {}, 'mpeg4', 'mp3'],
    ])('video → %s %j', async (target, options, videoCodec, sound) => {
      const made = await shop.convert(video, target, options)
      const facts = await look(made.path, target)
      expect(facts).toMatchObject({
        video: { codec: videoCodec, width: 160, height: 90, plain: true },
        sound: { codec: sound },
        others: { sounds: 0, subtitles: 0 },
      })
      expect(Math.abs((facts.duration ?? 0) - 2), `${facts.duration}`).toBeLessThan(0.15)
      expect(made).toMatchObject({ width: 160, height: 90, warnings: [], format: target })
      expect(made.duration).toBeCloseTo(facts.duration ?? 0, 1)
      expect((await shop.engines.detect({ path: made.path, filename: 'x' }))?.format).toBe(target)
    })

    it.each([
      ['mp3', {}, 'mp3', 44_100],
      ['mp3', { bitrate: '64', channels: 'mono', sample_rate: '22050' }, 'mp3', 22_050],
      ['m4a', {}, 'aac', 44_100],
      ['ogg', {}, 'vorbis', 44_100],
      ['opus', {}, 'opus', 48_000],
      ['wav', { bit_depth: '24' }, 'pcm_s24le', 44_100],
      ['flac', { bit_depth: '24', sample_rate: '48000' }, 'flac', 48_000],
    ])('sound → %s %j', async (target, options: Record<string, unknown>, codec, sampleRate) => {
      for (const source of [tone, video]) {
        const channels = options.channels === 'mono' || source === video ? 1 : 2
        const made = await shop.convert(source, target, options)
        const facts = await look(made.path, target)
        expect(facts).toMatchObject({ video: null, sound: { codec, sampleRate, channels } })
        expect(Math.abs((facts.duration ?? 0) - 2), `${facts.duration}`).toBeLessThan(0.15)
        expect(made.warnings).toEqual([])
      }
    })

    it('keeps the loudness, and evens it out where that is asked', async () => {
      const quiet = shop.file('quiet.wav', wav({ seconds: 4, loudness: 0.02 }))
      const loudest = async (options: Record<string, unknown>) => {
        const made = await shop.convert(quiet, 'wav', options)
        const bytes = readFileSync(made.path)
        let most = 0
        for (let at = bytes.length - 88_200; at + 1 < bytes.length; at += 2)
          most = Math.max(most, Math.abs(bytes.readInt16LE(at)))
        return most
      }
      expect(Math.abs((await loudest({})) - 640)).toBeLessThan(20)
      expect(await loudest({ normalize: true })).toBeGreaterThan(3000)
    })

    it('draws a small image of a video for a list', async () => {
      const small = await shop.convert(video, 'webp', { size: 64 }, { operation: 'thumbnail' })
      expect(small).toMatchObject({ format: 'webp', width: 64 })
      expect((await sharp(small.path).metadata()).height).toBe(small.height)
    })

    it.each(['jpg', 'png', 'webp'])('takes the image of a moment as %s', async (target) => {
      for (const source of [video, mp4]) {
        const made = await shop.convert(source, target, { at: 1.25 })
        expect(made).toMatchObject({ width: 160, height: 90 })
        expect(made.duration).toBeUndefined()
        const [left, right] = await greys(made.path)
        expect(Math.abs(left - greyAt(1.25)), `grey ${left}`).toBeLessThan(8)
        expect(right).toBeGreaterThan(245)
      }
      const chosen = await shop.convert(mp4, target, { width: 80 })
      expect(await sharp(chosen.path).metadata()).toMatchObject({ width: 80, height: 45 })
    })

    it('makes a GIF that moves', async () => {
      const made = await shop.convert(mp4, 'gif', { width: 100, fps: 10, start: 0.5, end: 1.5, loop: true })
      const metadata = await sharp(made.path, { animated: true }).metadata()
      expect(metadata).toMatchObject({ format: 'gif', width: 100, pageHeight: 56, pages: 10, loop: 0 })
      const [left] = await greys(await sharp(made.path, { page: 0 }).png().toBuffer())
      expect(Math.abs(left - greyAt(0.5))).toBeLessThan(14)
      const back = await shop.convert(made.path, 'webm')
      expect(await look(back.path, 'webm')).toMatchObject({
        video: { width: 100, height: 56 },
        sound: null,
      })
    })

    it('cuts where it should, in image and sound', async () => {
      for (const source of [video, mp4]) {
        const made = await shop.convert(source, 'mp4', { start: 0.55, end: 1.35, quality: 'high' })
        const facts = await look(made.path, 'mp4')
        expect(Math.abs((facts.duration ?? 0) - 0.8), `${facts.duration}`).toBeLessThan(0.1)
        const first = await shop.convert(made.path, 'png', { at: 0 })
        expect(Math.abs((await greys(first.path))[0] - greyAt(0.55))).toBeLessThan(8)
      }
      const steps = shop.file('steps.wav', wav({ seconds: 3, loudness: [0, 0.9, 0] }))
      const part = await shop.convert(steps, 'wav', { start: 0.75, end: 1.25 })
      const bytes = readFileSync(part.path)
      const data = bytes.subarray(bytes.indexOf('data') + 8)
      expect(data.length).toBe(44_100)
      const peak = (from: number, to: number) => {
        let most = 0
        for (let at = from; at < to; at += 2) most = Math.max(most, Math.abs(data.readInt16LE(at)))
        return most
      }
      expect(peak(0, 22_000)).toBeLessThan(10)
      expect(peak(22_200, 44_000)).toBeGreaterThan(28_000)
    })

    it.each([
      [{ resolution: '360p' }, 160, 90],
      [{ width: 101 }, 100, 56],
      [{ height: 45 }, 80, 44],
      [{ crop_x: 81, crop_width: 79, crop_height: 51 }, 78, 50],
      [{ rotate: 90 }, 90, 160],
      [{ rotate: 270, width: 45 }, 44, 80],
    ])('makes the image another size: %j', async (options, width, height) => {
      const made = await shop.convert(mp4, 'mkv', options)
      const { video } = await look(made.path, 'mkv')
      expect(video).toMatchObject({ width, height })
    })

    it('crops and turns the right way round', async () => {
      const crop = await shop.convert(mp4, 'mp4', { crop_x: 80, quality: 'high' })
      expect(await greys((await shop.convert(crop.path, 'png', { at: 0 })).path)).toEqual([
        expect.closeTo(255, -1),
        expect.closeTo(255, -1),
      ])
      const turned = await shop.convert(mp4, 'mp4', { rotate: 90, quality: 'high' })
      const still = (await shop.convert(turned.path, 'png', { at: 0 })).path
      const { data } = await sharp(still).greyscale().raw().toBuffer({ resolveWithObject: true })
      // The left half, which is dark, is on top now.
      expect(data[45 + 20 * 90]).toBeLessThan(40)
      expect(data[45 + 140 * 90]).toBeGreaterThan(240)
    })

    it('changes the number of images and takes the sound away', async () => {
      const made = await shop.convert(mp4, 'mp4', { fps: '10', mute: true })
      const facts = await look(made.path, 'mp4')
      expect(facts).toMatchObject({ sound: null, video: { codec: 'h264' } })
      expect(facts.video?.rate).toBeCloseTo(10, 1)
    })

    it('takes streams over unchanged where the format can hold them', async () => {
      const stages: [string, number | null][] = []
      const made = await shop.convert(mp4, 'mkv', {}, { stages })
      expect(stages.map(([stage]) => stage)).toContain('Copying')
      expect(await look(made.path, 'mkv')).toMatchObject({
        video: { codec: 'h264', width: 160 },
        sound: { codec: 'aac' },
      })
      const sound = await shop.convert(mp4, 'm4a')
      expect(await look(sound.path, 'm4a')).toMatchObject({ sound: { codec: 'aac' }, video: null })
      for (const options of [{ quality: 'balanced' }, { end: 1 }, { audio_bitrate: '96' }]) {
        const other: [string, number | null][] = []
        await shop.convert(mp4, 'mkv', options, { stages: other })
        expect(other.map(([stage]) => stage)).toContain('Encoding')
      }
    })

    it('keeps a title where it may, and takes it out where it should', async () => {
      const title = async (options: Record<string, unknown>) =>
        readFileSync((await shop.convert(tone, 'mp3', options)).path).includes('A tone')
      expect(await title({})).toBe(true)
      expect(await title({ strip_metadata: true })).toBe(false)
      const ogg = await shop.convert(tone, 'ogg')
      expect(readFileSync(ogg.path).includes('A tone')).toBe(true)
      const again = await shop.convert(ogg.path, 'flac')
      expect(readFileSync(again.path).includes('A tone')).toBe(true)
    })

    it('draws a waveform', async () => {
      const steps = shop.file('steps.wav', wav({ seconds: 4, loudness: [0, 0.25, 0.5, 1] }))
      const made = await shop.convert(steps, 'json', { points: 40 }, { operation: 'waveform' })
      const { duration, peaks } = JSON.parse(readFileSync(made.path, 'utf8'))
      expect(duration).toBeCloseTo(4, 2)
      expect(made.duration).toBeCloseTo(4, 2)
      expect(peaks).toHaveLength(40)
      for (const [second, level] of [0, 0.24, 0.49, 0.98].entries()) {
        const [low, high] = peaks[second * 10 + 5]
        expect(high).toBeCloseTo(level, 1)
        expect(low).toBeCloseTo(-level, 1)
      }
      const none = await failureOf(shop.convert(silent, 'json', {}, { operation: 'waveform' }))
      expect(none.code).toBe('source_unsupported')
    })

    it('tells its progress as it is', async () => {
      const stages: [string, number | null][] = []
      const long = shop.file('long.avi', await avi({ seconds: 6, width: 1280, height: 720 }))
      await shop.convert(long, 'webm', {}, { stages })
      const progress = stages.filter(([stage]) => stage === 'Encoding').map(([, value]) => value ?? -1)
      expect(progress.length).toBeGreaterThan(3)
      expect(progress).toEqual(progress.toSorted((a, b) => a - b))
      expect(progress[0]).toBe(0)
      expect(progress.at(-1)).toBeGreaterThan(0.9)
      expect(progress.some((value) => value > 0.1 && value < 0.9)).toBe(true)
      expect(stages[0]).toEqual(['Reading', null])
    })

    it.each([
      [{ start: 1, end: 0.5 }, 'mp4'],
      [{ start: 60 }, 'mp4'],
      [{ crop_x: 100, crop_width: 100 }, 'mp4'],
      [{ at: 3 }, 'png'],
      [{ start: 5 }, 'mp3'],
    ])('refuses %j', async (options, target) => {
      const failure = await failureOf(shop.convert(mp4, target, options))
      expect(failure.code).toBe('option_refused')
      expect(failure.message).toMatch(SENTENCE)
      expect(failure.message).not.toMatch(INSIDE)
    })

    it('keeps the time of the last image where images last differently', async () => {
      const pages = await Promise.all(
        [20, 90, 160, 230].map((grey) =>
          sharp({ create: { width: 64, height: 48, channels: 3, background: { r: grey, g: grey, b: grey } } })
            .png()
            .toBuffer(),
        ),
      )
      const gif = await sharp(pages, { join: { animated: true } })
        .gif({ delay: [500, 100, 250, 2000] })
        .toBuffer()
      const animated = shop.file('a.gif', gif)
      const sources = [animated]
      const programs = ffmpegPrograms()
      if (programs) {
        // Without the fifth frame the fourth lasts for more than a second.
        const { path } = await shop.convert(animated, 'mp4')
        const short = shop.file('short.mp4', '')
        const only = ['-c', 'copy', '-frames:v', '4', '-y', short]
        execFileSync(programs.ffmpeg, ['-v', 'error', '-i', path, ...only])
        expect((await look(short, 'mp4')).duration).toBeGreaterThan(2)
        sources.push(short)
      }
      for (const source of sources) {
        for (const [target, options] of [
          ['mp4', { quality: 'balanced' }],
          ['webm', {}],
          ['mp4', { fps: '10' }],
        ] as const) {
          const { duration } = await look(source, source.endsWith('gif') ? 'gif' : 'mp4')
          const made = await shop.convert(source, target, options)
          const seconds = (await look(made.path, target)).duration ?? 0
          expect(Math.abs(seconds - (duration ?? 0)), `${target} ${seconds}`).toBeLessThan(0.13)
          expect(made.warnings).toEqual([])
        }
      }
    })

    it('keeps an MP4 with sound alone an MP4, and says so', async () => {
      const m4a = readFileSync((await shop.convert(tone, 'm4a')).path)
      const bytes = Buffer.from(m4a)
      for (let at = bytes.indexOf('M4A '); at >= 0 && at < 64; at = bytes.indexOf('M4A '))
        bytes.write('mp42', at)
      const path = shop.file('voice.mp4', bytes)
      const named = async (filename: string) => (await shop.engines.detect({ path, filename }))?.format
      expect(await named('voice.mp4')).toBe('mp4')
      expect(await named('voice.m4a')).toBe('m4a')
      expect(await named('voice')).toBe('m4a')
      const sound = await shop.convert(path, 'mp3')
      expect(sound.warnings).toEqual([])
      expect(await look(sound.path, 'mp3')).toMatchObject({ video: null, sound: { codec: 'mp3' } })
      const video = await shop.convert(path, 'webm')
      expect(video.warnings).toEqual([expect.stringMatching(/has no video/)])
      const failure = await failureOf(shop.convert(path, 'png'))
      expect(failure).toMatchObject({
        code: 'source_unsupported',
        message: expect.stringMatching(/only audio/),
      })
      expect(failure.message).toMatch(SENTENCE)
    })

    it('says what is not there', async () => {
      const sound = await failureOf(shop.convert(silent, 'mp3'))
      expect(sound).toMatchObject({ code: 'source_unsupported', message: expect.stringMatching(/no audio/) })
      expect(shop.engines.operations({ from: 'mp3', to: 'mp4' })).toEqual([])
    })
  },
)
