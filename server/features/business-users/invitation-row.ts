import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { INVITATION_DAYS, MAX_MEMBERS } from '../../../contract/business-users.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { limitsOf } from '../../core/billing/limits-of.ts'
import { hashToken, newToken } from '../../core/context.ts'
import { nameOf } from '../../core/person-name.ts'
import { type BusinessRow, type BusinessUserRow, businessUsers, users } from '../../core/schema.ts'
import type { TransactionContext, TransactionPlatform } from '../../core/transaction.ts'
import type { Queries, Transaction } from '../../platform.ts'
import type { Manager } from './lock-business.ts'

const DAY = 86_400_000

type UserRow = typeof users.$inferSelect
type NewRow = typeof businessUsers.$inferInsert

/**
 * An account whose address is confirmed: an invitation of the address is an invitation of its
 * owner.
 */
export async function accountOf(db: Queries, email: string): Promise<UserRow | null> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.emailKey, email.toLowerCase()), eq(users.emailVerified, true)))
  return user ?? null
}

/** Every row of the business that an account or an address has. */
export const rowsOf = (tx: Queries, businessId: string, userIds: string[], emailKeys: string[]) =>
  tx
    .select()
    .from(businessUsers)
    .where(
      and(
        eq(businessUsers.businessId, businessId),
        or(
          userIds.length > 0 ? inArray(businessUsers.userId, userIds) : undefined,
          emailKeys.length > 0 ? inArray(businessUsers.emailKey, emailKeys) : undefined,
        ),
      ),
    )

export const isCurrent = ({ status }: BusinessUserRow) => status === 'active' || status === 'suspended'

export const alreadyMember = (business: BusinessRow, name: string) =>
  new ApiProblem('already_member', `${name} is a member of “${business.name}” already.`)

/**
 * The row of the business that an account, or an address without one, goes on with; null for a new
 * one. An invitation of the address that its account's row makes superfluous is deleted. The
 * business is locked.
 * @throws ApiProblem already_member
 */
export async function claimRow(
  tx: Transaction,
  business: BusinessRow,
  { userId, email }: { userId: string | null; email: string },
): Promise<BusinessUserRow | null> {
  const rows = await rowsOf(tx, business.id, userId ? [userId] : [], [email.toLowerCase()])
  const member = rows.find(isCurrent)
  if (member) throw alreadyMember(business, member.name)
  const own = rows.find((row) => userId !== null && row.userId === userId)
  const byAddress = rows.find((row) => row.userId === null)
  if (own && byAddress) await tx.delete(businessUsers).where(eq(businessUsers.id, byAddress.id))
  return own ?? byAddress ?? null
}

/** Members and pending invitations that can be added. */
export async function roomIn(
  { settings, clock }: Pick<TransactionPlatform, 'settings' | 'clock'>,
  tx: Transaction,
  business: BusinessRow,
): Promise<{ left: number; most: number }> {
  const [found] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(businessUsers)
    .where(
      and(
        eq(businessUsers.businessId, business.id),
        or(
          inArray(businessUsers.status, ['active', 'suspended']),
          and(eq(businessUsers.status, 'invited'), gt(businessUsers.expiresAt, clock())),
        ),
      ),
    )
  const { members } = await limitsOf(tx, business.id, settings)
  const most = Math.min(MAX_MEMBERS, members ?? MAX_MEMBERS)
  return { left: most - (found?.count ?? 0), most }
}

/** @throws ApiProblem limit_reached */
export async function requireRoom(
  platform: Pick<TransactionPlatform, 'settings' | 'clock'>,
  tx: Transaction,
  business: BusinessRow,
): Promise<void> {
  const { left, most } = await roomIn(platform, tx, business)
  if (left > 0) return
  throw new ApiProblem(
    'limit_reached',
    `The business can have ${most.toLocaleString('en')} members and invitations by its plan. Remove some, or change the plan.`,
  )
}

/**
 * What an invitation that is sent now sets, and the token for its link, which nothing else keeps.
 */
export function newInvitation({ userId }: Pick<Manager, 'userId'>, now: Date) {
  const token = newToken()
  return {
    token,
    values: {
      ...{ status: 'invited', tokenHash: hashToken(token), invitedBy: userId, invitedAt: now },
      ...{ expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY), updatedAt: now },
    } satisfies Partial<NewRow>,
  }
}

/** Of whom a row speaks. */
export const personOf = (user: UserRow | null, email: string) =>
  user
    ? { userId: user.id, email: user.email, emailKey: user.emailKey, name: nameOf(user) }
    : { userId: null, email, emailKey: email.toLowerCase(), name: email }

/**
 * Writes a row of the business: over an earlier one of the same person, or a new one. @returns its
 * id
 */
export async function writeRow(
  ctx: TransactionContext,
  tx: Transaction,
  earlier: BusinessUserRow | null,
  values: Omit<NewRow, 'id' | 'createdAt'>,
): Promise<string> {
  if (earlier) {
    await tx.update(businessUsers).set(values).where(eq(businessUsers.id, earlier.id))
    return earlier.id
  }
  const id = randomUUID()
  await tx.insert(businessUsers).values({ ...values, id, createdAt: ctx.platform.clock() })
  return id
}
