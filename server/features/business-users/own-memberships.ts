import { and, desc, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm'
import type { BusinessUserStatus } from '../../../contract/business-states.ts'
import type { BusinessUser } from '../../../contract/business-users.ts'
import { presentMembers } from '../../core/businesses/present-member.ts'
import type { Context } from '../../core/context.ts'
import { apiKeys, businessUsers, users } from '../../core/schema.ts'

const SHOWN: readonly BusinessUserStatus[] = ['active', 'suspended', 'invited']

/**
 * The caller's memberships, the last used first, and what they are invited to by a confirmed
 * address. A business's key lists the membership of the person who created it, and none once they
 * have left.
 */
export async function listOwnMemberships(
  ctx: Context,
  { status }: { status?: BusinessUserStatus | undefined },
): Promise<BusinessUser[]> {
  const { db, clock } = ctx.platform
  const { principal, owner } = ctx.actor
  const businessId = owner?.kind === 'business' ? owner.id : null
  const userId =
    principal.kind === 'key' && businessId !== null
      ? await creatorOf(ctx, principal.keyId)
      : principal.kind === 'user' || principal.kind === 'key'
        ? principal.userId
        : null
  const [user] = userId ? await db.select().from(users).where(eq(users.id, userId)) : []
  if (!user) return []
  const invited = and(
    isNull(businessUsers.userId),
    eq(businessUsers.status, 'invited'),
    eq(businessUsers.emailKey, user.emailKey),
  )
  const rows = await db
    .select()
    .from(businessUsers)
    .where(
      and(
        or(eq(businessUsers.userId, user.id), user.emailVerified ? invited : undefined),
        businessId ? eq(businessUsers.businessId, businessId) : undefined,
        inArray(businessUsers.status, status ? [status] : [...SHOWN]),
        or(ne(businessUsers.status, 'invited'), gt(businessUsers.expiresAt, clock())),
      ),
    )
    .orderBy(desc(businessUsers.activeOrder), desc(businessUsers.createdAt), desc(businessUsers.id))
  return presentMembers(ctx, rows)
}

async function creatorOf({ platform: { db } }: Context, keyId: string): Promise<string | null> {
  const [key] = await db.select({ createdBy: apiKeys.createdBy }).from(apiKeys).where(eq(apiKeys.id, keyId))
  return key?.createdBy ?? null
}
