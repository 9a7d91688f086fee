import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { fromOthers } from './polling.ts'

it('requests data again at each opening, but not what came with the page', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  let requests = 0
  const open = (key: string, initialData?: string) =>
    renderHook(
      () =>
        useQuery({
          queryKey: [key],
          queryFn: async () => `response ${++requests}`,
          ...(initialData !== undefined && { initialData }),
          ...fromOthers,
        }),
      { wrapper },
    )

  const withPage = open('balance', 'from the page')
  expect(withPage.result.current).toMatchObject({ data: 'from the page', isFetching: false })

  const first = open('sessions')
  await waitFor(() => expect(first.result.current.data).toBe('response 1'))
  first.unmount()
  const again = open('sessions')
  await waitFor(() => expect(again.result.current.data).toBe('response 2'))
  expect(requests).toBe(2)
})
