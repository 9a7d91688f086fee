import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { FORMATS, OPERATIONS } from '../../tests/mock-api/formats.ts'
import { useCatalog } from './convert.ts'
import { useDocumentOperations } from './pipelines.ts'
import { queryClient } from './query-client.ts'

withApp()
afterEach(() => void vi.restoreAllMocks())

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

describe('the catalog', () => {
  it('arrives in one request for every page', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const first = renderHook(useCatalog, { wrapper })
    expect(first.result.current).toMatchObject({
      catalog: { formats: [], operations: [] },
      isPending: true,
      error: null,
    })
    await waitFor(() => expect(first.result.current.isPending).toBe(false))
    expect(first.result.current.catalog.formats).toHaveLength(FORMATS.length)
    expect(first.result.current.catalog.operations).toHaveLength(OPERATIONS.length)
    first.unmount()

    const second = renderHook(useCatalog, { wrapper })
    expect(second.result.current.catalog).toBe(first.result.current.catalog)
    const documents = renderHook(useDocumentOperations, { wrapper })
    const expected = OPERATIONS.filter(({ family }) => family === 'document')
    expect(documents.result.current.data?.map(({ label }) => label)).toEqual(
      expected.map(({ label }) => label),
    )
    expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/v1/conversion/catalog/'])
    // Any mode other than the default would bypass the revalidation by ETag.
    expect(sent.mock.calls[0]?.[1]).not.toHaveProperty('cache')
  })

  it('reports an error and retries it', async () => {
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      Response.json(
        {
          type: '/problems/too_many_requests',
          title: 'Too many requests',
          status: 429,
          detail: 'Wait a moment.',
          instance: '/api/v1/conversion/catalog/',
          code: 'too_many_requests',
          request_id: 'req_1',
        },
        { status: 429, headers: { 'content-type': 'application/problem+json' } },
      ),
    )
    const { result } = renderHook(useCatalog, { wrapper })
    await waitFor(() => expect(result.current.error).toMatchObject({ code: 'too_many_requests' }))
    expect(result.current.catalog.formats).toEqual([])
    lost.mockRestore()
    await result.current.refetch()
    await waitFor(() => expect(result.current.catalog.formats).toHaveLength(FORMATS.length))
    expect(result.current.error).toBeNull()
  })
})
