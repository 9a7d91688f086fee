import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { adminWorkEndpoints, PendingConversion } from '../../../contract/admin-work.ts'
import { namesOf, recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { type ConversionRow, conversions, type OwnerKind, owners } from '../../core/schema.ts'
import { settleConversion } from '../../core/settle.ts'
import { withTransaction } from '../../core/transaction.ts'
import { sentence } from '../../engines/kernel/sentence.ts'
import type { Queries } from '../../platform.ts'

type Query = z.output<(typeof adminWorkEndpoints)['listPendingConversions']['query']>

/** Whom conversions and files belong to, as the administrator reads them. */
export async function workOwners(db: Queries, of: readonly { ownerId: string; kind: OwnerKind }[]) {
  const names = await namesOf(
    db,
    of.map(({ ownerId }) => ownerId),
  )
  return ({ ownerId, kind }: { ownerId: string; kind: OwnerKind }) => ({
    ...{ account_id: ownerId, kind, name: names.get(ownerId)?.name ?? '' },
  })
}

/** Conversions of all accounts that wait or run, the oldest first. */
export async function listPendingConversions({ platform: { db } }: Context, query: Query) {
  const where = and(
    eq(conversions.status, 'pending'),
    query.conversion_id ? eq(conversions.id, query.conversion_id) : undefined,
  )
  const list = await listByTime(query, conversions, {
    fetch: async (after, order, limit, offset) => {
      const rows = await db
        .select({ row: conversions, kind: owners.kind })
        .from(conversions)
        .innerJoin(owners, eq(owners.id, conversions.ownerId))
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map(({ row, kind }) => ({ ...row, kind }))
    },
    count: (limit) => countUpTo(db, sql`${conversions} where ${where}`, limit),
    present: (row) => row,
  })
  const ownerOf = await workOwners(db, list.results)
  return { ...list, results: list.results.map((row) => present(row, ownerOf(row))) }
}

const present = (row: ConversionRow, owner: PendingConversion['owner']): PendingConversion => ({
  ...{ conversion_id: row.id, owner, family: row.family, operation: row.operation },
  ...{ source_format: row.sourceFormat, target_format: row.targetFormat, size_bytes: row.sizeBytes },
  ...{ service: row.service, attempts: row.attempts },
  created_at: row.createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
})

/**
 * Ends a conversion that waits or runs, in the way that its owner's own cancellation does. The
 * owner reads the reason.
 * @throws ApiProblem not_found, already_finished
 */
export async function cancelConversionOf(ctx: Context, id: string, reason: string): Promise<void> {
  await withTransaction(ctx, async (ctx, tx) => {
    const [found] = await tx.select({ id: conversions.id }).from(conversions).where(eq(conversions.id, id))
    if (!found) throw new ApiProblem('not_found', 'Conversion not found.')
    const row = await settleConversion(ctx.platform, tx, id, {
      status: 'failed',
      code: 'cancelled',
      message: sentence`An administrator cancelled this conversion: ${reason}`,
    })
    if (!row) throw new ApiProblem('already_finished', 'The conversion ended before it could be cancelled.')
    await recordAdminAct(ctx, tx, 'conversion.cancelled', {
      ...{ accountId: row.ownerId, target: id, reason },
      detail: { operation: row.operation, from: row.sourceFormat, to: row.targetFormat },
    })
  })
}
