import type { Platform } from '../platform.ts'
import type { ConversionRow } from './schema.ts'

/**
 * Waits until a conversion has settled, at most `seconds`, and returns its row. `gone` ends the
 * wait when the client disconnects. `read` reads the row, and throws if the caller has no such
 * conversion.
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
    // Listens before it reads, so that no settlement is missed.
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
