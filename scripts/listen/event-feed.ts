import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { z } from 'zod'
import { networkError } from './network-error.ts'

/** An event can appear this long after its time: it is set before its transaction commits. */
const OVERLAP_MS = 60_000
const TIMEOUT_SECONDS = 30
const LONGEST_WAIT_MS = 30_000

/** What is used of an event; types that this version does not know are shown too. */
const FeedEvent = z.object({
  id: z.string(),
  type: z.string(),
  object_id: z.string(),
  created_at: z.iso.datetime(),
  request_body: z.string(),
})
export type FeedEvent = z.infer<typeof FeedEvent>
const Page = z.object({ results: z.array(FeedEvent), next_cursor: z.string().nullable() })
const Problem = z.object({ code: z.string(), detail: z.string() }).partial()

/** The server will not answer, however often it is asked. */
export class FeedRefused extends Error {}

/** The server did not answer this time. */
class Unanswered extends Error {
  readonly waitMs: number
  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

interface Feed {
  url: URL
  key: string
  /** The one type that is asked for; undefined for all. */
  type: string | undefined
  /** Milliseconds before the start. */
  since: number
  /** Milliseconds between two requests. */
  interval: number
  /** Tells a person how the connection is. */
  say(message: string): void
}

/**
 * Events of an account in the order of their time, each once; those that commit late follow later.
 * Does not end; asks again after errors.
 * @throws FeedRefused
 */
export async function* followEvents(feed: Feed): AsyncGenerator<FeedEvent, never> {
  const place = new FeedPlace(feed.since)
  let failures = 0
  for (;;) {
    let wait = feed.interval
    try {
      for await (const page of pagesSince(feed, place)) {
        if (failures > 0) feed.say('Connected again.')
        failures = 0
        yield* page
      }
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      // A wrong --url shows at once; what worked before comes back.
      if (failures++ === 0) feed.say(`${error.message} Asking again until it answers.`)
      wait = Math.max(Math.min(feed.interval * 2 ** failures, LONGEST_WAIT_MS), error.waitMs)
    }
    await sleep(wait)
  }
}

/**
 * From when on is asked, and which of the events since then were seen. Keeps the ids of about a
 * minute.
 */
class FeedPlace {
  readonly #before: number
  #since: number | undefined
  readonly #seen = new Map<string, number>()

  constructor(before: number) {
    this.#before = before
  }

  get started() {
    return this.#since !== undefined
  }

  /** Begins by the server's clock, which the times of events are of. */
  since(serverTime: number): number {
    this.#since ??= serverTime - this.#before
    return this.#since
  }

  /** The events that were not seen before. */
  add(events: FeedEvent[]): FeedEvent[] {
    return events.filter(({ id, created_at }) => {
      if (this.#seen.has(id)) return false
      this.#seen.set(id, Date.parse(created_at))
      return true
    })
  }

  /** Everything before this time is known. */
  advance(time: number): void {
    if (this.#since === undefined || time <= this.#since) return
    this.#since = time
    for (const [id, at] of this.#seen) if (at < time) this.#seen.delete(id)
  }
}

/** New events by page. @throws Unanswered, FeedRefused */
async function* pagesSince(feed: Feed, place: FeedPlace): AsyncGenerator<FeedEvent[]> {
  // The first answer has the server's clock.
  const first = place.started ? null : await ask(feed, { page_size: '1' }, true)
  const since = new Date(place.since(first?.time ?? 0)).toISOString()
  const query = { since, sort_dir: 'asc', page_size: '100', ...(feed.type && { type: feed.type }) }
  let cursor: string | null = null
  let known = 0
  do {
    const { page, time }: Answer = await ask(feed, { ...query, ...(cursor && { cursor }) }, false)
    known ||= time - OVERLAP_MS
    yield place.add(page.results)
    const last = page.results.at(-1)
    cursor = page.next_cursor
    place.advance(cursor && last ? Math.min(known, Date.parse(last.created_at)) : known)
  } while (cursor)
}

interface Answer {
  page: z.infer<typeof Page>
  /** The server's clock. */
  time: number
}

async function ask(feed: Feed, query: Record<string, string>, first: boolean): Promise<Answer> {
  const base = feed.url.href.replace(/[?#].*$/, '').replace(/\/*$/, '/')
  const url = new URL(`api/v1/events/?${new URLSearchParams(query)}`, base)
  const { status, headers, text } = await get(url, feed.key)
  if (status !== 200) throw unexpected(feed, status, headers, text, first)
  const page = Page.safeParse(parsed(text))
  if (!page.success) {
    const message = `${feed.url.origin} answers something else than a list of events.`
    throw first ? new FeedRefused(`${message} Check --url.`) : new Unanswered(message)
  }
  const date = Date.parse(headers.date ?? '')
  return { page: page.data, time: Number.isNaN(date) ? Date.now() : date }
}

/** Follows no redirect: the key goes to this server only. */
async function get(url: URL, key: string) {
  const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
  try {
    const { statusCode, headers, body } = await request(url, {
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        'user-agent': 'filewright-listen',
      },
      signal,
    })
    const one = (name: string) => [headers[name]].flat()[0]
    const needed = { date: one('date'), location: one('location'), retryAfter: one('retry-after') }
    return { status: statusCode, headers: needed, text: await body.text() }
  } catch (error) {
    throw new Unanswered(`Cannot reach ${url.origin}: ${networkError(error, signal, TIMEOUT_SECONDS)}.`)
  }
}

function unexpected(
  { url }: Feed,
  status: number,
  headers: { location: string | undefined; retryAfter: string | undefined },
  text: string,
  first: boolean,
): Error {
  const { code, detail } = Problem.safeParse(parsed(text)).data ?? {}
  if (code === 'insufficient_scope')
    return new FeedRefused('The API key lacks the scope webhooks:read. Create a key that has it.')
  if (status === 401)
    return new FeedRefused('The server does not accept the API key: it is wrong, revoked or expired.')
  if (status === 403) return new FeedRefused(detail ?? 'The server does not let this API key read events.')
  if (status === 400) return new FeedRefused(`${url.origin} answers 400: ${detail ?? 'no reason'}`)
  if (status === 429 || status >= 500)
    return new Unanswered(`${url.origin} answers ${status}.`, waitOf(headers.retryAfter))
  if (!first) return new Unanswered(`${url.origin} answers ${status}.`)
  if (status >= 300 && status < 400 && headers.location && URL.canParse(headers.location, url.href))
    return new FeedRefused(
      `${url.origin} redirects to ${new URL(headers.location, url).origin}. Use that as --url if you trust it.`,
    )
  return new FeedRefused(`${url.origin} answers ${status}. Check --url: there is no list of events.`)
}

/** Milliseconds of a Retry-After header, in seconds or a date. */
function waitOf(header: string | undefined): number {
  if (header === undefined) return 0
  const ms = /^\d{1,6}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
