import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { queryClient } from '../../src/api/query-client.ts'

export const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** A hook of `src/api` without a page around it. */
export const use = <T,>(hook: () => T) => renderHook(hook, { wrapper }).result

/** Runs a mutation once, and answers with its result. */
export function runMutation<I, O>(
  hook: () => { mutateAsync: (input: I) => Promise<O> },
  input: I,
): Promise<O> {
  const result = use(hook)
  return act(() => result.current.mutateAsync(input))
}
