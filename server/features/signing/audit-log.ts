import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AuditLog } from '../../../contract/signing.ts'
import type { Context } from '../../core/context.ts'
import { signingEvents } from '../../core/schema.ts'
import { firstBroken } from '../../core/signing/audit-chain.ts'
import { findSession } from '../../core/signing/present.ts'

/**
 * Everything that happened to a session of the caller's, checked row by row. @throws ApiProblem
 * not_found
 */
export async function getLog(ctx: Context, id: string): Promise<z.input<typeof AuditLog>> {
  const { result } = await findSession(ctx, id)
  const rows = await ctx.platform.db
    .select()
    .from(signingEvents)
    .where(eq(signingEvents.sessionId, id))
    .orderBy(asc(signingEvents.number))
  const broken = firstBroken(rows, result?.end ?? null)
  return {
    rows: rows.map(({ sessionId: _, recipientId, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      recipient_id: recipientId,
    })),
    intact: broken === null,
    first_broken: broken,
  }
}
