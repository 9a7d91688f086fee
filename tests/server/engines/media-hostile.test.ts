import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ffmpegArguments } from '../../../server/engines/families/media/ffmpeg-arguments.ts'
import { DEMUXERS } from '../../../server/engines/families/media/plan.ts'
import { EngineFailure } from '../../../server/engines/kernel/engine.ts'
import { CORPUS_ROWS } from '../../corpora/files.ts'
import { EngineHarness, failureOf, SENTENCE, until } from './helpers.ts'
import { avi, wav } from './media-files.ts'
import { look, MEDIA_ENGINES } from './media-look.ts'

const videos = CORPUS_ROWS.filter(({ family }) => family === 'video')

/** Texts that lead a player elsewhere. */
const SCRIPTS: [name: string, text: string][] = [
  ['list.m3u8', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'],
  ['video.mp4', 'ffconcat version 1.0\nfile /etc/passwd\n'],
  ['video.mkv', "ffconcat version 1.0\nfile 'source.mkv'\n"],
  ['sound.mp3', '#EXTM3U\nhttp://127.0.0.1:1/x.mp3\n'],
  ['call.sdp', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n'],
  ['video.mpd', '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>'],
]

/** Processes whose command line says so. */
function running(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(words)
      } catch {
        return false
      }
    })
    .map(Number)
}

describe('formats by their bytes', () => {
  const shop = new EngineHarness()
  beforeAll(() => shop.open({ works: false }))
  afterAll(() => shop.close())
  const detect = async (filename: string, content: string | Uint8Array) =>
    (await shop.engines.detect({ path: shop.file('file', content), filename }))?.format ?? null
  const hex = (text: string, length = 64) => Buffer.concat([Buffer.from(text, 'hex'), Buffer.alloc(length)])
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from(`ftyp${brand}`, 'latin1'), Buffer.alloc(40)])

  it.each([
    ['mp4', ftyp('isom')],
    ['mov', ftyp('qt  ')],
    ['m4a', ftyp('M4A ')],
    ['m4v', ftyp('M4V ')],
    ['3gp', ftyp('3gp4')],
    ['avif', ftyp('avif')],
    ['heic', ftyp('heic')],
    ['mkv', hex('1a45dfa3934282886d6174726f736b61')],
    ['webm', hex('1a45dfa38f428284 7765626d'.replaceAll(' ', ''))],
    ['flv', hex('464c5601')],
    ['flac', hex('664c6143')],
    ['amr', Buffer.from('#!AMR-WB\nxxxx')],
    ['aiff', Buffer.from('FORM\0\0\0\0AIFCxxxx', 'latin1')],
    ['mpg', hex('000001ba')],
    ['wma', hex('3026b2758e66cf11a6d900aa0062ce6c')],
    ['wav', wav({ seconds: 0.1 })],
  ])('knows %s', async (format, bytes) => {
    expect(await detect(`file.${format}`, bytes)).toBe(format)
    expect(await detect('file.xyz', bytes)).toBe(format)
  })

  it('does not take text or other bytes for media', async () => {
    for (const [name, text] of SCRIPTS) expect(['xml', 'html', null]).toContain(await detect(name, text))
    expect(await detect('a.mp3', Buffer.from('\ufeffhello there, this is text', 'utf16le'))).toBeNull()
    expect(await detect('a.ts', 'GGGG'.repeat(20))).toBeNull()
    expect(await detect('a.mp3', Buffer.alloc(2000, 0xff))).toBeNull()
    expect(await detect('a.mp4', Buffer.from('\0\0\0\x18moov'))).toBeNull()
    expect(await detect('a.mkv', hex('1a45dfa300'))).toBeNull()
  })

  it('has one demuxer for each, and none that reads lists', () => {
    for (const demuxer of Object.values(DEMUXERS))
      expect(['hls', 'concat', 'dash', 'sdp', 'image2', 'lavfi']).not.toContain(demuxer)
    for (const { format, inputs, outputs } of [
      ...shop.engines.formats('video'),
      ...shop.engines.formats('audio'),
    ])
      if (outputs.length + inputs.length > 0 && format !== 'json')
        expect(DEMUXERS[format], format).toBeDefined()
  })
})

describe('the command line', () => {
  it('names the demuxer and allows files alone, before it names the source', () => {
    const args = ffmpegArguments({
      input: 'in/source.mp4',
      demuxer: 'mov',
      start: 1,
      indexed: true,
      length: 2,
      video: { index: 0, copy: true },
      sound: null,
      muxer: 'mp4',
      muxerOptions: {},
      output: 'out/result.mp4',
      metadata: false,
      expected: 2,
    })
    const source = args.indexOf('-i')
    expect(args[source + 1]).toBe('file:in/source.mp4')
    for (const [name, value] of [
      ['-protocol_whitelist', 'file,pipe'],
      ['-f', 'mov'],
    ] as const) {
      expect(args.indexOf(name)).toBeLessThan(source)
      expect(args[args.indexOf(name) + 1]).toBe(value)
    }
  })
})

describe.runIf(MEDIA_ENGINES.length > 0).each(MEDIA_ENGINES)(
  'what $engine is not to be led astray by',
  ({ engine, without }) => {
    const shop = new EngineHarness()
    let mp4: Buffer
    beforeAll(async () => {
      await shop.open({ without })
      mp4 = readFileSync((await shop.convert(shop.file('a.avi', await avi({ seconds: 1 })), 'mp4')).path)
    })
    afterAll(() => shop.close())

    async function refused(job: Promise<unknown>, codes: string[]) {
      const failure = await failureOf(job)
      expect(codes, failure.message).toContain(failure.code)
      expect(failure.message).toMatch(SENTENCE)
    }

    it.each(SCRIPTS)('a script called %s', async (name, text) => {
      for (const format of ['mp4', 'mkv', 'ts'])
        await refused(shop.convert(shop.file(name, text), 'webm', {}, { format }), ['source_damaged'])
    })

    it('a file cut short, before and behind its index', async () => {
      const end = mp4.indexOf('moov') + 40
      await refused(shop.convert(shop.file('a.mp4', mp4.subarray(0, end)), 'webm'), ['source_damaged'])
      const cut = shop.file('b.mp4', mp4.subarray(0, Math.round(mp4.length * 0.6)))
      const half = await shop.convert(cut, 'webm', {}, { format: 'mp4' }).catch((error: unknown) => error)
      if (half instanceof EngineFailure) expect(half.message).toMatch(SENTENCE)
      else expect((half as { warnings: string[] }).warnings.join(' ')).toMatch(/damaged|missing/)
    })

    it('a video of nothing, and bytes of chance', async () => {
      await refused(shop.convert(shop.file('a.wav', wav({ seconds: 0 })), 'mp3'), [
        'source_damaged',
        'output_empty',
        'output_wrong',
      ])
      const noise = Buffer.from(mp4)
      for (let at = mp4.indexOf('mdat') + 4; at < noise.length; at += 3) noise[at] = (at * 7919) % 256
      const outcome = await shop.convert(shop.file('n.mp4', noise), 'webm').catch((error: unknown) => error)
      if (outcome instanceof EngineFailure) expect(outcome.message).toMatch(SENTENCE)
      else expect((outcome as { warnings: string[] }).warnings.join(' ')).toMatch(/damaged/)
    })

    it('images that say to be larger than any screen', async () => {
      const gif = Buffer.concat([
        Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
        Buffer.from(',\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x4c\x01\0;', 'latin1'),
      ])
      await refused(shop.convert(shop.file('a.gif', gif), 'mp4'), ['source_too_complex', 'source_damaged'])
    })

    it('a video that says that its data lie in another file', async () => {
      for (const kind of ['url ', 'alis']) {
        const referring = Buffer.from(mp4)
        // The flag that says "in this file" goes; FFmpeg must not look for another one.
        for (let at = mp4.indexOf('url '); at >= 0; at = mp4.indexOf('url ', at + 4)) {
          referring.write(kind, at, 'latin1')
          referring.writeUInt32BE(0, at + 4)
        }
        const outcome = await shop
          .convert(shop.file('a.mp4', referring), 'mkv')
          .catch((error: unknown) => error)
        if (outcome instanceof EngineFailure) expect(outcome.message).toMatch(SENTENCE)
        else
          expect(await look((outcome as { path: string }).path, 'mkv')).toMatchObject({
            video: { width: 160 },
          })
      }
    })

    it('a sound that is announced and never comes', async () => {
      const video = await avi({ seconds: 5, sound: 'empty' })
      for (const target of ['mp4', 'webm']) {
        const { path, warnings } = await shop.convert(shop.file('a.avi', video), target)
        const made = await look(path, target)
        expect(made.duration).toBeCloseTo(5, 0)
        // Some containers announce it once more.
        expect(warnings).toEqual(made.sound ? [] : ['The audio track is empty and was left out.'])
      }
    })

    it('ends when it is cancelled, with everything it has started', async () => {
      const long = shop.file('long.avi', await avi({ seconds: 20, width: 1280, height: 720 }))
      const controller = new AbortController()
      const stages: [string, number | null][] = []
      const job = shop.convert(
        long,
        'mp4',
        { codec: 'hevc', quality: 'high' },
        { stages, signal: controller.signal },
      )
      const failed = failureOf(job)
      await until(() => stages.some(([, progress]) => progress !== null && progress > 0))
      if (engine === 'FFmpeg') expect(running('file:out/result.mp4').length).toBeGreaterThan(0)
      controller.abort()
      expect((await failed).code).toBe('cancelled')
      await until(() => running('file:out/result.mp4').length === 0)
      // The next job has a child of its own.
      expect((await shop.convert(shop.file('t.wav', wav({ seconds: 0.5 })), 'mp3')).duration).toBeGreaterThan(
        0.4,
      )
    })

    it.each(videos)('$file of a corpus: $expect', async ({ file, path, expect: expected }) => {
      const found = await shop.engines.detect({ path, filename: file })
      if (!found) {
        expect(expected).not.toBe('convert')
        return
      }
      // A video becomes one of the two with each tool, and both where there is one tool; each tool
      // makes both.
      const turn = videos.findIndex((one) => one.path === path) + Number(engine === 'FFmpeg')
      const video = MEDIA_ENGINES.length > 1 ? [['mp4', 'webm'][turn % 2] as string] : ['mp4', 'webm']
      const targets = found.family === 'audio' ? ['m4a', 'ogg'] : [...video, 'jpg']
      for (const target of targets) {
        const outcome = await shop.convert(path, target).catch((error: unknown) => error)
        if (outcome instanceof EngineFailure) {
          expect(outcome.message).toMatch(SENTENCE)
          if (expected === 'convert')
            expect([outcome.code, target], outcome.message).toEqual(['source_unsupported', 'jpg'])
          continue
        }
        const made = await look((outcome as { path: string }).path, target)
        expect(made.video !== null || made.sound !== null).toBe(true)
        if (target !== 'jpg') expect(made.duration).toBeLessThan(10)
      }
    })
  },
)
