import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { BusinessUser, Invitation } from '../../../contract/business-users.ts'
import { CURRENT } from '../../../contract/business-users.ts'
import { ROLE_TABLE } from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { presentMember } from '../../core/businesses/present-member.ts'
import { type Context, hashToken, requirePerson } from '../../core/context.ts'
import { refuseDomain } from '../../core/email-domain.ts'
import { invitationEnded, isPending, joinBusiness, lockInvitation } from '../../core/join-business.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { nameOf } from '../../core/person-name.ts'
import { refuseFrozen } from '../../core/refuse-frozen.ts'
import { type BusinessUserRow, businesses, businessUsers, users } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Queries, Transaction } from '../../platform.ts'
import { mailMember } from './member-mail.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type UserRow = typeof users.$inferSelect

const noInvitation = () =>
  new ApiProblem('not_found', 'Invitation not found. Check that the link is complete, or ask for a new one.')

/** What an invitation is for. @throws ApiProblem not_found, link_expired, too_many_requests */
export async function getInvitation(ctx: Context, token: string): Promise<Invitation> {
  await consumeOrThrow(ctx, LIMIT_RULES.invitationAddress, ctx.address)
  const { db, clock } = ctx.platform
  const caller = await callerOf(ctx, db)
  const [found] = await db
    .select({ invitation: businessUsers, business: businesses })
    .from(businessUsers)
    .innerJoin(businesses, eq(businesses.id, businessUsers.businessId))
    .where(named(token, caller))
  if (!found) throw noInvitation()
  const { invitation, business } = found
  const own = invitation.status === 'active' && invitation.userId !== null && invitation.userId === caller?.id
  if (!own && !isPending(invitation, clock())) throw invitationEnded()
  const [inviter] = invitation.invitedBy
    ? await db.select().from(users).where(eq(users.id, invitation.invitedBy))
    : []
  const [account] = await db.select().from(users).where(eq(users.emailKey, invitation.emailKey))
  return {
    business: {
      business_id: business.publicId,
      name: business.name,
      is_verified: business.verificationStatus === 'verified',
      members: await countMembers(db, eq(businessUsers.businessId, business.id)),
    },
    role: invitation.role,
    role_description: ROLE_TABLE[invitation.role].description,
    invited_by: inviter ? nameOf(inviter) : null,
    email: invitation.email,
    has_account: account !== undefined,
    signed_in_as: caller && {
      name: nameOf(caller),
      email: caller.email,
      matches: caller.emailKey === invitation.emailKey,
      is_member:
        (await countMembers(
          db,
          and(eq(businessUsers.businessId, business.id), eq(businessUsers.userId, caller.id)),
        )) > 0,
    },
    expires_at: (invitation.expiresAt ?? invitation.joinedAt ?? clock()).toISOString(),
  }
}

const countMembers = async (db: Queries, where: SQL | undefined) =>
  (
    await db
      .select({ count: sql<number>`count(*)::int` })
      .from(businessUsers)
      .where(and(where, inArray(businessUsers.status, [...CURRENT])))
  )[0]?.count ?? 0

async function callerOf(
  { actor: { principal } }: Pick<Context, 'actor'>,
  db: Queries,
): Promise<UserRow | null> {
  if (principal.kind !== 'user') return null
  const [user] = await db.select().from(users).where(eq(users.id, principal.userId))
  return user ?? null
}

/**
 * The invitation of a link's token; or the caller's own by its membership's id: one that was sent
 * to their account, or to the address that they have confirmed.
 */
function named(token: string, caller: UserRow | null): SQL {
  if (!UUID.test(token)) return eq(businessUsers.tokenHash, hashToken(token))
  const own = caller
    ? or(
        eq(businessUsers.userId, caller.id),
        caller.emailVerified
          ? and(sql`${businessUsers.userId} is null`, eq(businessUsers.emailKey, caller.emailKey))
          : undefined,
      )
    : undefined
  return and(eq(businessUsers.id, token), own ?? sql`false`) as SQL
}

/**
 * Makes the signed-in person a member. Of two requests at once the second waits and gets the same
 * membership.
 * @throws ApiProblem not_found, link_expired, other_account, already_member, business_inactive,
 * email_domain_refused
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  { other_account }: { other_account: boolean },
): Promise<BusinessUser> {
  requirePerson(ctx)
  await consumeOrThrow(ctx, LIMIT_RULES.invitationAddress, ctx.address)
  return withTransaction(ctx, async (ctx, tx) => {
    const caller = await callerOf(ctx, tx)
    if (!caller) throw new ApiProblem('unauthenticated', 'This account was deleted.')
    const locked = await lockInvitation(tx, named(token, caller))
    if (!locked) throw noInvitation()
    const { business, invitation } = locked
    if (invitation.status === 'active' && invitation.userId === caller.id)
      return presentMember(ctx, invitation.id)
    if (!isPending(invitation, ctx.platform.clock())) throw invitationEnded()
    refuseFrozen(business)
    const isOwn = caller.emailKey === invitation.emailKey
    if (!isOwn && !other_account) {
      throw new ApiProblem(
        'other_account',
        `This invitation is for ${invitation.email}, and you are signed in as ${caller.email}. Confirm that you want to join with this account, or sign in with the other one.`,
      )
    }
    refuseDomain(business, caller.email)
    if (!isOwn && business.policies.email_domains.length > 0 && !caller.emailVerified) {
      throw new ApiProblem(
        'email_domain_refused',
        'Confirm the e-mail address of your account first: the policy of the business asks for it.',
      )
    }
    const confirmed = isOwn && !UUID.test(token) ? await confirmAddress(ctx, tx, caller) : caller
    const id = await joinBusiness(ctx, tx, locked, confirmed)
    if (!isOwn)
      await tellInviter(ctx, tx, invitation, {
        subject: `Another account has accepted your invitation to “${business.name}”`,
        lines: [
          `You invited ${invitation.email} to “${business.name}”. ${nameOf(caller)} (${caller.email}) has accepted, with another address.`,
          'If you do not know this person, remove them from the business.',
        ],
      })
    return presentMember(ctx, id)
  })
}

/** Somebody who opened a link that was sent to an address reads its mailbox. */
async function confirmAddress(ctx: TransactionContext, tx: Transaction, user: UserRow): Promise<UserRow> {
  if (user.emailVerified) return user
  const isAdmin = user.isAdmin || ctx.platform.settings.adminEmail?.toLowerCase() === user.emailKey
  await tx.update(users).set({ emailVerified: true, isAdmin }).where(eq(users.id, user.id))
  return { ...user, emailVerified: true, isAdmin }
}

/**
 * Declines an invitation, for anybody who has its link, or for the person it was sent to by its
 * membership's id. The inviter is told. Declining again is fine. @throws ApiProblem not_found,
 * link_expired, too_many_requests
 */
export async function declineInvitation(ctx: Context, token: string): Promise<void> {
  await consumeOrThrow(ctx, LIMIT_RULES.invitationAddress, ctx.address)
  await withTransaction(ctx, async (ctx, tx) => {
    const locked = await lockInvitation(tx, named(token, await callerOf(ctx, tx)))
    if (!locked) throw noInvitation()
    const { business, invitation } = locked
    if (invitation.status === 'declined') return
    if (!isPending(invitation, ctx.platform.clock())) throw invitationEnded()
    await tx
      .update(businessUsers)
      .set({
        ...{ status: 'declined', expiresAt: null, isPrimaryContact: false },
        updatedAt: ctx.platform.clock(),
      })
      .where(eq(businessUsers.id, invitation.id))
    await recordBusinessEvent(ctx, tx, business.id, 'member.declined', {
      as: 'invited',
      target: invitation.name,
      targetId: invitation.userId ?? invitation.id,
      before: { status: 'invited', role: invitation.role },
      after: { status: 'declined' },
    })
    await tellInviter(ctx, tx, invitation, {
      subject: `${invitation.email} has declined your invitation to “${business.name}”`,
      lines: [
        `${invitation.email} has declined your invitation to “${business.name}”. Nothing else was changed.`,
      ],
    })
  })
}

async function tellInviter(
  ctx: TransactionContext,
  tx: Transaction,
  { invitedBy }: BusinessUserRow,
  words: Parameters<typeof mailMember>[3],
) {
  const [inviter] = invitedBy ? await tx.select().from(users).where(eq(users.id, invitedBy)) : []
  if (inviter) await mailMember(ctx, tx, { userId: inviter.id, email: inviter.email }, words)
}
