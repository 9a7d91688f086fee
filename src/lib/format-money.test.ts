import { expect, it } from 'vitest'
import { formatMoney } from './format-money.ts'

it.each([
  [2900, 'EUR', '€29.00'],
  [2900, 'JPY', '¥2,900'],
  [2900, 'KWD', 'KWD\u00a02.900'],
  [-400, 'EUR', '−€4.00'],
  [0, 'EUR', '€0.00'],
])('writes %i %s as %s', (amount, currency, text) => {
  expect(formatMoney({ amount, currency }, 'en')).toBe(text)
})

it('leaves out minor units that are zero where that is asked for', () => {
  expect(formatMoney({ amount: 2900, currency: 'EUR' }, 'en', 'short')).toBe('€29')
  expect(formatMoney({ amount: 2950, currency: 'EUR' }, 'en', 'short')).toBe('€29.50')
})

it('shows parts of a minor unit where that is asked for', () =>
  expect(formatMoney({ amount: 1.6, currency: 'EUR' }, 'en', 'fine')).toBe('€0.016'))
