import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open({ system: false }))
afterAll(() => shop.close())

const SRT = `1
00:00:01,000 --> 00:00:02,500
<i>Where</i> are the <b>nets</b>?
On deck.

2
00:00:03,000 --> 00:00:04,000
{\\an8}5 < 6 & "7" {not a code}

3
01:00:00,000 --> 01:00:01,250
Čaroděj 漁船 שלום
`
const VTT = `WEBVTT - nets

STYLE
::cue { color: red }

NOTE Nobody
reads this

intro
00:01.000 --> 00:02.500 line:0 align:left
<v Mate>Where <i>are</i> the <c.loud>nets</c> &amp; lines?

00:03.000 --> 00:04.000
&lt;none&gt;
`
const ASS = `[Script Info]
ScriptType: v4.00+
[V4+ Styles]
Format: Name, Fontname, Italic, Bold, Underline, Alignment
Style: Sign,Arial,-1,0,0,8
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:09.00,Sign,,0,0,0,,not shown
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,second, with commas\\Nand {\\b1\\c&H0000FF&}two{\\b0} lines
Dialogue: 0,0:00:01.00,0:00:02.50,Sign,Mate,0,0,0,,first{\\i0} plain
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}
`

async function convert(name: string, content: string | Uint8Array, target: string, options = {}) {
  const { path, warnings } = await shop.convert(shop.file(name, content), target, options)
  return { path, warnings, text: readFileSync(path, 'utf8') }
}

/** The cues of a file as ffmpeg reads them: times in seconds, and the text without styles. */
function cuesOf(path: string): { start: number; end: number; text: string }[] {
  const { stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-'], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const seconds = (time: string) => {
    const [hours = 0, minutes = 0, rest = 0] = time.replace(',', '.').split(':').map(Number)
    return hours * 3600 + minutes * 60 + rest
  }
  return stdout
    .replaceAll('\r', '')
    .split(/\n\n(?=\d+\n)/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const [, timing = '', ...lines] = block.trim().split('\n')
      const [start = '', end = ''] = timing.split(' --> ')
      const text = lines
        .join('|')
        .replace(/<\/?(?:[biu]|font[^<>]*)>|\{\\an\d\}|\u2060/g, '')
        .replace(/\\([{}])/g, '$1')
      return { start: seconds(start), end: seconds(end), text }
    })
}

const hasFfmpeg = existsSync('/usr/bin/ffmpeg')

describe('subtitles', () => {
  it.runIf(hasFfmpeg).each([
    ['a.srt', SRT],
    ['a.vtt', VTT],
    ['a.ass', ASS],
  ])('are what ffmpeg reads, in each format: %s', async (name, content) => {
    const expected = {
      'a.srt': [
        { start: 1, end: 2.5, text: 'Where are the nets?|On deck.' },
        { start: 3, end: 4, text: '5 < 6 & "7" {not a code}' },
        { start: 3600, end: 3601.25, text: 'Čaroděj 漁船 שלום' },
      ],
      'a.vtt': [
        { start: 1, end: 2.5, text: 'Where are the nets & lines?' },
        { start: 3, end: 4, text: '<none>' },
      ],
      'a.ass': [
        { start: 1, end: 2.5, text: 'first plain' },
        { start: 3, end: 4, text: 'second, with commas|and two lines' },
      ],
    }[name]
    for (const target of ['srt', 'vtt', 'ass'].filter((format) => !name.endsWith(format))) {
      const { path } = await convert(name, content, target)
      expect(cuesOf(path)).toEqual(expected)
    }
  })

  it('keep styles and places', async () => {
    const vtt = await convert('a.srt', SRT, 'vtt')
    expect(vtt.text).toContain('<i>Where</i> are the <b>nets</b>?\nOn deck.\n')
    expect(vtt.text).toContain('00:00:03.000 --> 00:00:04.000 line:0\n5 &lt; 6 &amp; "7" {not a code}\n')
    const srt = await convert('a.ass', ASS, 'srt')
    expect(srt.text).toContain('{\\an8}<i>first</i> plain')
    expect(srt.text).toContain('and <b>two</b> lines')
    const ass = await convert('a.vtt', VTT, 'ass')
    expect(ass.text).toContain('Default,Mate,0,0,0,,{\\an7}Where {\\i1}are{\\i0} the nets & lines?')
  })

  it('become a text without times', async () => {
    const { text, warnings } = await convert('a.vtt', VTT, 'txt')
    expect(text).toBe('Where are the nets & lines?\n<none>\n')
    expect(warnings).toEqual(['Colors, fonts and effects were left out.', 'Names of speakers were left out.'])
  })

  it('say what was left out', async () => {
    const { warnings } = await convert('a.ass', ASS, 'vtt')
    expect(warnings).toEqual([
      '1 subtitle that is a drawing was left out.',
      'Colors, fonts and effects were left out.',
    ])
    expect((await convert('a.srt', SRT, 'ass')).warnings).toEqual([])
  })

  it('come back the same after a round', async () => {
    const hard = '1\r\n00:00:01,000 --> 00:00:02,000\r\na\\Nb {c} \\d --> e\r\n'
    const ass = await convert('a.srt', hard, 'ass')
    const back = await convert('b.ass', ass.text, 'srt')
    expect(back.text.replaceAll('\u2060', '')).toBe(
      hard.replace('-->', '→').replace('--> e', '→ e').replace('→ 00', '--> 00'),
    )
  })

  it('move in time, and lose what would end before the beginning', async () => {
    const later = await convert('a.srt', SRT, 'vtt', { shift: 0.25 })
    expect(later.text).toContain('00:00:01.250 --> 00:00:02.750')
    const earlier = await convert('a.srt', SRT, 'vtt', { shift: -3.5 })
    expect(earlier.text).toContain('00:00:00.000 --> 00:00:00.500')
    expect(earlier.warnings).toEqual(['1 subtitle before the beginning was left out.'])
    const failure = await failureOf(convert('a.srt', SRT, 'vtt', { shift: -80_000 }))
    for (const shift of [Number.NaN, 1e9, -1e9, '1'])
      expect((await failureOf(convert('a.srt', SRT, 'vtt', { shift }))).code).toBe('option_refused')
    expect(failure.code).toBe('output_empty')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('are read in old encodings, and say which', async () => {
    const cue = (text: Uint8Array) =>
      Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), text, Buffer.from('\n')])
    const russian = Buffer.from(
      'cdee20eff0e5e6e4e5f720f1e5f2e820f1f3f8e0f22cf2eee3e4e020ebeee4eae820e8e4f3f2',
      'hex',
    )
    const { text, warnings } = await convert('a.srt', cue(russian), 'vtt')
    expect(text).toContain('Но прежде')
    expect(warnings).toEqual([
      'The encoding of the file was taken for windows-1251. If letters are wrong, choose another.',
    ])
    const japanese = Buffer.from('8b999144', 'hex')
    expect((await convert('a.srt', cue(japanese), 'vtt', { encoding: 'shift_jis' })).text).toContain('漁船')
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(SRT, 'utf16le')])
    expect((await convert('a.srt', wide, 'vtt')).text).toContain('漁船')
  })

  it('are read as they are found in the wild', async () => {
    const loose =
      '00:00:01.5 --> 00:00:02,25 X1:100 X2:200\nno number\n\nafter an empty line\n2\n0:00:03,000 -> 0:00:04,000\n7\n00:00:09,000 --> 00:00:05,000\nbackwards'
    const { text, warnings } = await convert('a.srt', loose, 'vtt')
    expect(text).toContain('00:00:01.500 --> 00:00:02.250\nno number\nafter an empty line\n')
    expect(warnings).toEqual(['1 subtitle that ends before it begins was left out.'])
    const old = ASS.replace('[V4+ Styles]', '[V4 Styles]').replace('-1,0,0,8', '0,0,0,6')
    expect((await convert('a.ssa', old, 'srt')).text).toContain('{\\an8}first')
  })

  it('are known by their bytes, whatever their name', async () => {
    for (const [content, format] of [
      [SRT, 'srt'],
      [VTT, 'vtt'],
      [ASS, 'ass'],
    ] as const) {
      const path = shop.file('a.txt', content)
      expect((await shop.engines.detect({ path, filename: 'a.txt' }))?.format).toBe(format)
    }
    const quoted = shop.file('a.md', `# How to\n\n${SRT}`)
    expect((await shop.engines.detect({ path: quoted, filename: 'a.md' }))?.format).toBe('md')
  })

  it.each([
    ['no timing', 'a.srt', 'nothing here\n'.repeat(20)],
    ['no cue', 'a.vtt', 'WEBVTT\n\n'],
    ['no event', 'a.ass', '[Script Info]\n[Events]\nFormat: Text\nDialogue: x\n'],
    ['times out of range', 'a.srt', '1\n99999:00:00,000 --> 99999:00:01,000\na\n'],
  ])('are refused where there are none: %s', async (_, name, content) => {
    const failure = await failureOf(convert(name, content, 'txt'))
    expect(failure.code).toBe('source_damaged')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('end soon on texts that are made to be slow', async () => {
    const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
    for (const text of [
      '<'.repeat(200_000),
      `<i ${' '.repeat(200_000)}`,
      '{\\'.repeat(100_000),
      '&#'.repeat(100_000),
    ]) {
      const { path } = await convert('a.srt', cue(text), 'ass')
      expect(readFileSync(path).length).toBeGreaterThan(500)
    }
    const codes = ASS.replace('first', `{${'\\b1'.repeat(50_000)}}first`)
    expect((await convert('a.ass', codes, 'srt')).text).toContain('<b>')
    const many = Array.from({ length: 200_001 }, () => '0:00:01 --> 0:00:02\na\n').join('')
    expect((await failureOf(convert('a.srt', `00:00:01,0 --> 00:00:02,0\na\n${many}`, 'vtt'))).code).toBe(
      'source_too_complex',
    )
  })
})
