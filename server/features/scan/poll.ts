import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ScanSession } from '../../../contract/scan.ts'
import type { Context } from '../../core/context.ts'
import { scanSessions } from '../../core/schema.ts'
import { type Found, touch } from './find-scan.ts'
import { seePhone } from './see-phone.ts'
import { present } from './sessions.ts'

interface Poll {
  since?: number | undefined
  wait: number
}

/**
 * The session once it has a newer revision than `since`, or as it is after `wait` seconds. A wait
 * holds no connection.
 * @throws ApiProblem not_found
 */
export async function pollScan(
  ctx: Context,
  found: Found,
  { since, wait }: Poll,
  gone: AbortSignal,
): Promise<z.input<typeof ScanSession>> {
  const { platform } = ctx
  const { id } = found.session
  await touch(ctx, found)
  if (!ctx.isHead) await seePhone(ctx, found)
  const until = AbortSignal.any([AbortSignal.timeout(Math.ceil(wait * 1000)), gone])
  for (;;) {
    // Listen first, look second: what changes in between is not missed.
    const stop = new AbortController()
    const changed = platform.signals.scanChanged(id, AbortSignal.any([until, stop.signal]))
    const revision = await revisionOf(ctx, id).catch((error: unknown) => {
      stop.abort()
      throw error
    })
    if (since === undefined || revision > since || until.aborted) {
      stop.abort()
      return present(ctx, id, found.actor.side)
    }
    await changed
  }
}

async function revisionOf({ platform }: Context, id: string): Promise<number> {
  const [row] = await platform.db
    .select({ revision: scanSessions.revision })
    .from(scanSessions)
    .where(eq(scanSessions.id, id))
  return row?.revision ?? Number.POSITIVE_INFINITY
}
