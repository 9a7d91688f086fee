import { infiniteQueryOptions, keepPreviousData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
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

/**
 * A list that is scrolled; the next page is asked for by cursor, which stays fast however deep.
 * @param first gives the first page where it came with the HTML
 */
export const scrolled = <Row, Answer extends Page<Row> = Page<Row>>(
  key: readonly unknown[],
  ask: (page: { page_size: number; cursor?: string }, signal: AbortSignal) => Promise<Answer>,
  pageSize = 50,
  first?: (page: { page_size: number }) => Answer | undefined,
) =>
  infiniteQueryOptions<Answer, ApiError, Scrolled<Row>, readonly unknown[], string | undefined>({
    queryKey: key,
    queryFn: ({ pageParam: cursor, signal }) =>
      ask({ page_size: pageSize, ...(cursor !== undefined && { cursor }) }, signal),
    initialPageParam: undefined,
    initialData: () => {
      const page = first?.({ page_size: pageSize })
      return page && { pages: [page], pageParams: [undefined] }
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    select: joined,
    // The list from before stays while another is on its way.
    placeholderData: keepPreviousData,
  })

type ScrolledQuery = Pick<
  UseInfiniteQueryResult<Scrolled<unknown>, ApiError>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData'
> & { fetchNextPage: (options?: { cancelRefetch: boolean }) => unknown }

/**
 * How a list goes on: whether there is more, what asks for it near its end, and again after it did
 * not come.
 */
export function useMore(query: ScrolledQuery) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    query
  const onMore = useCallback(() => {
    // After an error the list does not ask by itself again: that would go on for ever at the end of
    // it.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const onRetry = isFetchNextPageError ? () => void fetchNextPage() : undefined
  // Of the list from before nobody knows any more whether it goes on, other than by its count.
  const more = isPlaceholderData && data ? data.rows.length < data.count : hasNextPage
  return { more, onMore, onRetry }
}
