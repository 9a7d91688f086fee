import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { scrolled, useMore } from './scrolled.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

it('asks for the next page once, not again by itself after an error, and at a press', async () => {
  const asked: string[] = []
  const lost = new Set(['b'])
  const answers: Record<string, { results: string[]; next_cursor: string | null }> = {
    a: { results: ['one', 'two'], next_cursor: 'b' },
    b: { results: ['three'], next_cursor: null },
  }
  const list = scrolled<string>(['letters'], async ({ cursor = 'a' }) => {
    asked.push(cursor)
    if (lost.has(cursor)) throw new Error('the page is lost')
    return { count: 3, count_exact: true, ...answers[cursor]! }
  })
  const { result } = renderHook(
    () => {
      const query = useInfiniteQuery(list)
      return { ...useMore(query), rows: query.data?.rows }
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current.more).toBe(true))
  expect(result.current.onRetry).toBeUndefined()

  act(() => {
    result.current.onMore()
    result.current.onMore()
  })
  await waitFor(() => expect(result.current.onRetry).toBeDefined())
  act(() => result.current.onMore())
  expect(asked).toEqual(['a', 'b'])

  lost.clear()
  act(() => result.current.onRetry?.())
  await waitFor(() => expect(result.current.rows).toEqual(['one', 'two', 'three']))
  expect(result.current).toMatchObject({ more: false, onRetry: undefined })
  act(() => result.current.onMore())
  expect(asked).toEqual(['a', 'b', 'b'])
})

it('begins with the page that came with the HTML, and requests only the next one', async () => {
  const requested: (string | undefined)[] = []
  const list = scrolled<string>(
    ['names'],
    async ({ cursor }) => {
      requested.push(cursor)
      return { count: 3, count_exact: true, results: ['three'], next_cursor: null }
    },
    2,
    ({ page_size }) => ({
      ...{ count: 3, count_exact: true, next_cursor: 'b' },
      results: ['one', 'two', 'three'].slice(0, page_size),
    }),
  )
  const { result } = renderHook(() => useInfiniteQuery({ ...list, staleTime: 2000 }), { wrapper })
  expect(result.current.data?.rows).toEqual(['one', 'two'])
  act(() => void result.current.fetchNextPage())
  await waitFor(() => expect(result.current.data?.rows).toEqual(['one', 'two', 'three']))
  expect(requested).toEqual(['b'])
})

it('still says of the list from before that it goes on, while another is on its way', async () => {
  const gate = Promise.withResolvers<void>()
  const list = (q: string) =>
    scrolled<string>(['words', q], async () => {
      if (q) await gate.promise
      return { count: 9, count_exact: true, results: ['one', 'two'], next_cursor: q ? null : 'b' }
    })
  const { result, rerender } = renderHook(
    ({ q }) => {
      const query = useInfiniteQuery(list(q))
      return { ...useMore(query), isPlaceholderData: query.isPlaceholderData }
    },
    { wrapper, initialProps: { q: '' } },
  )
  await waitFor(() => expect(result.current.more).toBe(true))
  rerender({ q: 'zeppelin' })
  expect(result.current).toMatchObject({ isPlaceholderData: true, more: true })
  gate.resolve()
  await waitFor(() => expect(result.current).toMatchObject({ isPlaceholderData: false, more: false }))
})
