import type { Platform } from '../platform.ts'
import type { ConversionRow } from './schema.ts'

/**
 * The row of a conversion once it has settled, or as it stands after `seconds`. `gone` ends the
 * wait early when the caller has left. `read` looks the row up, and throws where it is not there
 * (for this caller).
 */
export async function waitForSettlement(
  { signals }: Platform,
  id: string,
  read: () => Promise<ConversionRow>,
  seconds: number,
  gone: AbortSignal,
): Promise<ConversionRow> {
  const until = AbortSignal.any([AbortSignal.timeout(Math.ceil(seconds * 1000)), gone])
  for (;;) {
    // Listen first, look second: what settles in between is not missed.
    const stop = new AbortController()
    const settled = signals.settled(id, AbortSignal.any([until, stop.signal]))
    const row = await read().catch((error: unknown) => {
      stop.abort()
      throw error
    })
    if (row.status !== 'pending' || until.aborted) {
      stop.abort()
      return row
    }
    await settled
  }
}
