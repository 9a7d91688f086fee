import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversion } from '../contract/conversion.ts'
import {
  type Followed,
  GAP_MS,
  holdSeconds,
  JOIN_MS,
  MAX_IDS,
  nextRequested,
} from '../src/api/follow-plan.ts'
import type { Customer } from './client.ts'

/** An ended conversion, and when the client had read the response. */
export interface Known {
  conversion: Conversion
  at: number
}

/**
 * Follows conversions like the dashboard (`src/api/live.ts`): one long-polling list request for
 * all.
 */
export class Follower {
  readonly known: Known[] = []
  requests = 0
  readonly #customer: Customer
  #followed: Followed[] = []
  #joined = new AbortController()
  #joining: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined

  constructor(customer: Customer) {
    this.#customer = customer
  }

  follow(id: string): void {
    const now = Date.now()
    this.#followed.push({ id, since: now, requestedAt: now })
    if (this.#running) this.#joining ??= setTimeout(() => this.#joined.abort(), JOIN_MS)
    else
      this.#running = this.#run().finally(() => {
        this.#running = undefined
      })
  }

  /** Resolves when all followed conversions have ended. */
  async ended(): Promise<Conversion[]> {
    while (this.#running) await this.#running
    return this.known.map(({ conversion }) => conversion)
  }

  async #run(): Promise<void> {
    for (; this.#followed.length > 0; await sleep(GAP_MS)) {
      clearTimeout(this.#joining)
      this.#joining = undefined
      this.#joined = new AbortController()
      const { signal } = this.#joined
      try {
        this.#take(await this.#ask(nextRequested(this.#followed), signal))
      } catch (error) {
        if (!signal.aborted) throw error
      }
    }
  }

  async #ask(asked: readonly Followed[], signal: AbortSignal): Promise<Conversion[]> {
    this.requests += 1
    const query = {
      ids: asked.map(({ id }) => id).join(','),
      page_size: String(MAX_IDS),
      wait: String(holdSeconds(asked)),
    }
    const { results } = await this.#customer.list(query, signal)
    if (results.length < asked.length) throw new Error('a conversion is missing')
    return results
  }

  #take(found: readonly Conversion[]): void {
    const at = Date.now()
    const ended = found.filter(({ status }) => status !== 'pending')
    for (const conversion of ended) this.known.push({ conversion, at })
    const [ids, gone] = [new Set(found.map(({ id }) => id)), new Set(ended.map(({ id }) => id))]
    this.#followed = this.#followed
      .filter(({ id }) => !gone.has(id))
      .map((one) => (ids.has(one.id) ? { ...one, requestedAt: at } : one))
  }
}

/** The delay until the client knew each result. Client and server share a clock. */
export const lateness = (known: readonly Known[]): number[] =>
  known.map(({ conversion, at }) => at - Date.parse(conversion.completed_at ?? ''))

export async function followAll(customer: Customer, ids: readonly string[]): Promise<Conversion[]> {
  const follower = new Follower(customer)
  for (const id of ids) follower.follow(id)
  return follower.ended()
}
