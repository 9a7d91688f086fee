import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { recordBusinessEvent } from './business-events.ts'
import { nameOf } from './person-name.ts'
import { type BusinessRow, type BusinessUserRow, businesses, businessUsers, type users } from './schema.ts'
import type { TransactionContext } from './transaction.ts'

type UserRow = typeof users.$inferSelect

export interface LockedInvitation {
  business: BusinessRow
  invitation: BusinessUserRow
}

/** Whether the invitation can be accepted now. */
export const isPending = ({ status, expiresAt }: BusinessUserRow, now: Date): boolean =>
  status === 'invited' && expiresAt !== null && expiresAt > now

export const invitationEnded = () =>
  new ApiProblem(
    'link_expired',
    'This invitation was used, revoked or has expired. Ask the person who sent it for a new one.',
  )

/**
 * Finds an invitation and locks it, the business first as everywhere; null if there is none. Checks
 * `where` again after the lock, since the row may have changed.
 */
export async function lockInvitation(tx: Transaction, where: SQL): Promise<LockedInvitation | null> {
  const [seen] = await tx
    .select({ businessId: businessUsers.businessId })
    .from(businessUsers)
    .where(where)
    .limit(1)
  if (!seen) return null
  const [business] = await tx
    .select()
    .from(businesses)
    .where(eq(businesses.id, seen.businessId))
    .for('no key update')
  const [invitation] = await tx
    .select()
    .from(businessUsers)
    .where(and(where, eq(businessUsers.businessId, seen.businessId)))
    .for('update')
  return business && invitation ? { business, invitation } : null
}

/**
 * Makes a user a member through an invitation. The business is locked. A former member gets the old
 * membership back, so that each user has one. @returns the membership's id
 * @throws ApiProblem already_member if they are suspended
 */
export async function joinBusiness(
  ctx: TransactionContext,
  tx: Transaction,
  { business, invitation }: LockedInvitation,
  user: UserRow,
): Promise<string> {
  const now = ctx.platform.clock()
  const own = await ownRow(tx, business, invitation, user.id)
  // A second invitation changes nothing for an active member.
  if (own.status === 'active') {
    // Its link opens their membership.
    if (own.id !== invitation.id)
      await tx
        .update(businessUsers)
        .set({ tokenHash: invitation.tokenHash })
        .where(eq(businessUsers.id, own.id))
    return own.id
  }
  if (own.status === 'suspended') {
    throw new ApiProblem(
      'already_member',
      `Your membership of “${business.name}” is suspended. Ask its owners or admins.`,
    )
  }
  if (invitation.isPrimaryContact) await clearPrimaryContact(tx, business.id, own.id)
  await tx
    .update(businessUsers)
    .set({
      ...{ userId: user.id, email: user.email, emailKey: user.emailKey, name: nameOf(user) },
      ...{ role: invitation.role, permissions: invitation.permissions, status: 'active' },
      ...{ isPrimaryContact: invitation.isPrimaryContact, invitedBy: invitation.invitedBy },
      ...{ invitedAt: invitation.invitedAt, tokenHash: invitation.tokenHash, expiresAt: null },
      ...{ joinedAt: now, graceFrom: now, updatedAt: now },
    })
    .where(eq(businessUsers.id, own.id))
  await recordBusinessEvent(ctx, tx, business.id, 'member.joined', {
    as: 'invited',
    target: nameOf(user),
    targetId: user.id,
    before: { status: 'invited', email: invitation.email },
    after: { status: 'active', email: user.email, role: invitation.role },
  })
  return own.id
}

/**
 * The row that becomes the membership: the user's earlier one, else the invitation's. Ends an
 * unused invitation.
 */
async function ownRow(
  tx: Transaction,
  business: BusinessRow,
  invitation: BusinessUserRow,
  userId: string,
): Promise<BusinessUserRow> {
  if (invitation.userId === userId) return invitation
  const [earlier] = await tx
    .select()
    .from(businessUsers)
    .where(and(eq(businessUsers.businessId, business.id), eq(businessUsers.userId, userId)))
    .for('update')
  if (earlier) {
    await endInvitation(tx, invitation)
    return earlier
  }
  if (invitation.userId === null) return invitation
  // The invitation was for another account; its token moves to the new row.
  await endInvitation(tx, invitation)
  const { activeOrder: _a, roleOrder: _r, searchText: _s, ...copied } = invitation
  const [made] = await tx
    .insert(businessUsers)
    .values({ ...copied, id: randomUUID(), userId, tokenHash: null, lastActiveAt: null })
    .returning()
  return made as BusinessUserRow
}

/**
 * Deletes an invitation without an account, which the audit log covers; keeps one with an account
 * as a record.
 */
async function endInvitation(tx: Transaction, { id, userId }: BusinessUserRow) {
  const one = eq(businessUsers.id, id)
  if (userId === null) await tx.delete(businessUsers).where(one)
  else
    await tx
      .update(businessUsers)
      .set({ status: 'removed', tokenHash: null, expiresAt: null, isPrimaryContact: false })
      .where(one)
}

/** Clears the primary contact, of which there is at most one. @returns the previous one's name */
export async function clearPrimaryContact(
  tx: Transaction,
  businessId: string,
  but: string,
): Promise<string | null> {
  const [before] = await tx
    .update(businessUsers)
    .set({ isPrimaryContact: false })
    .where(
      and(
        eq(businessUsers.businessId, businessId),
        eq(businessUsers.isPrimaryContact, true),
        isNotNull(businessUsers.joinedAt),
        ne(businessUsers.id, but),
      ),
    )
    .returning({ name: businessUsers.name })
  return before?.name ?? null
}

/** Memberships duplicate the user's name and address, since lists are sorted by them. */
export const renewMemberships = (tx: Transaction, user: UserRow) =>
  tx
    .update(businessUsers)
    .set({ name: nameOf(user), email: user.email, emailKey: user.emailKey })
    .where(eq(businessUsers.userId, user.id))
