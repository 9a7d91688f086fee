import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import { addEndpoints, call, firstAnswer, type Input, type Output } from './client.ts'
import { endpoints } from './endpoints.gen.ts'
import { ApiError } from './errors.ts'

addEndpoints(endpoints)

declare module '@tanstack/react-query' {
  interface Register {
    /** Queries and mutations throw no other error. */
    defaultError: ApiError
  }
}

/** The query defaults of the dashboard. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // A 404 can mean that the user is no longer a member of the business.
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'not_found') invalidateSoon('listOwnMemberships')
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 2000,
        refetchOnWindowFocus: false,
        // A refusal will not change in a second; an unreachable server may be back.
        retry: (count, error) => isTransient(error) && count < 2,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        // 404s render the not-found page. Other errors are shown in place of the data.
        throwOnError: (error, query) =>
          error instanceof ApiError && error.code === 'not_found' && query.state.data === undefined,
      },
      mutations: { retry: false },
    },
  })
  // The file list of Convert reads its results from the cache, and a page may stay open for long.
  client.setQueryDefaults(['getConversion'], { gcTime: 86_400_000 })
  return client
}

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unreachable' || error.status >= 500)

/** The only cache. Stores and the conversion follower write to it from outside React. */
export const queryClient = createQueryClient()

/** The query key starts with the operation's name, so that the call identifies its cache entry. */
export const keyOf = <N extends OperationName>(name: N, input?: Input<N>) =>
  (input === undefined ? [name] : [name, input]) as readonly unknown[]

/** Query options of an operation. */
export const q = <N extends OperationName>(name: N, input?: Input<N>) =>
  queryOptions<Output<N>, ApiError>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
    initialData: () => firstAnswer(name, input),
  })

/** Accepts only the name: a key with wrong input would silently match nothing. */
export const invalidate = (name: OperationName, client: QueryClient = queryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [name] })

const soon = new Map<OperationName, ReturnType<typeof setTimeout>>()

/** Debounced `invalidate`, for when a hundred files start or end together. */
export function invalidateSoon(name: OperationName): void {
  if (soon.has(name)) return
  soon.set(
    name,
    setTimeout(() => {
      soon.delete(name)
      void invalidate(name)
    }, 1000),
  )
}
