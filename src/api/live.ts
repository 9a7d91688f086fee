import {
  focusManager,
  notifyManager,
  type QueryClient,
  QueryObserver,
  replaceEqualDeep,
} from '@tanstack/react-query'
import type { Conversion } from '../../contract/conversion.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { type Followed, GAP_MS, holdSeconds, JOIN_MS, MAX_IDS, nextRequested } from './follow-plan.ts'
import { conversionKey } from './history.ts'
import { polled } from './polling.ts'
import { invalidate, invalidateSoon, queryClient } from './query-client.ts'
import { invalidateUsage } from './usage.ts'

/**
 * Follows conversions until they end, with one polled query for the whole dashboard. Its data is
 * the pending conversions; the server holds the request until the first one ends. The response is
 * written to the query cache, from which every page reads.
 */

const HIDDEN_MS = 10_000

/** Resolves when the first of them ends, or after the given seconds with their current state. */
export type ListConversions = (
  ids: readonly string[],
  seconds: number,
  signal?: AbortSignal,
) => Promise<Conversion[]>

export interface FollowerOptions {
  list: ListConversions
  /** Every response, including one with only progress. */
  onConversion(conversion: Conversion): void
  /** The conversion does not exist, or no longer. */
  onGone(id: string): void
}

const KEY = ['followed'] as const

export function createFollower(client: QueryClient, { list, onConversion, onGone }: FollowerOptions) {
  /** Followed since the last request was sent: the next one includes them. */
  const joining = new Map<string, Followed>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isHidden = () => !focusManager.isFocused()
  const known = () => client.getQueryData<Followed[]>(KEY) ?? []

  /** Moves joining conversions into the data first, so that a replaced request loses none. */
  function take(): Followed[] {
    if (joining.size === 0) return known()
    const followed = [...known(), ...joining.values()]
    joining.clear()
    return client.setQueryData<Followed[]>(KEY, followed) ?? followed
  }

  async function ask({ signal }: { signal: AbortSignal }): Promise<Followed[]> {
    const next = nextRequested(take())
    if (next.length === 0) return []
    const ids = next.map(({ id }) => id)
    const found = await list(ids, isHidden() ? 0 : holdSeconds(next), signal).catch((error: unknown) => {
      // Without a session nothing can be followed; after sign-in the pages follow what they show.
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    })
    if (found === null) return []
    const pending = new Set(
      found.filter(({ status }) => status === 'pending').map((one) => one.conversion_id),
    )
    const answered = new Set(found.map((one) => one.conversion_id))
    notifyManager.batch(() => {
      for (const conversion of found) onConversion(conversion)
      for (const id of ids) if (!answered.has(id)) onGone(id)
    })
    const [now, named] = [Date.now(), new Set(ids)]
    return known()
      .filter(({ id }) => !named.has(id) || pending.has(id))
      .map((one) => (named.has(one.id) ? { ...one, requestedAt: now } : one))
  }

  const observer = new QueryObserver<Followed[], ApiError>(client, {
    queryKey: KEY,
    queryFn: ask,
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    throwOnError: false,
    ...polled<Followed[]>((followed) => followed?.length !== 0 && (isHidden() ? HIDDEN_MS : GAP_MS), true),
  })

  /** Replaces a held request with one that includes the joining conversions. */
  function join(): void {
    timer = undefined
    if (joining.size > 0) void observer.refetch()
  }

  return {
    /** Called once, at startup. */
    start: () => observer.subscribe(() => {}),
    follow(id: string): void {
      if (joining.has(id) || known().some((one) => one.id === id)) return
      const now = Date.now()
      joining.set(id, { id, since: now, requestedAt: now })
      timer ??= setTimeout(join, isHidden() ? HIDDEN_MS : known().length > 0 ? JOIN_MS : 0)
    },
    reset(): void {
      clearTimeout(timer)
      timer = undefined
      joining.clear()
      client.removeQueries({ queryKey: KEY })
    },
  }
}

const list: ListConversions = async (ids, seconds, signal) => {
  const query = { ids: ids.join(','), page_size: MAX_IDS, ...(seconds > 0 && { wait: seconds }) }
  return (await call('listConversions', { query }, { signal })).results
}

/** A hold without visible progress, short enough for proxies. */
const HOLD_S = 15

/** Waits until a conversion has ended in any state. @throws ApiError */
export async function waitForConversion(id: string, signal?: AbortSignal): Promise<Conversion> {
  for (;;) {
    const [conversion] = await list([id], HOLD_S, signal)
    if (!conversion) throw new ApiError('not_found', 404)
    if (conversion.status !== 'pending') return conversion
  }
}

interface Listed {
  results: Conversion[]
}
const isListed = (data: unknown): data is Listed =>
  typeof data === 'object' && data !== null && 'results' in data
const isScrolled = (data: unknown): data is { pages: Listed[] } =>
  typeof data === 'object' && data !== null && 'pages' in data

const replaceIn = <T extends Listed>(list: T, conversion: Conversion): T => {
  const index = list.results.findIndex((one) => one.conversion_id === conversion.conversion_id)
  return index < 0 ? list : { ...list, results: list.results.with(index, conversion) }
}

/** Writes a conversion to every cache entry that has it: its own page and the lists. */
export function writeConversion(client: QueryClient, conversion: Conversion): void {
  client.setQueryData(conversionKey(conversion.conversion_id), conversion)
  client.setQueriesData<unknown>({ queryKey: ['listConversions'] }, (data: unknown) => {
    if (isScrolled(data)) return { ...data, pages: data.pages.map((page) => replaceIn(page, conversion)) }
    return isListed(data) ? replaceIn(data, conversion) : data
  })
}

/** Skips unchanged conversions, so that they do not re-render. */
function writeChanged(conversion: Conversion): void {
  const known = queryClient.getQueryData<Conversion>(conversionKey(conversion.conversion_id))
  if (known === undefined || replaceEqualDeep(known, conversion) !== known)
    writeConversion(queryClient, conversion)
}

const follower = createFollower(queryClient, {
  list,
  onConversion: (conversion) => {
    writeChanged(conversion)
    if (conversion.status === 'pending') return
    invalidateSoon('getDocumentCredits')
    invalidateSoon('summariseConversions')
    invalidateSoon('listNotifications')
    invalidateUsage()
  },
  onGone: (id) => {
    queryClient.removeQueries({ queryKey: conversionKey(id) })
    void invalidate('listConversions')
  },
})

/** Notifies when a conversion leaves the cache: deleted, or not shown by any page for a day. */
export const onConversionGone = (listener: (id: string) => void): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    const [name, input] = queryKey as [unknown, { params?: { conversion_id?: string } } | undefined]
    const id = input?.params?.conversion_id
    if (type === 'removed' && name === 'getConversion' && id) listener(id)
  })

export const { start: startFollowing, reset: resetFollower } = follower

export const follow = (id: string): void => follower.follow(id)

/** Follows the conversions that are pending. */
export function followPending(conversions: readonly Conversion[]): void {
  for (const one of conversions) if (one.status === 'pending') follow(one.conversion_id)
}
