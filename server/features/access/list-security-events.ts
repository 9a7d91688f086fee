import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SecurityLog, SecurityLogQuery } from '../../../contract/access.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import { securityEvents } from '../../core/schema.ts'

/** What happened to the safety of the caller's account. */
export async function listSecurityEvents(
  ctx: Context,
  query: z.output<typeof SecurityLogQuery>,
): Promise<z.input<typeof SecurityLog>> {
  const { db } = ctx.platform
  const mine = eq(securityEvents.userId, requirePerson(ctx).userId)
  return listByTime(query, securityEvents, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(securityEvents)
        .where(and(mine, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${securityEvents} where ${mine}`, limit),
    present: ({ id, kind, createdAt, address, userAgent, detail }) => ({
      id,
      kind,
      at: createdAt.toISOString(),
      address,
      device: deviceOf(userAgent).name,
      detail,
    }),
  })
}
