import { and, desc, eq } from 'drizzle-orm'
import { type Context, ownerOf } from '../../core/context.ts'
import type { RouteFamily } from '../../core/families.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { type ConversionRow, conversions } from '../../core/schema.ts'
import { type Source, submitConversion } from './submit-conversion.ts'
import { waitForConversion } from './wait-for-conversion.ts'

export interface ServiceRun {
  route: RouteFamily
  operation: string
  target: string
  /** Seconds. */
  patience: number
}

/**
 * Has an engine do something for the service itself: a look into a file, a small picture of it. It is a conversion that
 * costs nothing and is in no list: so it has the same queue, the same sandbox and the same limits as any other, whichever
 * process does the work. What was made of a stored file before is taken again.
 * @returns how the run stands after at most `patience` seconds
 */
export async function runService(
  ctx: Context,
  source: Source,
  { route, operation, target, patience }: ServiceRun,
  gone: AbortSignal,
): Promise<ConversionRow> {
  const known = 'key' in source ? await earlierRun(ctx, source.key, operation, target) : undefined
  const id =
    known?.id ??
    (await submitConversion(ctx, {
      route,
      sources: [source],
      wish: { operation, target_format: target },
      idempotencyKey: undefined,
      service: true,
    }))
  if (!known || known.status === 'pending') await waitForConversion(ctx, id, undefined, patience, gone)
  return findConversion(ctx, id, undefined)
}

/** What failed for these was not the file's fault. */
const PASSING: ReadonlySet<string> = new Set(['engine_unavailable', 'storage_full', 'cancelled', 'internal'])
const MINUTE = 60_000

/** One that went well or is still running, or that failed and would fail again: then it says so at once. */
async function earlierRun(ctx: Context, key: string, operation: string, target: string) {
  const owner = ownerOf(ctx)
  if (!owner) return undefined
  const { db, clock } = ctx.platform
  const [row] = await db
    .select({
      id: conversions.id,
      status: conversions.status,
      errorCode: conversions.errorCode,
      completedAt: conversions.completedAt,
    })
    .from(conversions)
    .where(
      and(
        eq(conversions.sourceKey, key),
        eq(conversions.ownerId, owner),
        eq(conversions.service, true),
        eq(conversions.operation, operation),
        eq(conversions.targetFormat, target),
      ),
    )
    .orderBy(desc(conversions.createdAt))
    .limit(1)
  // A reason that may have passed is asked about again, though not by every glance at a list.
  const passed =
    row?.errorCode &&
    PASSING.has(row.errorCode) &&
    clock().getTime() - (row.completedAt?.getTime() ?? 0) > MINUTE
  return passed ? undefined : row
}
