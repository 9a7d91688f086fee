import { expect, it } from 'vitest'
import { freePlaces } from './conversion-places.ts'

it.each([
  [1, { quick: 0, long: 0 }, { firstLong: 1, quick: 1, moreLong: 0, total: 2 }],
  [1, { quick: 0, long: 1 }, { firstLong: 0, quick: 1, moreLong: 0, total: 1 }],
  [1, { quick: 1, long: 1 }, { firstLong: 0, quick: 0, moreLong: 0, total: 0 }],
  [2, { quick: 0, long: 0 }, { firstLong: 1, quick: 2, moreLong: 0, total: 2 }],
  [2, { quick: 0, long: 1 }, { firstLong: 0, quick: 1, moreLong: 0, total: 1 }],
  [8, { quick: 0, long: 3 }, { firstLong: 0, quick: 5, moreLong: 3, total: 5 }],
  [8, { quick: 2, long: 6 }, { firstLong: 0, quick: 0, moreLong: 0, total: 0 }],
])('of %i places with %o running, %o are free', (concurrency, running, free) => {
  expect(freePlaces(concurrency, running)).toEqual(free)
})
