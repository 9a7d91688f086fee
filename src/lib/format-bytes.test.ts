import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 KB'],
  [412_000, '412 KB'],
  [999_499, '999 KB'],
  [999_500, '1 MB'],
  [24_600_000, '24.6 MB'],
  [99_940_000, '99.9 MB'],
  [412_000_000, '412 MB'],
  [999_999_999, '1 GB'],
  [38_400_000_000, '38.4 GB'],
  [1_200_000_000_000, '1.2 TB'],
])('%d is %s', (bytes, words) => {
  expect(formatBytes(bytes, 'en')).toBe(words.replace(' ', '\u00a0'))
})

test('the decimal sign is the locale’s', () => {
  expect(formatBytes(24_600_000, 'de')).toBe('24,6\u00a0MB')
})
