import { MockProblem } from './handler.ts'

/** One page of a list that has been sorted, as every list of the contract gives it. */
export function pageOf<T>(all: T[], query: { page: number; page_size: number; cursor?: string | undefined }) {
  if (query.cursor !== undefined && !/^\d+$/.test(query.cursor))
    throw new MockProblem('invalid_request', 'The cursor is not one of this list.', {
      errors: [{ path: 'cursor', message: 'The cursor does not belong to this list.' }],
    })
  const start = query.cursor ? Number(query.cursor) : (query.page - 1) * query.page_size
  const end = start + query.page_size
  return {
    count: Math.min(10_000, all.length),
    count_exact: all.length <= 10_000,
    total_pages: Math.ceil(all.length / query.page_size),
    page: Math.floor(start / query.page_size) + 1,
    page_size: query.page_size,
    next_cursor: end < all.length ? String(end) : null,
    results: all.slice(start, end),
  }
}
