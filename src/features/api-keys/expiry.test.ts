import { expect, it } from 'vitest'
import { daysOf, stateOf } from './expiry.ts'

const NOW = new Date('2026-11-22T12:00:00')

it('counts whole days, and refuses a day that is past, too far, or none', () => {
  expect(daysOf('90', '', NOW)).toBe(90)
  expect(daysOf('never', '', NOW)).toBeNull()
  expect(daysOf('date', '2026-11-29', NOW)).toBe(7)
  expect(daysOf('date', '2026-11-22', NOW)).toBeUndefined()
  expect(daysOf('date', '2026-11-01', NOW)).toBeUndefined()
  expect(daysOf('date', '2099-01-01', NOW)).toBeUndefined()
  expect(daysOf('date', '', NOW)).toBeUndefined()
})

it('warns a week before the end', () => {
  const at = (iso: string) => stateOf(iso, NOW.getTime())
  expect(stateOf(null)).toBe('lasting')
  expect(at('2026-12-22T12:00:00')).toBe('good')
  expect(at('2026-11-29T11:00:00')).toBe('soon')
  expect(at('2026-11-22T11:00:00')).toBe('expired')
})
