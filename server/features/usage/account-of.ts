import { eq, sql } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { owners, users } from '../../core/schema.ts'

/**
 * The account that is acted for, a person's or a business's, with its balance; days are those of
 * the person who asks.
 * @throws ApiProblem unauthenticated
 */
export async function accountOf(ctx: Context) {
  const [row] = await ctx.platform.db
    .select({
      id: owners.id,
      zone: sql<string>`coalesce(${users.timeZone}, 'UTC')`,
      since: owners.createdAt,
      granted: owners.creditsGranted,
      remaining: owners.creditsAvailable,
      held: owners.creditsHeld,
      charged: owners.creditsCharged,
    })
    .from(owners)
    .leftJoin(users, eq(users.id, sql`${userOf(ctx)}::uuid`))
    .where(eq(owners.id, requireOwner(ctx)))
  if (!row) throw new ApiProblem('unauthenticated', 'This account was deleted. Sign in to continue.')
  return row
}
export type Account = Awaited<ReturnType<typeof accountOf>>
