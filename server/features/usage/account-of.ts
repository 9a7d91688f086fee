import { eq } from 'drizzle-orm'
import { type Context, requireOwner } from '../../core/context.ts'
import { Refusal } from '../../core/refusal.ts'
import { owners, users } from '../../core/schema.ts'

/** The caller's account with its balance. @throws Refusal unauthenticated */
export async function accountOf(ctx: Context) {
  const [row] = await ctx.platform.db
    .select({
      id: users.id,
      zone: users.timeZone,
      since: users.createdAt,
      granted: owners.creditsGranted,
      remaining: owners.creditsAvailable,
      held: owners.creditsHeld,
    })
    .from(users)
    .innerJoin(owners, eq(owners.id, users.id))
    .where(eq(users.id, requireOwner(ctx)))
  if (!row) throw new Refusal('unauthenticated', 'This account is no more. Sign in to go on.')
  return row
}
export type Account = Awaited<ReturnType<typeof accountOf>>
