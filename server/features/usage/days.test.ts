import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dateIn, monthEnd, startOfDay } from './days.ts'

const begins = (zone: string, date: string) => startOfDay(zone, date).toISOString()

it.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  // The clocks go forward at midnight: the day begins at one.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  // They go back at one: midnight comes twice, and the first one counts.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  // They went back from midnight to 23:00 of the day before.
  ['America/Asuncion', '2024-03-24', '2024-03-24T04:00:00.000Z'],
])('in %s %s begins at %s', (zone, date, at) => {
  expect(begins(zone, date)).toBe(at)
})

it('finds the first moment of every day, wherever one is', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const days = fc.integer({ min: 0, max: 4000 }).map((n) => addDays('2020-01-01', n))
  fc.assert(
    fc.property(zones, days, (zone, date) => {
      const start = startOfDay(zone, date).getTime()
      expect(dateIn(zone, new Date(start))).toBe(date)
      expect(dateIn(zone, new Date(start - 1))).toBe(addDays(date, -1))
    }),
    { numRuns: 500 },
  )
})

it('counts days over months and years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(['2026-02-03', '2028-02-29', '2026-12-31'].map(monthEnd)).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
  ])
})
