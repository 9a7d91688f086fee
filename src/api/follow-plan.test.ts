import { expect, it } from 'vitest'
import { holdSeconds, nextRequested } from './follow-plan.ts'

it('holds longer as conversions grow old, by the youngest', () => {
  const of = (...ages: number[]) =>
    holdSeconds(
      ages.map((age) => ({ since: 1_000_000 - age })),
      1_000_000,
    )
  expect([0, 30_000, 60_000, 600_000].map((age) => of(age, 700_000))).toEqual([3, 4, 5, 15])
})

it('asks for the oldest in each request, and for the others by turns', () => {
  const followed = Array.from({ length: 180 }, (_, at) => ({ id: `c${at}`, since: at, requestedAt: 0 }))
  const first = nextRequested(followed)
  const named = new Set(first)
  const second = nextRequested(followed.map((one) => (named.has(one) ? { ...one, requestedAt: 1 } : one)))
  const ids = (of: typeof first) => of.map(({ id }) => id)
  expect(ids(first)).toEqual(ids(followed).slice(0, 100))
  expect(ids(second)).toEqual([...ids(followed).slice(0, 50), ...ids(followed).slice(100, 150)])
})
