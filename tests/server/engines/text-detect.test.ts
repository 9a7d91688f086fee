import { describe, expect, it } from 'vitest'
import { isSvgFont } from '../../../server/engines/font/detect.ts'
import { formatOfMarkup } from '../../../server/engines/source/text.ts'

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

  // The time-out is the measure: a look that begins anew at every beginning takes minutes for these.
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
