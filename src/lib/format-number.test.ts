import { expect, test } from 'vitest'
import { formatChange, formatNumber, formatPercent } from './format-number.ts'

test('thousands are separated', () => {
  expect(formatNumber(1482, 'en')).toBe('1,482')
  expect(formatNumber(-3, 'en')).toBe('−3')
})

test('a hundred percent is only said when it is reached', () => {
  expect(formatPercent(56.4, 'en')).toBe('56%')
  expect(formatPercent(99.9, 'en')).toBe('99%')
  expect(formatPercent(100, 'en')).toBe('100%')
})

test('a change is its size alone', () => {
  expect(formatChange(100, 118, 'en')).toBe('18%')
  expect(formatChange(200, 50, 'en')).toBe('75%')
  expect(formatChange(2, 50, 'en')).toBe('2,400%')
})
