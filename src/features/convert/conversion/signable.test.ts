import { describe, expect, it } from 'vitest'
import type { Catalog, OperationEntry } from '../../../api/convert.ts'
import { canSign } from './signable.ts'

const makes = (operation: string, from: string[], to: string[]) =>
  ({ operation, from, to }) as unknown as OperationEntry
const catalog: Catalog = {
  formats: [],
  operations: [
    makes('convert', ['docx', 'jpg', 'mp4'], ['pdf', 'txt']),
    makes('convert', ['csv'], ['xlsx']),
    makes('merge', ['csv', 'png'], ['pdf']),
  ],
}

describe('what can be sent for signature', () => {
  it.each([
    ['pdf', 'document', true],
    ['docx', 'document', true],
    ['jpg', 'image', true],
    // Formats that only become part of a PDF, that cannot become one, or that nobody signs.
    ['csv', 'document', false],
    ['png', 'image', false],
    ['odt', 'document', false],
    ['mp4', 'video', false],
    [null, 'other', false],
  ])('%s, %s: %s', (format, family, expected) => {
    expect(canSign(catalog, { format, family })).toBe(expected)
  })

  it('is a PDF before it is known what this instance can make', () => {
    const nothing = { formats: [], operations: [] }
    expect(canSign(nothing, { format: 'pdf', family: 'document' })).toBe(true)
    expect(canSign(nothing, { format: 'docx', family: 'document' })).toBe(false)
  })
})
