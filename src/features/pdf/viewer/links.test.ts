import { describe, expect, it } from 'vitest'
import { linksOf, safeAddress } from './links.ts'

const rect = [1, 2, 3, 4]

describe('links', () => {
  it.each([
    'https://example.com/a',
    'http://example.com/',
    'mailto:someone@example.com',
    'tel:+441174960000',
  ])('%s may be opened', (address) => {
    expect(safeAddress(address)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'vbscript:1',
    'about:blank',
    'no address',
    '',
  ])('%j may not', (address) => {
    expect(safeAddress(address)).toBeNull()
  })

  it('are those that lead somewhere', () => {
    const links = linksOf([
      { subtype: 'Link', rect, url: 'https://example.com/', overlaidText: ' The web ' },
      { subtype: 'Link', rect, url: 'javascript:alert(1)' },
      { subtype: 'Link', rect, dest: 'chapter' },
      { subtype: 'Link', rect, action: 'NextPage' },
      { subtype: 'Link', rect, action: 'SaveAs' },
      { subtype: 'Link', rect },
      { subtype: 'Text', rect, dest: 'chapter' },
      { subtype: 'Link', dest: 'chapter' },
    ])
    expect(links.map(({ kind }) => kind)).toEqual(['address', 'page', 'step'])
    expect(links[0]).toMatchObject({ href: 'https://example.com/', words: 'The web', rect })
  })
})
