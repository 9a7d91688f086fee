import { describe, expect, it } from 'vitest'
import { endingOf } from './ending-of.ts'
import { sniffBytes } from './sniff.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )

describe('sniffBytes', () => {
  it.each([
    ['pdf', bytes('%PDF-1.7\n')],
    ['jpg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['webp', bytes('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
    ['avif', bytes([0, 0, 0, 28], 'ftypavif', [0, 0, 0, 0], 'mif1')],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0], 'mif1')],
    ['docx', bytes('PK\u0003\u0004', [0, 0], '[Content_Types].xml', 'word/document.xml')],
    ['odt', bytes('PK\u0003\u0004', [0, 0], 'mimetypeapplication/vnd.oasis.opendocument.text')],
    ['svg', bytes('<?xml version="1.0"?>\n<svg xmlns="x">')],
  ])('knows %s by its bytes', (format, given) => {
    expect(sniffBytes(given)).toBe(format)
  })
  it.each([bytes(''), bytes('# A heading\n'), bytes('PK\u0003\u0004 some archive')])(
    'says nothing of text, nothing and unknown archives',
    (given) => expect(sniffBytes(given)).toBeNull(),
  )
})

it('takes the ending of a name', () => {
  expect(['a.TAR.GZ', 'IMG_1.HEIC', '.profile', 'README'].map(endingOf)).toEqual(['gz', 'heic', '', ''])
})
