import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { ConversionList, ConversionsQuery } from '../../../contract/history.ts'
import type { Context } from '../../core/context.ts'
import { listConversions } from './list-conversions.ts'

type Query = z.output<typeof ConversionsQuery>
type List = z.input<typeof ConversionList>

/**
 * Conversions of a batch end in bursts: so long after the first, the others of its burst are in the
 * same answer.
 */
const BURST_MS = 30

/**
 * A list by ids, answered when the first of them settles, or after `wait` seconds. Answers at once
 * where one has settled already. `gone` ends the wait early when the caller has left.
 */
export async function waitForAny(ctx: Context, query: Query, gone: AbortSignal): Promise<List> {
  const { ids, wait = 0 } = query
  if (!ids || wait === 0) return listConversions(ctx, query)
  const wanted = new Set(ids.toLowerCase().split(','))
  const stop = new AbortController()
  const until = AbortSignal.any([AbortSignal.timeout(Math.ceil(wait * 1000)), gone, stop.signal])
  let settled = () => {}
  const first = new Promise<void>((resolve) => {
    settled = resolve
    until.addEventListener('abort', () => resolve(), { once: true })
  })
  // Listens first, looks second: what settles in between is not missed.
  const quiet = ctx.platform.signals.onSettled((id) => wanted.has(id) && settled())
  try {
    const now = await listConversions(ctx, query)
    if (now.results.length === 0 || now.results.some(({ status }) => status !== 'pending')) return now
    await first
    if (wanted.size > 1 && !until.aborted)
      await sleep(BURST_MS, undefined, { signal: gone }).catch(() => undefined)
    return await listConversions(ctx, query)
  } finally {
    quiet()
    stop.abort()
  }
}
