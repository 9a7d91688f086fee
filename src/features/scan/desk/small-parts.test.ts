import { expect, test } from 'vitest'
import { checkFiles } from './add/check-files.ts'
import { inGroups, typedAddress } from './pairing/addresses.ts'
import { fitOf, stepped } from './view/zoom.ts'

test('a URL is shown without what the browser adds automatically', () => {
  expect(typedAddress('https://files.harbour.example/scan#abc')).toBe('files.harbour.example/s')
  expect(typedAddress('http://192.168.1.20:4000/scan#abc')).toBe('http://192.168.1.20:4000/s')
})

test('a code comes in two groups', () => {
  expect(inGroups('7KXP42MQ')).toBe('7KXP 42MQ')
})

test('files that are no photos, empty or too large are refused', () => {
  const file = (name: string, type: string, size = 3) => {
    const made = new File(['x'.repeat(Math.min(size, 3))], name, { type })
    Object.defineProperty(made, 'size', { value: size })
    return made
  }
  const { taken, refused } = checkFiles([
    file('a.jpg', 'image/jpeg'),
    file('b.HEIC', ''),
    file('c.pdf', 'application/pdf'),
    file('d.png', 'image/png', 0),
    file('e.webp', 'image/webp', 25_000_001),
  ])
  expect(taken.map(({ name }) => name)).toEqual(['a.jpg', 'b.HEIC'])
  expect(refused).toEqual([
    { name: 'c.pdf', why: 'kind' },
    { name: 'd.png', why: 'empty' },
    { name: 'e.webp', why: 'size' },
  ])
})

test('an image fits its room, and zooms in steps', () => {
  expect(fitOf({ width: 1000, height: 1000 }, { width: 556, height: 584 }, 56)).toBe(0.5)
  expect(fitOf({ width: 1000, height: 1000 }, { width: 0, height: 0 }, 56)).toBe(1)
  expect(stepped(0.82, true)).toBe(1)
  expect(stepped(0.82, false)).toBe(0.75)
  expect(stepped(4, true)).toBe(4)
})
