import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unicodeRtf } from '../../../server/engines/families/document/rtf-text.ts'
import { EngineHarness } from './helpers.ts'

/** A document with one font of a charset, and more text in other groups. */
const rtf = (charset: number, page: number, body: string) =>
  Buffer.from(
    `{\\rtf1\\ansi\\ansicpg${page}\\deff0{\\fonttbl{\\f0\\fnil\\fcharset${charset} A;}{\\f1\\fnil\\fcharset0 B;}}\\pard\\f0 ${body}\\par}`,
    'latin1',
  )
const escaped = (hex: string) => hex.replace(/[0-9a-f]{2}/g, "\\'$&")

/** The bytes were written with `iconv -t`, by charset, code page and text. */
const TEXTS: [name: string, charset: number, page: number, hex: string, text: string][] = [
  ['Japanese', 128, 932, '93fa967b8cea83678356835c', '日本語トシソ'],
  ['Czech', 238, 1250, '50f8ed6c699a209e6c759d6f75e86bfd', 'Příliš žluťoučký'],
  ['Russian', 204, 1251, 'cff0e8e2e5f2', 'Привет'],
  ['Greek', 161, 1253, 'c5ebebe7ede9eadc', 'Ελληνικά'],
  ['Turkish', 162, 1254, 'defeddf0fdde', 'ŞşİğıŞ'],
  ['Chinese, simplified', 134, 936, 'd6d0cec4', '中文'],
  ['Chinese, traditional', 136, 950, 'a4a4a4e5b35c', '中文許'],
  ['Korean', 129, 949, 'c7d1b1dbb3a1', '한글끝'],
  ['Hebrew', 177, 1255, 'f9ece5ed', 'שלום'],
  ['Thai', 222, 874, 'e4b7c2', 'ไทย'],
]

const bodyOf = (source: string) => source.replace(/^[\s\S]*\\pard \\f0 /, '').replace(/\\par ?\}$/, '')
const read = (charset: number, page: number, body: string) => bodyOf(unicodeRtf(rtf(charset, page, body)))

describe('text of RTF', () => {
  it.each(TEXTS)('in %s is read by the charset of its font', (_, charset, _page, hex, text) => {
    expect(read(charset, 1252, escaped(hex))).toBe(text)
  })

  it('is read by the code page of the document where the font says nothing', () => {
    for (const [, , page, hex, text] of TEXTS) expect(read(1, page, escaped(hex))).toBe(text)
  })

  it('has a font per group, and the default one after plain', () => {
    expect(read(204, 1252, "\\'cf{\\f1 \\'cf}\\'cf\\f1 \\'cf\\plain\\'cf")).toBe('П{\\f1 Ï}П\\f1 Ï\\plain П')
  })

  it('may have the second byte of a character as it is, and on another line', () => {
    expect(read(128, 932, "\\'83A\\'83\\\\\\'83\r\n\\'5c\\'83\r\nAx")).toBe('アソソアx')
    expect(read(128, 932, '\x93\xfa\x8c\xea\x83Ab')).toBe('日語アb')
  })

  it('may be UTF-8 that no charset names', () => {
    const source = Buffer.from(`{\\rtf1\\ansi\\pard\\f0 Grüße 日本\\par}`)
    expect(bodyOf(unicodeRtf(source))).toBe('Grüße 日本')
  })

  it('leaves out the fallback of Unicode characters', () => {
    expect(read(0, 1252, 'a\\u233?b\\u233 ?c\\u-10179?\\u-8704?d')).toBe('aébéc😀d')
    expect(read(128, 932, "{\\uc2 \\u12354\\'82\\'a0y}\\u233\\'82z{\\uc0\\u233 r}\\u233{}s")).toBe(
      '{あy}éz{ér}é{}s',
    )
    expect(read(0, 1252, '\\u233\\emdash x')).toBe('éx')
    expect(read(0, 1252, '\\u-10179?x')).toBe('\ufffdx')
  })

  it('keeps punctuation after a control word, and escaped characters', () => {
    expect(read(0, 1252, "\\b bold\\b0, x\\{\\}\\\\ \\'7b")).toBe('\\b bold\\b0 , x\\{\\}\\\\ \\{')
  })

  it('has binary images as digits', () => {
    expect(read(0, 1252, '{\\pict\\pngblip\\bin3 {\\}x}y')).toBe('{\\pict \\pngblip 7b5c7dx}y')
  })

  it('of any bytes is rewritten with balanced groups', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '\\',
      "\\'8",
      "\\'83",
      '\\u',
      '\\u-5',
      '\\bin9',
      '\\f0',
      '\\uc3',
      '\x83',
      'a',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('')
        const braces = (text: string) => text.replace(/\\[\s\S]/g, '').replace(/[^{}]/g, '')
        const result = unicodeRtf(Buffer.from(source, 'latin1'))
        if (!source.includes('bin') && !source.includes('\x83') && !source.includes("\\'83"))
          expect(braces(result)).toBe(braces(source))
      }),
    )
  })
})

describe('RTF to text formats', () => {
  const shop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
  })
  afterAll(() => shop.close())

  it.each(TEXTS.slice(0, 3))('has its %s', async (_, charset, page, hex, text) => {
    const file = shop.file('a.rtf', rtf(charset, page, `${escaped(hex)}\\b0, end \\u-10179?\\u-8704?`))
    for (const target of ['html', 'md', 'txt']) {
      const { path } = await shop.convert(file, target)
      expect(readFileSync(path, 'utf8')).toContain(`${text}, end 😀`)
    }
  })

  it('has its images', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    )
    const file = shop.file(
      'a.rtf',
      Buffer.concat([
        Buffer.from(`{\\rtf1\\ansi \\'e9 {\\pict\\pngblip\\bin${png.length} `),
        png,
        Buffer.from('}\\par}'),
      ]),
    )
    const html = readFileSync((await shop.convert(file, 'html')).path, 'utf8')
    expect(html).toContain('é')
    expect(html).toContain(`data:image/png;base64,${png.toString('base64')}`)
  })
})
