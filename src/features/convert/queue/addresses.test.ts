import { expect, it } from 'vitest'
import { addressesIn } from './addresses.ts'

it.each([
  ['https://a.example/x.pdf', ['https://a.example/x.pdf']],
  [' https://a.example/x \nhttp://b.example/y?z=1 ', ['https://a.example/x', 'http://b.example/y?z=1']],
  ['https://a.example/x https://a.example/x', ['https://a.example/x']],
  ['see https://a.example/x', null],
  ['javascript:alert(1)', null],
  ['ftp://a.example/x', null],
  ['https://', null],
  ['', null],
])('finds in %j %j', (text, found) => expect(addressesIn(text)).toEqual(found))

it('counts them all: how many are taken is for others to say', () => {
  const many = Array.from({ length: 101 }, (_, index) => `https://a.example/${index}`)
  expect(addressesIn(many.join('\n'))).toHaveLength(101)
})
