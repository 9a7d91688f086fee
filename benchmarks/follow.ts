import { setTimeout as sleep } from 'node:timers/promises'
import type { Conversion } from '../contract/conversion.ts'
import type { Customer } from './client.ts'

const PAGE = 100
const [FAST_MS, SLOW_MS] = [1000, 3000]

/**
 * Follows many conversions as the dashboard does: one list request for all of them, every second at first and every
 * three seconds once they have run for a minute.
 */
export async function followAll(customer: Customer, ids: readonly string[]): Promise<Conversion[]> {
  const began = Date.now()
  const settled = new Map<string, Conversion>()
  for (;;) {
    const share = Math.min(1, Math.max(0, (Date.now() - began - 10_000) / 50_000))
    await sleep(FAST_MS + share * (SLOW_MS - FAST_MS))
    const open = ids.filter((id) => !settled.has(id)).slice(0, PAGE)
    const { results } = await customer.list({ ids: open.join(','), page_size: String(PAGE) })
    for (const one of results) if (one.status !== 'pending') settled.set(one.id, one)
    if (settled.size === ids.length) return [...settled.values()]
  }
}
