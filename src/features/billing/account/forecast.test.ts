import { expect, it } from 'vitest'
import { forecastOf, limitReachedOn } from './forecast.ts'

const limit = { spend_limit: 500, spend_limit_action: 'refuse', spent: 400 } as const

it('a balance stops at a limit that refuses, and only there', () => {
  expect(forecastOf(1000, 700, limit)).toEqual({ credits: 900, isLimited: true })
  expect(forecastOf(1000, 950, limit)).toEqual({ credits: 950, isLimited: false })
  expect(forecastOf(1000, 700, { ...limit, spend_limit_action: 'notify' }).credits).toBe(700)
  expect(forecastOf(1000, 700, { ...limit, spend_limit: null }).credits).toBe(700)
  expect(forecastOf(1000, 700, { ...limit, spent: 600 }), 'nothing more is spent').toEqual({
    credits: 1000,
    isLimited: true,
  })
  expect(forecastOf(1000, 700, undefined)).toEqual({ credits: 700, isLimited: false })
})

it('a limit is reached in this month or not', () => {
  const [now, end] = [new Date('2026-11-20T12:00:00'), new Date('2026-11-30T00:00:00')]
  expect(limitReachedOn(limit, 20, end, now)?.getDate()).toBe(25)
  expect(limitReachedOn(limit, 5, end, now)).toBeNull()
  expect(limitReachedOn(limit, null, end, now)).toBeNull()
  expect(limitReachedOn({ ...limit, spent: 500 }, 20, end, now)).toBeNull()
  expect(limitReachedOn({ ...limit, spend_limit: null }, 20, end, now)).toBeNull()
})
