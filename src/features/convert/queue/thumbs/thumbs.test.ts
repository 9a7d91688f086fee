import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { linesOf } from './draw-text.ts'
import { openPackage, plain } from './open-package.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const zip = (entries: Record<string, Uint8Array>) => new File([new Uint8Array(zipSync(entries))], 'a.docx')

it('finds the image that a document has of itself before anything else', async () => {
  const file = zip({
    'word/document.xml': bytes('<w:p>Words</w:p>'),
    'docProps/thumbnail.jpeg': bytes('thumbnail'),
  })
  const { thumbnail, text } = await openPackage(file)
  expect([await thumbnail?.text(), thumbnail?.type, text]).toEqual(['thumbnail', 'image/jpeg', ''])
})

it('reads the first words of a document without one', async () => {
  const file = zip({
    '[Content_Types].xml': bytes('<Types/>'),
    'word/document.xml': bytes(
      '<w:document><w:p><w:t>Lease</w:t></w:p><w:p><w:t>14 &amp; 15 Harbour Row</w:t></w:p></w:document>',
    ),
  })
  expect(await openPackage(file)).toEqual({ thumbnail: null, text: 'Lease\n14 & 15 Harbour Row' })
})

it('breaks lines between words, and words that are too long', () => {
  expect(linesOf('one two three\n\nfour', 8)).toEqual(['one two', 'three', '', 'four'])
  expect(linesOf('x'.repeat(20), 8)).toEqual(['xxxxxxxx'])
  expect(plain('<a>no end')).toBe('no end')
})
