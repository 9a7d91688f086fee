import { describe, expect, it } from 'vitest'
import { barsOf, countOf, daysOf, isFilter, isWithin } from './bars.ts'
import { barsCsv, csvName } from './bars-csv.ts'
import { hoursOf } from './range.ts'

const HOUR = 3_600_000
const BERLIN = 'Europe/Berlin'

/**
 * Hours up to a time, including the current one, with one delivery of each status and one of the
 * hour's number.
 */
const seriesTo = (now: string, hours: number) => {
  const first = Math.floor(Date.parse(now) / HOUR) - hours + 1
  return Array.from({ length: hours }, (_, at) => ({
    at: new Date((first + at) * HOUR).toISOString(),
    succeeded: 1,
    failed: at % 2,
    pending: at === hours - 1 ? 1 : 0,
  }))
}
const shown = (now: string, days: '7d' | '30d', timeZone: string) => {
  const hours = hoursOf(days, new Date(now), timeZone)
  return daysOf(seriesTo(now, hours), timeZone)
}

describe('hours of a range', () => {
  it('are 24 up to now, whatever the zone', () => {
    expect(hoursOf('24h', new Date('2026-11-26T07:30:00Z'), BERLIN)).toBe(24)
  })

  it.each([
    // Since midnight six days earlier, including the current hour.
    ['UTC', '2026-11-26T07:30:00Z', 6 * 24 + 8],
    [BERLIN, '2026-11-26T07:30:00Z', 6 * 24 + 9],
    ['America/New_York', '2026-11-26T07:30:00Z', 6 * 24 + 3],
    // A day starts at midnight.
    [BERLIN, '2026-11-25T22:59:59.999Z', 7 * 24],
    [BERLIN, '2026-11-25T23:00:00Z', 6 * 24 + 1],
    // With the day of 25 hours in October, and the one of 23 in March.
    [BERLIN, '2026-10-26T07:30:00Z', 6 * 24 + 1 + 9],
    [BERLIN, '2026-03-30T07:30:00Z', 6 * 24 - 1 + 10],
    ['America/New_York', '2026-11-02T12:30:00Z', 6 * 24 + 1 + 8],
    // UTC hours start at half past: midnight is in the one that started on the previous day.
    ['Asia/Kolkata', '2026-11-25T18:45:00Z', 7 * 24],
    ['Asia/Kolkata', '2026-11-25T19:15:00Z', 6 * 24 + 1],
  ])('are those of seven calendar days in %s at %s', (zone, now, hours) => {
    expect(hoursOf('7d', new Date(now), zone)).toBe(hours)
  })

  it('are never more than the service keeps', () => {
    expect(hoursOf('30d', new Date('2026-10-25T22:30:00Z'), BERLIN)).toBe(720)
    expect(hoursOf('30d', new Date('2026-10-25T21:30:00Z'), BERLIN)).toBe(720)
    expect(hoursOf('30d', new Date('2026-10-25T20:30:00Z'), BERLIN)).toBe(719)
  })
})

describe('bars', () => {
  it('are hours up to a day of them', () => {
    const series = seriesTo('2026-11-26T07:30:00Z', 24)
    const { step, bars } = barsOf(series, BERLIN)
    expect([step, bars.length]).toEqual(['hour', 24])
    expect(bars.at(-1)).toEqual({
      since: '2026-11-26T07:00:00.000Z',
      until: '2026-11-26T08:00:00.000Z',
      succeeded: 1,
      failed: 1,
      pending: 1,
    })
    expect(bars.slice(1).every(({ since }, at) => since === bars[at]?.until)).toBe(true)
  })

  it.each(['UTC', BERLIN, 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham', 'Australia/Lord_Howe'])(
    'are whole calendar days in %s, which lose no delivery and overlap nowhere',
    (zone) => {
      for (const now of ['2026-11-26T07:30:00Z', '2026-10-26T12:10:00Z', '2026-03-30T03:59:00Z'])
        for (const [range, count] of [
          ['7d', 7],
          ['30d', 30],
        ] as const) {
          const hours = hoursOf(range, new Date(now), zone)
          const series = seriesTo(now, hours)
          const { step, bars } = barsOf(series, zone)
          expect([step, bars.length], `${range} to ${now}`).toEqual(['day', count])
          expect(bars.reduce((sum, bar) => sum + countOf(bar), 0)).toBe(
            series.reduce((sum, hour) => sum + countOf(hour), 0),
          )
          expect(bars.slice(1).every(({ since }, at) => since === bars[at]?.until)).toBe(true)
          expect(bars[0]?.since).toBe(series[0]?.at)
        }
    },
  )

  it('have 25 hours when daylight saving time ends, and 23 when it begins', () => {
    const lengths = (now: string) =>
      shown(now, '7d', BERLIN).map(
        ({ since, until, succeeded }) => [(Date.parse(until) - Date.parse(since)) / HOUR, succeeded] as const,
      )
    expect(lengths('2026-10-27T22:30:00Z')).toEqual([24, 24, 24, 24, 25, 24, 24].map((of) => [of, of]))
    expect(lengths('2026-03-31T21:30:00Z')).toEqual([24, 24, 24, 24, 23, 24, 24].map((of) => [of, of]))
    expect(shown('2026-10-27T22:30:00Z', '7d', BERLIN)[4]).toMatchObject({
      since: '2026-10-24T22:00:00.000Z',
      until: '2026-10-25T23:00:00.000Z',
    })
  })

  it('are none of no hours', () => {
    expect(barsOf([])).toEqual({ step: 'hour', bars: [] })
  })

  it('know what the list is filtered by', () => {
    const [first, second] = barsOf(seriesTo('2026-11-26T07:30:00Z', 2)).bars
    const { since, until } = first!
    expect([first, second].map((bar) => isFilter(bar!, { since, until }))).toEqual([true, false])
    expect([first, second].map((bar) => isWithin(bar!, { since, until }))).toEqual([true, false])
    expect([first, second].map((bar) => isWithin(bar!, { since, until: null }))).toEqual([true, true])
    expect([first, second].map((bar) => isWithin(bar!, { since: null, until }))).toEqual([true, false])
    expect([first, second].map((bar) => isWithin(bar!, { since: null, until: null }))).toEqual([false, false])
    const later = new Date(Date.parse(since) + 1).toISOString()
    expect(isWithin(first!, { since: later, until: null }), 'a part of it').toBe(false)
  })
})

describe('the CSV', () => {
  it('has a row per bar with its day, its bounds and its figures, none of which is a formula', () => {
    const bars = barsOf(
      seriesTo('2026-10-25T08:30:00Z', hoursOf('7d', new Date('2026-10-25T08:30:00Z'), BERLIN)),
      BERLIN,
    )
    const lines = barsCsv(bars, BERLIN).split('\r\n')
    expect(lines).toHaveLength(1 + 7 + 1)
    expect(lines[0]).toBe('date,since,until,succeeded,failed,pending')
    expect(lines[6]).toBe('2026-10-24,2026-10-23T22:00:00.000Z,2026-10-24T22:00:00.000Z,24,12,0')
    expect(lines[7]).toBe('2026-10-25,2026-10-24T22:00:00.000Z,2026-10-25T09:00:00.000Z,11,5,1')
    for (const cell of lines.slice(0, -1).flatMap((line) => line.split(',')))
      expect(cell).toMatch(/^[\da-z][\w.:-]*$/)
  })

  it('is named after the host and its days, with nothing that a file name cannot have', () => {
    const bars = barsOf(seriesTo('2026-11-26T07:30:00Z', 24), BERLIN)
    expect(csvName(bars, 'hooks.example.com:8443', BERLIN)).toBe(
      'deliveries-hooks.example.com-8443-2026-11-25-2026-11-26.csv',
    )
    expect(csvName(bars, '../../[::1]', BERLIN)).not.toMatch(/[/\\:[\]]/)
  })
})
