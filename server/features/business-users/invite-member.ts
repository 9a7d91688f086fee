import { eq } from 'drizzle-orm'
import type { BusinessUser } from '../../../contract/business-users.ts'
import type { Role } from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { presentMember } from '../../core/businesses/present-member.ts'
import type { Context } from '../../core/context.ts'
import { refuseDomain } from '../../core/email-domain.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { businessUsers } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { withTransaction } from '../../core/transaction.ts'
import { accountOf, claimRow, newInvitation, personOf, requireRoom, writeRow } from './invitation-row.ts'
import { lockBusiness, lockMember } from './lock-business.ts'
import { invitationMail } from './member-mail.ts'
import { refuseGain, refuseRank } from './ranks.ts'

interface Invite {
  email: string
  role: Role
  is_primary_contact: boolean
}

/**
 * Invites an address by mail. An invitation before of the same address ends, its link with it.
 * @throws ApiProblem already_member, rank_too_low, permission_missing, email_domain_refused,
 * limit_reached, too_many_requests, idempotency_conflict, business_inactive
 */
export async function inviteMember(
  ctx: Context,
  input: Invite,
  idempotencyKey: string | undefined,
): Promise<BusinessUser> {
  await takeInvitation(ctx, input.email)
  return withTransaction(ctx, async (ctx, tx) => {
    const now = ctx.platform.clock()
    const manager = await lockBusiness(ctx, tx)
    const { business, name: by } = manager
    const request = {
      scope: business.id,
      key: idempotencyKey,
      fingerprint: fingerprint(ctx.platform, ['invite', manager.userId, input]),
    }
    const { answer } = await once(tx, request, async () => {
      const { role, is_primary_contact: isPrimaryContact } = input
      refuseRank(manager, role)
      refuseGain(manager, { role, permissions: {} })
      refuseDomain(business, input.email)
      const user = await accountOf(tx, input.email)
      const person = personOf(user, input.email)
      const earlier = await claimRow(tx, business, person)
      const pending = earlier?.status === 'invited' ? earlier : null
      if (pending) refuseRank(manager, pending.role)
      else await requireRoom(ctx.platform, tx, business)
      const { token, values } = newInvitation(manager, now)
      const id = await writeRow(ctx, tx, earlier, {
        ...{ businessId: business.id, ...person, role, isPrimaryContact, permissions: {} },
        ...{ joinedAt: null, graceFrom: null, ...values },
      })
      await recordBusinessEvent(ctx, tx, business.id, 'member.invited', {
        target: person.name,
        targetId: person.userId ?? id,
        before: earlier ? { status: earlier.status, role: earlier.role } : {},
        after: { status: 'invited', email: person.email, role, is_primary_contact: isPrimaryContact },
      })
      const message = invitationMail(ctx, business, by, { ...person, role, token })
      await sendMessage(ctx.platform, tx, { userId: person.userId, message })
      return { id }
    })
    return presentMember(ctx, answer.id)
  })
}

/** So many from one business, and so many to one address. */
export async function takeInvitation(ctx: Context, email: string): Promise<void> {
  const { id } = requireBusiness(ctx)
  await consumeOrThrow(ctx, LIMIT_RULES.inviteBusiness, id)
  await consumeOrThrow(ctx, LIMIT_RULES.inviteEmail, email.toLowerCase())
}

/**
 * Sends an invitation again, with another link; the one before stops. One that has expired can be
 * sent again too.
 * @throws ApiProblem not_found, business_misfit, rank_too_low, too_many_requests,
 * business_inactive, email_domain_refused
 */
export async function resendInvitation(ctx: Context, id: string): Promise<BusinessUser> {
  await consumeOrThrow(ctx, LIMIT_RULES.inviteBusiness, requireBusiness(ctx).id)
  await consumeOrThrow(ctx, LIMIT_RULES.inviteEmail, id)
  return withTransaction(ctx, async (ctx, tx) => {
    const now = ctx.platform.clock()
    const manager = await lockBusiness(ctx, tx)
    const { business, name: by } = manager
    const row = await lockMember(tx, business.id, id)
    if (row.status !== 'invited') {
      throw new ApiProblem('business_misfit', `${row.name} has no pending invitation. Invite them again.`)
    }
    refuseRank(manager, row.role)
    refuseDomain(business, row.email)
    const { token, values } = newInvitation(manager, now)
    await tx.update(businessUsers).set(values).where(eq(businessUsers.id, row.id))
    await recordBusinessEvent(ctx, tx, business.id, 'member.invitation_resent', {
      target: row.name,
      targetId: row.userId ?? row.id,
      before: { expires_at: row.expiresAt?.toISOString() ?? null },
      after: { expires_at: values.expiresAt.toISOString() },
    })
    const message = invitationMail(ctx, business, by, { ...row, token })
    await sendMessage(ctx.platform, tx, { userId: row.userId, message })
    return presentMember(ctx, row.id)
  })
}
