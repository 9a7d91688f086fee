import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { isFigures, parseCsv, separatorOf } from './parse-csv.ts'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

describe('decoding', () => {
  it('reads UTF-8, with a mark or without', () => {
    expect(decodeText(new TextEncoder().encode('Grüße\r\nda').buffer as ArrayBuffer)).toBe('Grüße\nda')
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x41))).toBe('A')
  })
  it('reads UTF-16 by its mark, and what is no UTF-8 as Windows-1252', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0x41, 0, 0xfc, 0))).toBe('Aü')
    expect(decodeText(bytes(0xfe, 0xff, 0, 0x41))).toBe('A')
    expect(decodeText(bytes(0x47, 0xfc, 0x80))).toBe('Gü€')
  })
  it('leaves off the half of a letter where the text was cut', () => {
    expect(decodeText(bytes(0x41, 0xc3), true)).toBe('A')
    expect(decodeText(bytes(0x41, 0xc3), false)).toBe('AÃ')
    expect(decodeText(bytes(0xff, 0xfe, 0x41, 0, 0x42), true)).toBe('A')
  })
})

describe('tables', () => {
  it('finds the separator outside quotes', () => {
    expect(separatorOf('a,b,c\n1,2,3')).toBe(',')
    expect(separatorOf('a;"x,y,z,w";c\n1;2;3')).toBe(';')
    expect(separatorOf('a\tb\n')).toBe('\t')
    expect(separatorOf('one column\nonly')).toBe(',')
  })
  it('keeps what is quoted together', () => {
    expect(parseCsv('a,"b, ""c""\nd",e\n1,,3', 10)).toEqual([
      ['a', 'b, "c"\nd', 'e'],
      ['1', '', '3'],
    ])
  })
  it('stops at the limit, and reads what is not quite right', () => {
    expect(parseCsv('1\n2\n3\n4', 2)).toEqual([['1'], ['2']])
    expect(parseCsv('5" pipe,"open', 9)).toEqual([['5" pipe', 'open']])
    expect(parseCsv('', 9)).toEqual([])
  })
  it('reads a cell of white space, long enough to be tried in every way, at once', () => {
    expect(isFigures([`1${' '.repeat(200_000)}x`])).toBe(false)
    expect(isFigures([`${' '.repeat(200_000)}1${' '.repeat(200_000)}`])).toBe(true)
  })
  it('knows a column of figures', () => {
    expect(isFigures(['1,240.50', '−3', '', '7 %'.replace(' ', '')])).toBe(true)
    expect(isFigures([' 12 ', '1 000'])).toBe(true)
    expect(isFigures(['12', 'n/a'])).toBe(false)
    expect(isFigures(['', ''])).toBe(false)
  })
})
