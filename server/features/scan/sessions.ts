import { randomUUID } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type CreateScanJson,
  SCAN_LIMITS,
  type ScanSession,
  type ScanSessionList,
  type ScanSessionMade,
  type ScanSessionsQuery,
  type UpdatePairJson,
  type UpdateScanJson,
} from '../../../contract/scan.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { deleteObjects } from '../../core/delete-objects.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { endScan, holdScan, isOver, noScan, noteChange } from '../../core/scan/change.ts'
import { readScan, type Side, statusOf } from '../../core/scan/present.ts'
import { conversions, type ScanSessionRow, scanPages, scanPhones, scanSessions } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { type Found, ownScan } from './find-scan.ts'
import { newPairing } from './pairing.ts'
import { seePhone } from './see-phone.ts'

/**
 * Opens a session. A repeated key answers the same one, with a link of its own. @throws ApiProblem
 * limit_reached, idempotency_conflict
 */
export async function createScan(
  ctx: Context,
  { title }: z.output<typeof CreateScanJson>,
  idempotencyKey: string | undefined,
): Promise<z.input<typeof ScanSessionMade>> {
  const belonging = belongingOf(ctx)
  const requestFingerprint = fingerprint(ctx.platform, ['scan', title])
  const { answer } = await withTransaction(ctx, async ({ platform }, tx) => {
    await lockOwner(tx, belonging.ownerId)
    return once(
      tx,
      { scope: belonging.ownerId, key: idempotencyKey, fingerprint: requestFingerprint },
      async () => {
        const rows = await tx
          .select()
          .from(scanSessions)
          .where(and(eq(scanSessions.ownerId, belonging.ownerId), isNull(scanSessions.endedAt)))
        if (rows.filter((row) => !isOver(platform, row)).length >= SCAN_LIMITS.openSessions)
          throw new ApiProblem(
            'limit_reached',
            `You have ${SCAN_LIMITS.openSessions} open scan sessions. End one of them first.`,
          )
        const id = randomUUID()
        const now = platform.clock()
        const expiresAt = new Date(now.getTime() + SCAN_LIMITS.maxSeconds * 1000)
        await tx
          .insert(scanSessions)
          .values({ id, ...belonging, title, createdAt: now, touchedAt: now, expiresAt })
        return { id }
      },
    )
  })
  const pairing = await newPairing(ctx, answer.id)
  return { ...(await present(ctx, answer.id, 'desk')), ...pairing }
}

/** A session as it is now. @throws ApiProblem not_found */
export async function present(ctx: Context, id: string, side: Side): Promise<z.input<typeof ScanSession>> {
  const session = await readScan(ctx, id, side)
  if (!session) throw noScan()
  return session
}

type Row = ScanSessionRow & {
  conversion: 'pending' | 'completed' | 'failed' | null
  pages: number
  phones: number
}

/** A page of the caller's sessions. @throws ApiProblem invalid_request for a foreign cursor */
export async function listScans(
  ctx: Context,
  query: z.output<typeof ScanSessionsQuery>,
): Promise<z.input<typeof ScanSessionList>> {
  const { db, clock } = ctx.platform
  const idle = new Date(clock().getTime() - SCAN_LIMITS.idleSeconds * 1000).toISOString()
  const open = sql`${scanSessions.endedAt} is null and ${scanSessions.touchedAt} > ${idle}::timestamptz
    and ${scanSessions.expiresAt} > ${clock().toISOString()}::timestamptz`
  const where = and(
    eq(scanSessions.ownerId, requireOwner(ctx)),
    query.open === undefined ? undefined : query.open === 'true' ? open : sql`not (${open})`,
  )
  const pages = db
    .select({ pages: count() })
    .from(scanPages)
    .where(and(eq(scanPages.sessionId, scanSessions.id), isNull(scanPages.deletedAt)))
  const phones = db
    .select({ phones: count() })
    .from(scanPhones)
    .where(eq(scanPhones.sessionId, scanSessions.id))
  return listByTime<Row, z.input<typeof ScanSessionList>['results'][number]>(query, scanSessions, {
    fetch: async (after, order, limit, offset) => {
      const rows = await db
        .select({
          session: scanSessions,
          conversion: conversions.status,
          pages: sql<number>`(${pages})::int`,
          phones: sql<number>`(${phones})::int`,
        })
        .from(scanSessions)
        .leftJoin(conversions, eq(conversions.id, scanSessions.conversionId))
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map(({ session, ...row }) => ({ ...session, ...row }))
    },
    count: (limit) => countUpTo(db, sql`${scanSessions} where ${where}`, limit),
    present: (row) => ({
      session_id: row.id,
      title: row.title,
      status: statusOf(ctx.platform, row, row.conversion, row.pages + row.phones),
      conversion_id: row.conversionId,
      created_by: row.createdBy,
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
      ended_at: row.endedAt?.toISOString() ?? null,
      page_count: row.pages,
      phone_count: row.phones,
    }),
  })
}

/**
 * Changes title or order. Both sides may: the later one counts, and the other sees it. @throws
 * ApiProblem not_found, scan_closed, invalid_request
 */
export async function updateScan(
  ctx: Context,
  found: Found,
  { title, page_order: order }: z.output<typeof UpdateScanJson>,
): Promise<void> {
  if (order && new Set(order).size < order.length)
    throw new ApiProblem('invalid_request', 'The order names a page twice.', {
      errors: [{ path: 'page_order', message: 'It names a page twice.' }],
    })
  await withTransaction(ctx, async ({ platform }, tx) => {
    await holdScan(platform, tx, found.session.id)
    await noteChange(platform, tx, found.session.id, {
      ...(title !== undefined && { title }),
      ...(order && { pageOrder: order }),
    })
  })
}

/** What a phone changes: its name, or the order. @throws ApiProblem as `updateScan` */
export async function updatePaired(
  ctx: Context,
  found: Found,
  { phone_id: phoneId, name, page_order }: z.output<typeof UpdatePairJson>,
): Promise<void> {
  await seePhone(ctx, found)
  if (name !== undefined)
    await ctx.platform.db
      .update(scanPhones)
      .set({ name: name || null })
      .where(and(eq(scanPhones.sessionId, found.session.id), eq(scanPhones.phoneId, phoneId)))
  await updateScan(ctx, found, { page_order })
}

/**
 * Ends a session and deletes its photos; one that has ended stays so. @throws ApiProblem not_found
 */
export async function endOwnScan(ctx: Context, id: string): Promise<void> {
  const { session } = await ownScan(ctx, id)
  const leaving = await withTransaction(ctx, ({ platform }, tx) => endScan(platform, tx, session.id, false))
  await deleteObjects(ctx.platform, leaving)
}
