import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { ApiError } from './errors.ts'

interface Page<Row> {
  count: number
  count_exact: boolean
  next_cursor: string | null
  results: Row[]
}

export interface Scrolled<Row> {
  rows: Row[]
  count: number
  exact: boolean
}

/** What the pages that are loaded hold together. */
export const joined = <Row>({ pages }: { pages: readonly Page<Row>[] }): Scrolled<Row> => ({
  rows: pages.flatMap((page) => page.results),
  count: pages[0]?.count ?? 0,
  exact: pages[0]?.count_exact ?? true,
})

/** A list that is scrolled; the next page is asked for by cursor, which stays fast however deep. */
export const scrolled = <Row, Answer extends Page<Row> = Page<Row>>(
  key: readonly unknown[],
  ask: (page: { page_size: number; cursor?: string }, signal: AbortSignal) => Promise<Answer>,
  pageSize = 50,
) =>
  infiniteQueryOptions<Answer, ApiError, Scrolled<Row>, readonly unknown[], string | undefined>({
    queryKey: key,
    queryFn: ({ pageParam: cursor, signal }) =>
      ask({ page_size: pageSize, ...(cursor !== undefined && { cursor }) }, signal),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: joined,
    // The list from before stays while another is on its way.
    placeholderData: keepPreviousData,
  })
