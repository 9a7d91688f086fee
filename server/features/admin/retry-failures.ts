import { asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { adminEndpoints, RetryFailures } from '../../../contract/admin.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { actingFor, type Context, type Principal, requireUser } from '../../core/context.ts'
import { submitConversion } from '../../core/conversion/submit-conversion.ts'
import type { RouteFamily } from '../../core/families.ts'
import {
  type ConversionRow,
  conversionInputs,
  conversions,
  type OwnerKind,
  owners,
} from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'
import { isRetryable, lastHour, retryKey } from './retryable.ts'

const BATCH = 25

/** Costs nothing: the first run failed by a fault of the server. */
const FREE = { source: 'conversion', units: 1, operations: [] } as const

/**
 * Runs failed conversions of the last hour again, for whom they belong to: a batch of them, each
 * once. One that its account cannot run now is passed over.
 */
export async function retryFailures(
  ctx: Context,
  { code, after }: z.output<(typeof adminEndpoints)['retryFailures']['json']>,
): Promise<RetryFailures> {
  const { db, clock } = ctx.platform
  const now = clock()
  const [began = String(now.getTime()), last] = after?.split('.') ?? []
  const { rows: found } = await db.execute<{ id: string }>(sql`
    select c.id from conversions c where c.status = 'failed' and c.error_code = ${code} and ${isRetryable} and ${lastHour(now)}
      and c.created_at < ${new Date(Number(began)).toISOString()}::timestamptz and ${last ? sql`c.id > ${last}::uuid` : sql`true`}
    order by c.id limit ${BATCH}`)
  // Each conversion begins in a transaction of its own: the log has the act before the first of
  // them.
  if (found.length > 0)
    await withTransaction(ctx, (ctx, tx) =>
      recordAdminAct(ctx, tx, 'conversions.retried', {
        target: code,
        detail: { count: String(found.length) },
      }),
    )
  let retried = 0
  for (const { id } of found) if (await runAgain(ctx, id)) retried += 1
  await recordEvent(ctx, db, requireUser(ctx), 'conversions_retried', { code, count: String(retried) })
  return {
    retried,
    skipped: found.length - retried,
    // What runs again and fails meanwhile is not of this run.
    next: found.length === BATCH ? `${began}.${found.at(-1)?.id}` : null,
  }
}

async function runAgain(ctx: Context, id: string): Promise<boolean> {
  const { db } = ctx.platform
  const [found] = await db
    .select({ row: conversions, kind: owners.kind })
    .from(conversions)
    .innerJoin(owners, eq(owners.id, conversions.ownerId))
    .where(eq(conversions.id, id))
  if (!found) return false
  const { row, kind } = found
  const further = await db
    .select({ key: conversionInputs.key })
    .from(conversionInputs)
    .where(eq(conversionInputs.conversionId, id))
    .orderBy(asc(conversionInputs.position))
  const keys = [row.sourceKey, ...further.map(({ key }) => key)]
  const sources = keys.flatMap((key, at) =>
    key === null ? [] : [{ key, field: 's3_key', ...(at === 0 && { filename: row.filename }) }],
  )
  if (sources.length < keys.length) return false
  try {
    await submitConversion(ofOwner(ctx, row, kind), {
      route: routeOf(row.family),
      sources,
      request: {
        target_format: row.targetFormat,
        operation: row.operation,
        options: row.options,
        ...(row.externalToken !== null && { external_token: row.externalToken }),
        ...(row.batchId !== null && { batch_id: row.batchId }),
      },
      idempotencyKey: retryKey(id),
      charge: FREE,
    })
    return true
  } catch (error) {
    if (error instanceof ApiProblem) return false
    throw error
  }
}

const routeOf = (family: ConversionRow['family']): RouteFamily => (family === 'audio' ? 'video' : family)

/** As whom it belongs to would run it: with their limits, and made by who made the first one. */
function ofOwner(ctx: Context, { ownerId, createdBy }: ConversionRow, kind: OwnerKind): Context {
  const { limits: _, ...rest } = ctx
  const principal: Principal =
    kind === 'visitor'
      ? { kind }
      : { kind: 'key', keyId: '', name: '', userId: createdBy, scopes: [], isAdmin: false }
  return { ...rest, actor: actingFor(principal, { kind, id: ownerId }), issued: {}, shown: {} }
}
