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

/** The rows of all loaded pages. */
export const joined = <Row>({ pages }: { pages: readonly Page<Row>[] }): Scrolled<Row> => ({
  rows: pages.flatMap((page) => page.results),
  count: pages[0]?.count ?? 0,
  exact: pages[0]?.count_exact ?? true,
})

/**
 * An infinite list with cursor pagination, whose speed does not depend on depth.
 * @param first returns the first page where it was inlined in the HTML
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
    // The previous list stays while the next one loads.
    placeholderData: keepPreviousData,
  })

type ScrolledQuery = Pick<
  UseInfiniteQueryResult<Scrolled<unknown>, ApiError>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData'
> & { fetchNextPage: (options?: { cancelRefetch: boolean }) => unknown }

/** Pagination of a list: whether there is more, how to load it near the end, and how to retry. */
export function useMore(query: ScrolledQuery) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    query
  const onMore = useCallback(() => {
    // After an error the list does not load automatically, which would loop at its end.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const onRetry = isFetchNextPageError ? () => void fetchNextPage() : undefined
  // Placeholder data has no valid next page, so only its count says whether there is more.
  const more = isPlaceholderData && data ? data.rows.length < data.count : hasNextPage
  return { more, onMore, onRetry }
}
