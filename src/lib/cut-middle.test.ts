import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutMiddle, splitName } from './cut-middle.ts'

test('the ending and what comes before it stay', () => {
  expect(splitName('storefront-panorama-stitched.tiff')).toEqual({
    head: 'storefront-panorama-st',
    tail: 'itched.tiff',
  })
  expect(cutMiddle('storefront-panorama-stitched.tiff', 20)).toBe('storefro…itched.tiff')
  expect(cutMiddle('short.pdf', 20)).toBe('short.pdf')
})

test('a dot at the start or far from the end is no ending', () => {
  expect(splitName('.gitignore').tail).toBe('ignore')
  expect(splitName('v1.final version with words').tail).toBe(' words')
})

test('no name is lost, and no emoji is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      const { head, tail } = splitName(name)
      expect(head + tail).toBe(name)
    }),
  )
  expect(splitName('👩‍👩‍👧family👩‍👩‍👧.jpg', 1).tail).toBe('👩‍👩‍👧.jpg')
})
