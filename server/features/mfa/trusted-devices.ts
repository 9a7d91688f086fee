import { and, desc, eq, gt } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken, requirePerson } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { trustedDevices } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'

/** Devices of the caller that are not asked for a second factor. */
export async function listTrustedDevices(ctx: Context) {
  const { userId } = requirePerson(ctx)
  const { db, clock } = ctx.platform
  const rows = await db
    .select()
    .from(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, clock())))
    .orderBy(desc(trustedDevices.lastUsedAt))
  const shown = ctx.shown.device && hashToken(ctx.shown.device)
  return {
    results: rows.map((row) => ({
      id: row.id,
      name: deviceOf(row.userAgent).name,
      address: row.address,
      is_current: shown ? row.tokenHash.equals(shown) : false,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      expires_at: row.expiresAt.toISOString(),
    })),
  }
}

/** Trusts a device no more. @throws ApiProblem not_found */
export async function removeTrustedDevice(ctx: Context, id: string): Promise<void> {
  const { userId } = requirePerson(ctx)
  await withTransaction(ctx, async (ctx, tx) => {
    const [gone] = await tx
      .delete(trustedDevices)
      .where(and(eq(trustedDevices.id, id), eq(trustedDevices.userId, userId)))
      .returning({ userAgent: trustedDevices.userAgent })
    if (!gone) throw new ApiProblem('not_found', 'Device not found.')
    await recordEvent(ctx, tx, userId, 'device_forgotten', { device: deviceOf(gone.userAgent).name })
  })
}
