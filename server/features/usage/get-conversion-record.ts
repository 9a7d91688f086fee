import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { ConversionRecord } from '../../../contract/usage.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { type ConversionRow, creditEntries } from '../../core/schema.ts'

type Answer = z.input<typeof ConversionRecord>

/** A conversion with its credits and its course. @throws Refusal not_found */
export async function getConversionRecord(ctx: Context, id: string): Promise<Answer> {
  const owner = requireOwner(ctx)
  const row = await findConversion(ctx, id, undefined)
  const { kind, conversionId } = creditEntries
  const entries = await ctx.platform.db
    .select({ kind, amount: creditEntries.amount, at: creditEntries.createdAt })
    .from(creditEntries)
    .where(
      and(
        // As the two indexes have it, so that they are used.
        or(
          and(eq(conversionId, id), eq(kind, 'hold')),
          and(eq(conversionId, id), inArray(kind, ['settle', 'release'])),
        ),
        eq(creditEntries.ownerId, owner),
      ),
    )
    .orderBy(asc(creditEntries.id))
  return {
    ...presentConversion(ctx, row),
    attempts: row.attempts,
    ledger: entries.flatMap(({ kind: what, amount, at }) =>
      what === 'grant' ? [] : { kind: what, amount, at: at.toISOString() },
    ),
    timeline: timelineOf(row, ctx.platform.clock()),
  }
}

function timelineOf(row: ConversionRow, now: Date): Answer['timeline'] {
  const ended = row.errorCode === 'cancelled' ? 'cancelled' : row.status === 'failed' ? 'failed' : 'completed'
  const expired = row.expiresAt && row.expiresAt <= now ? 'expired' : 'expires'
  const events: [Answer['timeline'][number]['event'], Date | null][] = [
    ['accepted', row.createdAt],
    ['started', row.startedAt],
    [ended, row.completedAt],
    ['hidden', row.service ? null : row.hiddenAt],
    [expired, row.expiresAt],
  ]
  return events
    .flatMap(([event, at]) => (at ? [{ event, at: at.toISOString() }] : []))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
