import type { QueryState } from '@tanstack/react-query'
import type { ApiError } from './errors.ts'

/** A response that came with the page is not requested again at once. */
const INITIAL_FRESH_MS = 5000

/**
 * Data that other people and the server change: it is fetched again when the page is opened or the
 * tab is focused.
 */
export const fromOthers = {
  staleTime: ({ state }: { state: { dataUpdateCount: number } }) =>
    state.dataUpdateCount === 0 ? INITIAL_FRESH_MS : 0,
  refetchOnWindowFocus: true,
} as const

interface Polled<T> {
  state: Pick<QueryState<T, ApiError>, 'data' | 'error' | 'errorUpdateCount' | 'fetchStatus' | 'status'>
}

/** The errors of a query up to its last success. */
const earlierErrors = new WeakMap<object, number>()

const [SHORTEST_BACKOFF, LONGEST_BACKOFF] = [500, 10_000]

/**
 * How long to wait after an error: as long as `Retry-After` says, else twice as long with each
 * failure.
 */
function backoff(error: ApiError | null, failures: number): number {
  const seconds = error?.problem?.retry_after
  return seconds === undefined ? Math.min(LONGEST_BACKOFF, SHORTEST_BACKOFF * 2 ** failures) : seconds * 1000
}

/**
 * Options of a query that is polled: `every` returns the pause until the next request, or false to
 * stop. After an error the pause is at least that of `backoff`. A hidden tab is not polled, unless
 * `inBackground` says so.
 */
export const polled = <T>(every: (data: T | undefined) => number | false, inBackground = false) => ({
  ...fromOthers,
  refetchIntervalInBackground: inBackground,
  refetchInterval(query: Polled<T>) {
    const { data, error, errorUpdateCount, fetchStatus, status } = query.state
    if (status !== 'error') earlierErrors.set(query, errorUpdateCount)
    // No timer runs during a request: the pause starts with its response.
    const pause = fetchStatus === 'idle' && every(data)
    if (pause === false || status !== 'error') return pause
    return Math.max(pause, backoff(error, errorUpdateCount - (earlierErrors.get(query) ?? 0)))
  },
})
