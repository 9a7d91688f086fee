import type { Turn } from './geometry.ts'

/** The displayed pages, their order, and their rotation in addition to their own. */
export type Arrangement = readonly {
  /** The page number in the document, from 1. */
  page: number
  rotate: Turn
}[]

/** All pages, unchanged. */
export const wholeOf = (pages: number): Arrangement =>
  Array.from({ length: pages }, (_, index) => ({ page: index + 1, rotate: 0 as const }))

/**
 * The first position of a page of the document; null if it is not displayed. Both are counted from
 * 1.
 */
export function placeOf(arrangement: Arrangement, page: number): number | null {
  const place = arrangement.findIndex((one) => one.page === page)
  return place < 0 ? null : place + 1
}
