import { describe, expect, it } from 'vitest'
import { readBdf } from '../../../server/engines/families/font/bdf.ts'
import { failureOf } from './helpers.ts'

const glyph = (box: string) => `STARTCHAR a\nENCODING 65\nDWIDTH 8 0\nBBX ${box}\nBITMAP\n80\nENDCHAR\n`
const font = (glyphs: string) => `STARTFONT 2.1\nFONT -x-\n${glyphs}ENDFONT\n`
const outcome = (glyphs: string) => failureOf(Promise.resolve().then(() => readBdf(font(glyphs))))

describe('a bitmap font', () => {
  it('is read as it says', () => {
    expect(readBdf(font(glyph('8 4 0 -1')))).toMatchObject({
      ascent: 3,
      descent: 1,
      glyphs: [{ name: 'a', encoding: 65, width: 8, height: 4 }],
    })
  })

  it('is not unpacked where that is far more than it appears to hold', async () => {
    expect((await outcome(glyph('4096 4096 0 0').repeat(40))).code).toBe('source_too_complex')
    expect((await outcome(glyph('1 1 0 0').repeat(130_000))).code).toBe('source_too_complex')
    expect((await outcome(glyph('4097 1 0 0'))).code).toBe('source_damaged')
  })
})
