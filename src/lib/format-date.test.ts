import { expect, test } from 'vitest'
import {
  dayHeading,
  dayKey,
  dayOf,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayShort,
  formatMoment,
  formatMomentLine,
  formatTime,
  formatWeekdayShort,
  safeTimeZone,
} from './format-date.ts'

const utc = { locale: 'en', timeZone: 'UTC' }
const now = new Date('2026-11-21T10:43:00Z')

test('times have 24 hours, and midnight is 00', () => {
  expect(formatTime(new Date('2026-11-21T16:26:09Z'), utc)).toBe('16:26')
  expect(formatTime(new Date('2026-11-21T00:05:00Z'), utc)).toBe('00:05')
})

test('a day is said with its weekday', () => {
  expect(formatDay(now, utc)).toBe('Saturday 21 November')
})

test('a day is said short where there is little room, and a calendar day is itself wherever one is', () => {
  expect(formatDayShort(now, { ...utc, now })).toBe('21 Nov')
  expect(formatDayShort(new Date('2025-03-03T10:00:00Z'), { ...utc, now })).toBe('3 Mar 2025')
  expect(formatWeekdayShort(now, utc)).toBe('Sat 21 Nov')
  expect(dayKey(dayOf('2026-11-16'))).toBe('2026-11-16')
})

test('a date has its year only when it is not this one', () => {
  expect(formatDate(now, { ...utc, now })).toBe('21 November')
  expect(formatDate(new Date('2025-03-03T10:00:00Z'), { ...utc, now })).toBe('3 March 2025')
  expect(formatDateTime(now, { ...utc, now })).toBe('21 November 10:43')
})

test('a moment is near by its word, and far by its date', () => {
  const at = (iso: string) => formatMoment(new Date(iso), { ...utc, now })
  expect(at('2026-11-21T08:03:00Z')).toBe('today 08:03')
  expect(at('2026-11-20T23:59:00Z')).toBe('yesterday 23:59')
  expect(at('2026-11-03T14:26:00Z')).toBe('3 November 14:26')
  expect(formatMomentLine(new Date('2026-11-21T08:03:00Z'), { ...utc, now })).toBe('Today 08:03')
})

test('headings: today, yesterday, then the weekday', () => {
  const heading = (iso: string) => dayHeading(new Date(iso), { ...utc, now })
  expect(heading('2026-11-21T00:01:00Z')).toEqual({ name: 'Today', note: 'Saturday 21 November' })
  expect(heading('2026-11-20T23:59:00Z')).toEqual({ name: 'Yesterday', note: 'Friday 20 November' })
  expect(heading('2026-11-16T12:00:00Z')).toEqual({ name: 'Monday', note: '16 November' })
})

test('the zone decides the day', () => {
  const late = new Date('2026-11-20T23:30:00Z')
  expect(dayKey(late, utc)).toBe('2026-11-20')
  expect(dayKey(late, { timeZone: 'Asia/Tokyo' })).toBe('2026-11-21')
})

test('a zone the browser does not know is left out', () => {
  expect(safeTimeZone('Moon/Crater')).toBeUndefined()
  expect(safeTimeZone('Europe/Lisbon')).toBe('Europe/Lisbon')
  expect(() => formatTime(now, { timeZone: 'Moon/Crater' })).not.toThrow()
})
