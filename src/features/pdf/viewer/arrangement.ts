import type { Turn } from './geometry.ts'

/** Which pages are shown, in which order, and how each is turned on top of its own rotation. */
export type Arrangement = readonly {
  /** Of the document, from 1. */
  page: number
  rotate: Turn
}[]

/** All pages, as they are. */
export const wholeOf = (pages: number): Arrangement =>
  Array.from({ length: pages }, (_, index) => ({ page: index + 1, rotate: 0 as const }))

/**
 * Where a page of the document stands first; null where it is not shown. Both are counted from 1.
 */
export function placeOf(arrangement: Arrangement, page: number): number | null {
  const place = arrangement.findIndex((one) => one.page === page)
  return place < 0 ? null : place + 1
}
