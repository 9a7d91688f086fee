import { describe, expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

describe('addresses that are pasted', () => {
  it('takes any separator, and each address once', () => {
    expect(addressesIn('ana@a.example, tom@a.example;ANA@a.example\njoel@a.example ').valid).toEqual([
      'ANA@a.example',
      'tom@a.example',
      'joel@a.example',
    ])
  })
  it('takes them as mail programs copy them', () => {
    const { valid, invalid } = addressesIn(
      '"Ruiz, Ana" <ana@a.example>; Tom Beckett <tom@a.example>, joel@a.example\nO\'Hara, <o@a.example>',
    )
    expect(valid).toEqual(['ana@a.example', 'tom@a.example', 'joel@a.example', 'o@a.example'])
    expect(invalid).toEqual(["O'Hara"])
  })
  it('leaves out nothing that stands in brackets', () => {
    expect(addressesIn('Ana <ana.example>, Tom <tom@a.example>')).toEqual({
      valid: ['tom@a.example'],
      invalid: ['ana.example'],
    })
  })
  it('names what is no address', () => {
    expect(addressesIn('ana@a.example tom joel@localhost').invalid).toEqual(['tom', 'joel@localhost'])
  })
})
