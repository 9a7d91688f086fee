import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { ConversionRecord } from '../../../contract/usage.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { type ConversionRow, creditHolds } from '../../core/schema.ts'

type Answer = z.input<typeof ConversionRecord>

/** A conversion with its credits and its course. @throws ApiProblem not_found */
export async function getConversionRecord(ctx: Context, id: string): Promise<Answer> {
  const owner = requireOwner(ctx)
  const row = await findConversion(ctx, id, undefined)
  const [hold] = await ctx.platform.db
    .select()
    .from(creditHolds)
    .where(and(eq(creditHolds.reference, id), eq(creditHolds.ownerId, owner)))
  return {
    ...presentConversion(ctx, row),
    attempts: row.attempts,
    ledger: hold ? entriesOf(hold) : [],
    timeline: timelineOf(row, ctx.platform.clock()),
  }
}

/** What a hold did to the credits that are free to spend. */
function entriesOf({
  credits,
  charged,
  createdAt,
  endedAt,
}: typeof creditHolds.$inferSelect): Answer['ledger'] {
  const held = { kind: 'hold', amount: -credits, at: createdAt.toISOString() } as const
  if (!endedAt) return [held]
  const kind = charged ? 'settle' : 'release'
  return [held, { kind, amount: credits - (charged ?? 0), at: endedAt.toISOString() }]
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
