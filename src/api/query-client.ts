import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import { addEndpoints, call, firstAnswer, type Input, type Output } from './client.ts'
import { endpoints } from './endpoints.gen.ts'
import { ApiError } from './errors.ts'

addEndpoints(endpoints)

declare module '@tanstack/react-query' {
  interface Register {
    /** Nothing else is thrown by a query or a mutation of ours. */
    defaultError: ApiError
  }
}

/** The dashboard's defaults, in one place. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // What is not there may have been a business's, and the person no member any more.
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'not_found') invalidateSoon('listOwnMemberships')
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 2000,
        refetchOnWindowFocus: false,
        // A refusal will be the same in a second; a service that is not there may be back.
        retry: (count, error) => isTransient(error) && count < 2,
        retryDelay: (attempt) => 500 * 2 ** attempt,
        // What is not there has a page of its own. Everything else is shown where the data would
        // stand.
        throwOnError: (error, query) =>
          error instanceof ApiError && error.code === 'not_found' && query.state.data === undefined,
      },
      mutations: { retry: false },
    },
  })
  // The list of files to convert reads its results from the cache, and a page may be left for long.
  client.setQueryDefaults(['getConversion'], { gcTime: 86_400_000 })
  return client
}

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'unreachable' || error.status >= 500)

/** The one cache. Stores and the follower of conversions write into it from outside React. */
export const queryClient = createQueryClient()

/** The operation's name is the key: whoever knows the call knows where its answer lies. */
export const keyOf = <N extends OperationName>(name: N, input?: Input<N>) =>
  (input === undefined ? [name] : [name, input]) as readonly unknown[]

/** Query options of an operation. */
export const q = <N extends OperationName>(name: N, input?: Input<N>) =>
  queryOptions<Output<N>, ApiError>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
    initialData: () => firstAnswer(name, input),
  })

/** Takes only the name on purpose: a key that says too much misses in silence. */
export const invalidate = (name: OperationName, client: QueryClient = queryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [name] })

const soon = new Map<OperationName, ReturnType<typeof setTimeout>>()

/**
 * The same for what a hundred files that start or end at once would each ask for: once, when it has
 * calmed down.
 */
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
