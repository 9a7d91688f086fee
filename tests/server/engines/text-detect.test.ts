import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plain } from '../../../contract/message-pattern.ts'
import { checkSource } from '../../../server/engines/families/detection/check.ts'
import { isSvgFont } from '../../../server/engines/families/font/detect.ts'
import { withArticle } from '../../../server/engines/kernel/article.ts'
import { DEFAULT_LIMITS } from '../../../server/engines/kernel/limits.ts'
import { formatOfMarkup } from '../../../server/engines/kernel/source/text.ts'
import { failureOf } from './helpers.ts'

describe('markup', () => {
  it.each([
    ['svg', '<svg xmlns="x"/>'],
    ['svg', '\ufeff<?xml version="1.0"?>\n<!-- <html> -->\n<svg:svg>'],
    ['svg', '<!DOCTYPE svg PUBLIC "x" [ <!ENTITY a "<b>"> ] ><svg>'],
    ['svg', '<!DOCTYPE x [ <!ENTITY a "<b>"> ] ><svg>'],
    ['svg', '<!DOCTYPE x><?a <html> ?><svg>'],
    ['html', '<!doctype html><p>'],
    ['jats', '<!-- a --><article dtd-version="1.2">'],
    ['docbook', '<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN"><book>'],
    [null, 'words <svg>'],
  ])('is %s: %s', (format, text) => {
    expect(formatOfMarkup(text)).toBe(format)
  })

  // The time-out is the measure: a look that begins anew at every beginning takes minutes for
  // these.
  it.each(['<!--', '<?', '<a', '<!DOCTYPE ', '<!DOCTYPE x [', '<article'])(
    'is looked for once in a text of %s',
    (beginning) => {
      const text = beginning.repeat(400_000 / beginning.length)
      expect([null, 'svg', 'html']).toContain(formatOfMarkup(text))
      expect(formatOfMarkup(`${text}>`)).not.toBe('docbook')
      expect(isSvgFont(`<font><glyph/></font>${text}`)).toBe(true)
    },
  )

  it('is looked for once in a name without end', () => {
    expect(formatOfMarkup(`<a${'b'.repeat(400_000)}`)).toBeNull()
    expect(formatOfMarkup(`<!DOCTYPE ${'b'.repeat(400_000)}`)).toBeNull()
  })
})

describe('the article before a format', () => {
  it('is the one that is spoken', () => {
    const labels = [
      'PDF',
      'ODS',
      'JPEG',
      'SVG',
      'MP4',
      'UFO',
      'USDZ',
      'FLAC',
      'LaTeX',
      'Org',
      'XWiki',
      '3MF',
      'OpenEXR',
    ]
    expect(labels.map(withArticle)).toEqual(
      [
        'a PDF',
        'an ODS',
        'a JPEG',
        'an SVG',
        'an MP4',
        'a UFO',
        'a USDZ',
        'a FLAC',
        'a LaTeX',
        'an Org',
        'an XWiki',
      ].concat(['a 3MF', 'an OpenEXR']),
    )
    expect(['audio', 'image', 'video'].map(withArticle)).toEqual(['an audio', 'an image', 'a video'])
  })

  it('stands in what is said of a file of another format', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-article-'))
    try {
      const path = join(folder, 'a')
      writeFileSync(path, '%PDF-1.4')
      const failure = await failureOf(checkSource(path, 'ods', DEFAULT_LIMITS))
      expect(plain(failure.message)).toMatch('The file is not an ODS file: its content says PDF.')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
