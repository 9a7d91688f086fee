import { expect, test } from 'vitest'
import { formatClock, formatDuration, formatSeconds } from './format-duration.ts'

test.each([
  [171, '171 ms'],
  [1200, '1.2 s'],
  [2000, '2 s'],
  [9960, '10 s'],
  [38_000, '38 s'],
  [59_600, '1 min 00 s'],
  [66_000, '1 min 06 s'],
  [3_840_000, '1 h 04 min'],
  [183_600_000, '2 d 3 h'],
])('%d ms is %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words.replaceAll(' ', '\u00a0'))
})

test('time left is whole seconds, and never none while there is some', () => {
  expect(formatSeconds(0.2)).toBe('1\u00a0s')
  expect(formatSeconds(3.4)).toBe('3\u00a0s')
})

test.each([
  [581, '9:41'],
  [600, '10:00'],
  [4.6, '0:05'],
  [-1, '0:00'],
])('%d seconds are %s on a clock', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock)
})
