import type { QueryClient } from '@tanstack/react-query'
import type { Conversion } from '../../contract/conversion.ts'
import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { conversionKey } from './history.ts'
import { invalidate, invalidateSoon, queryClient } from './query-client.ts'
import { invalidateUsage } from './usage.ts'

/**
 * Follows conversions until they end, for the whole dashboard at once. One or two are waited for with a held request
 * each; three and more with one that is held for all of them and answered when the first has ended. What comes goes
 * into the query cache, where every page sees it.
 */

/** How long a request is held: a young conversion's stage and progress are news, and no proxy cuts so short a wait. */
const HOLD_S = { young: 3, old: 15 }
const MAX_WAITS = 2
/** One that comes while a request is held for others is asked for with them so soon. */
const JOIN_MS = 150
/** Held requests that are answered at once are begun no faster than this. */
const LEAST_GAP_MS = 50
/** As many as one list request may name. */
const MAX_IDS = 100
const HIDDEN_MS = 10_000
const MAX_BACKOFF_MS = 10_000

export interface Transport {
  wait(id: string, family: Conversion['family'], seconds: number, signal: AbortSignal): Promise<Conversion>
  /** Held until the first of them has ended, so many seconds at most. */
  list(ids: string[], seconds: number, signal: AbortSignal): Promise<Conversion[]>
}

export interface FollowerOptions {
  transport: Transport
  /** Every answer, also those that only bring progress. */
  onConversion(conversion: Conversion): void
  /** It is not there (any more). */
  onGone(id: string): void
  isHidden(): boolean
}

interface Followed {
  id: string
  family: Conversion['family']
  since: number
  askedAt: number
  waiting: boolean
}

/** For how long a request is held for conversions of this age: the longer they run, the slower is what they tell. */
export const holdSeconds = (youngestMs: number): number =>
  Math.min(HOLD_S.old, HOLD_S.young + Math.max(0, youngestMs) / 30_000)

export function createFollower({ transport, onConversion, onGone, isHidden }: FollowerOptions) {
  const followed = new Map<string, Followed>()
  let stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let listing = false
  /** When the last request for several was begun. */
  let listedAt = 0
  /** Ends that request early: another one has come, which is to be in it. */
  let joined = new AbortController()
  let joining: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const waits = () => [...followed.values()].filter((one) => one.waiting).length
  const unheld = () => [...followed.values()].filter((one) => !one.waiting)

  function plan(): void {
    clearTimeout(timer)
    timer = undefined
    if (followed.size === 0 || listing) return
    if (failures > 0) {
      timer = setTimeout(act, Math.min(MAX_BACKOFF_MS, 500 * 2 ** failures))
      return
    }
    const gap = isHidden() ? HIDDEN_MS : LEAST_GAP_MS
    if (unheld().length === 0) return
    // The first question is asked at once, and the next ones as soon as there is an answer, however fast that came.
    const wait = Math.max(isHidden() ? firstSeen() + gap - Date.now() : 0, listedAt + gap - Date.now())
    if (!isHidden() && followed.size <= MAX_WAITS) act()
    else timer = setTimeout(act, Math.max(0, wait))
  }

  const firstSeen = () => Math.max(...unheld().map((one) => one.askedAt))

  function act(): void {
    clearTimeout(timer)
    timer = undefined
    if (!isHidden() && followed.size <= MAX_WAITS) {
      for (const one of unheld()) if (waits() < MAX_WAITS) void hold(one)
    } else void ask()
  }

  async function hold(one: Followed): Promise<void> {
    one.waiting = true
    try {
      take(await transport.wait(one.id, one.family, holdSeconds(Date.now() - one.since), stop.signal))
      failures = 0
    } catch (error) {
      refuse(error, [one.id])
    } finally {
      one.waiting = false
      one.askedAt = Date.now()
    }
    plan()
  }

  async function ask(): Promise<void> {
    listing = true
    listedAt = Date.now()
    joined = new AbortController()
    const { signal } = joined
    const asked = unheld()
      .sort((a, b) => a.askedAt - b.askedAt)
      .slice(0, MAX_IDS)
    try {
      const youngest = Math.min(...asked.map((one) => listedAt - one.since))
      const seconds = isHidden() ? 0 : holdSeconds(youngest)
      const found = await transport.list(
        asked.map((one) => one.id),
        seconds,
        AbortSignal.any([stop.signal, joined.signal]),
      )
      failures = 0
      for (const conversion of found) take(conversion)
      const ids = new Set(found.map((conversion) => conversion.conversion_id))
      for (const one of asked) if (!ids.has(one.id)) drop(one.id)
    } catch (error) {
      if (!signal.aborted) refuse(error, [])
    } finally {
      listing = false
      clearTimeout(joining)
      joining = undefined
      const now = Date.now()
      for (const one of asked) one.askedAt = now
    }
    plan()
  }

  function take(conversion: Conversion): void {
    if (!followed.has(conversion.conversion_id)) return
    if (conversion.status !== 'pending') followed.delete(conversion.conversion_id)
    onConversion(conversion)
  }

  function drop(id: string): void {
    if (followed.delete(id)) onGone(id)
  }

  function refuse(error: unknown, ids: string[]): void {
    if (stop.signal.aborted) return
    if (error instanceof ApiError && error.code === 'not_found') for (const id of ids) drop(id)
    // Without a session nothing can be followed; signing in starts again from what is on the page.
    else if (error instanceof ApiError && error.status === 401) followed.clear()
    else failures += 1
  }

  return {
    follow(id: string, family: Conversion['family']): void {
      if (followed.has(id)) return
      const now = Date.now()
      followed.set(id, { id, family, since: now, askedAt: now, waiting: false })
      // Only ever sooner: many that start together must not put the question off.
      if (timer === undefined) plan()
      if (listing && !isHidden())
        joining ??= setTimeout(() => joined.abort(), Math.max(0, listedAt + JOIN_MS - now))
    },
    unfollow: (id: string): void => void followed.delete(id),
    /** After the network or the tab came back. */
    wake(): void {
      failures = 0
      if (!listing) plan()
    },
    reset(): void {
      stop.abort()
      stop = new AbortController()
      clearTimeout(joining)
      joining = undefined
      followed.clear()
      clearTimeout(timer)
      timer = undefined
      failures = 0
    },
    get size(): number {
      return followed.size
    },
  }
}

const transport: Transport = {
  wait: async (id, family, timeout, signal) => {
    const input = { params: { conversion_id: id }, query: { timeout } }
    if (family === 'document' || family === 'font') return call('waitForDocument', input, { signal })
    const answer = await call('waitForMedia', input, { signal })
    // A batch's id would be answered with the batch; these are conversions'.
    if ('conversion_id' in answer) return answer
    throw new ApiError('unreachable', 200)
  },
  list: async (ids, seconds, signal) => {
    const query = { ids: ids.join(','), page_size: MAX_IDS, ...(seconds > 0 && { wait: seconds }) }
    return (await call('listConversions', { query }, { signal })).results
  },
}

/** Waits until one has ended, well or not. @throws ApiError */
export async function waitForConversion(
  id: string,
  family: Conversion['family'],
  signal: AbortSignal,
): Promise<Conversion> {
  for (;;) {
    const conversion = await transport.wait(id, family, HOLD_S.old, signal)
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

/** Puts a conversion wherever the cache holds it: its own page and every list it is in. */
export function writeConversion(client: QueryClient, conversion: Conversion): void {
  client.setQueryData(conversionKey(conversion.conversion_id), conversion)
  client.setQueriesData<unknown>({ queryKey: ['listConversions'] }, (data: unknown) => {
    if (isScrolled(data)) return { ...data, pages: data.pages.map((page) => replaceIn(page, conversion)) }
    return isListed(data) ? replaceIn(data, conversion) : data
  })
}

const follower = createFollower({
  transport,
  isHidden: () => document.visibilityState === 'hidden',
  onConversion: (conversion) => {
    writeConversion(queryClient, conversion)
    if (conversion.status !== 'pending') {
      invalidateSoon('getDocumentCredits')
      invalidateSoon('summariseConversions')
      invalidateSoon('listNotifications')
      invalidateUsage()
    }
  },
  onGone: (id) => {
    queryClient.removeQueries({ queryKey: conversionKey(id) })
    void invalidate('listConversions')
  },
})

/** Tells of every conversion that the cache lets go of: it was removed, or nobody has looked at it for a day. */
export const onConversionGone = (listener: (id: string) => void): (() => void) =>
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    const [name, input] = queryKey as [unknown, { params?: { conversion_id?: string } } | undefined]
    const id = input?.params?.conversion_id
    if (type === 'removed' && name === 'getConversion' && id) listener(id)
  })

export const { follow, unfollow, reset: resetFollower } = follower

/** Follows what an answer brought that has not ended. */
export function followPending(conversions: readonly Conversion[]): void {
  for (const one of conversions) if (one.status === 'pending') follow(one.conversion_id, one.family)
}

/** Listens for the network and the tab coming back. Called once, at the start. */
export function startFollowing(): void {
  addEventListener('online', () => follower.wake())
  document.addEventListener('visibilitychange', () => follower.wake())
}
