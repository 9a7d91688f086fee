import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type BusinessUser, NewBusinessUser } from '../../../contract/business-users.ts'
import type { Grants, Role } from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { presentMember } from '../../core/businesses/present-member.ts'
import { check } from '../../core/check.ts'
import type { Context } from '../../core/context.ts'
import { refuseDomain } from '../../core/email-domain.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { clearPrimaryContact } from '../../core/join-business.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { makeAccount } from '../../core/make-account.ts'
import { refuseWeakPassword } from '../../core/password-rules.ts'
import { users } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { claimRow, personOf, requireRoom, writeRow } from './invitation-row.ts'
import { lockBusiness, type Manager } from './lock-business.ts'
import { mailAdded, mailCreated } from './member-mail.ts'
import { refuseGain, refuseRank } from './ranks.ts'

type UserRow = typeof users.$inferSelect

interface Added {
  user_id: string
  role: Role
  is_primary_contact: boolean
}

/**
 * Adds an existing account as an active member, and tells it by mail.
 * @throws ApiProblem not_found, already_member, rank_too_low, permission_missing,
 * email_domain_refused, limit_reached, idempotency_conflict, too_many_requests, business_inactive
 */
export async function addMember(
  ctx: Context,
  input: Added,
  idempotencyKey: string | undefined,
): Promise<BusinessUser> {
  await consumeOrThrow(ctx, LIMIT_RULES.inviteBusiness, requireBusiness(ctx).id)
  return withTransaction(ctx, async (ctx, tx) => {
    const manager = await lockBusiness(ctx, tx)
    const request = {
      scope: manager.business.id,
      key: idempotencyKey,
      fingerprint: fingerprint(ctx.platform, ['add', manager.userId, input]),
    }
    const { answer } = await once(tx, request, async () => {
      const [user] = await tx.select().from(users).where(eq(users.id, input.user_id)).for('key share')
      if (!user || user.deleteAfter) throw new ApiProblem('not_found', 'Account not found.')
      // Anybody can give an address that is not theirs until it is confirmed.
      if (manager.business.policies.email_domains.length > 0 && !user.emailVerified)
        throw new ApiProblem(
          'email_domain_refused',
          'The account has not confirmed its e-mail address, so the policy on domains does not allow it yet.',
        )
      const member = { ...input, permissions: {} }
      const { id, before } = await placeMember(ctx, tx, manager, user, member)
      await recordBusinessEvent(ctx, tx, manager.business.id, 'member.added', {
        target: personOf(user, user.email).name,
        targetId: user.id,
        before,
        after: { status: 'active', role: input.role, is_primary_contact: input.is_primary_contact },
      })
      await mailAdded(ctx, tx, manager, { userId: user.id, email: user.email, role: input.role })
      return { id }
    })
    return presentMember(ctx, answer.id)
  })
}

type Created = z.output<typeof NewBusinessUser>
type CreatedText = Partial<
  Record<'username' | 'email' | 'password' | 'first_name' | 'last_name' | 'permissions', string | undefined>
> & { role?: Role | undefined; is_primary_contact?: 'true' | 'false' | undefined }

/**
 * Creates an account with a first password, which its owner is asked to change, and adds it. What
 * the body names is preferred to the same in the query. The password is kept as a hash and nowhere
 * else.
 * @throws ApiProblem username_taken, email_taken, weak_password, rank_too_low, permission_missing,
 * email_domain_refused, limit_reached, idempotency_conflict, too_many_requests, business_inactive,
 * invalid_request
 */
export async function createMember(
  ctx: Context,
  query: CreatedText,
  json: object | undefined,
  idempotencyKey: string | undefined,
): Promise<BusinessUser> {
  const input = check(NewBusinessUser, { ...fromQuery(query), ...json })
  refuseWeakPassword(input.password, input)
  await consumeOrThrow(ctx, LIMIT_RULES.inviteBusiness, requireBusiness(ctx).id)
  const passwordHash = await ctx.platform.passwords.hash(input.password)
  return withTransaction(ctx, async (ctx, tx) => {
    const manager = await lockBusiness(ctx, tx)
    const { password: _, ...rest } = input
    const request = {
      scope: manager.business.id,
      key: idempotencyKey,
      fingerprint: fingerprint(ctx.platform, ['create', manager.userId, rest]),
    }
    const { answer } = await once(tx, request, async () => ({
      id: await createAccount(ctx, tx, manager, input, passwordHash),
    }))
    return presentMember(ctx, answer.id)
  })
}

async function createAccount(
  ctx: TransactionContext,
  tx: Transaction,
  manager: Manager,
  input: Created,
  passwordHash: string,
): Promise<string> {
  const { role, permissions, is_primary_contact, username, email } = input
  // Before the account: who may not add it learns nothing of names that are taken.
  refuseRank(manager, role)
  refuseGain(manager, { role, permissions })
  refuseDomain(manager.business, email)
  const userId = await makeAccount(ctx, tx, {
    ...{ username, email, emailVerified: false, passwordHash, passwordDue: true },
    ...{ firstName: input.first_name, lastName: input.last_name },
  })
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('an account that was made is not there')
  const { id } = await placeMember(ctx, tx, manager, user, { role, permissions, is_primary_contact })
  await recordBusinessEvent(ctx, tx, manager.business.id, 'member.created', {
    target: personOf(user, email).name,
    targetId: userId,
    after: { status: 'active', username, email, role, permissions, is_primary_contact },
  })
  await mailCreated(ctx, tx, manager, { userId, email, role, username })
  return id
}

/**
 * The query's texts as the body would have them; what is not JSON is refused by the check that
 * follows.
 */
function fromQuery({ permissions, is_primary_contact, ...texts }: CreatedText): Record<string, unknown> {
  const given = Object.entries(texts).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(given),
    ...(permissions && { permissions: parsed(permissions) }),
    ...(is_primary_contact && { is_primary_contact: is_primary_contact === 'true' }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Makes an account an active member. @throws ApiProblem already_member, rank_too_low,
 * permission_missing, limit_reached
 */
async function placeMember(
  ctx: TransactionContext,
  tx: Transaction,
  manager: Manager,
  user: UserRow,
  input: { role: Role; permissions: Grants; is_primary_contact: boolean },
): Promise<{ id: string; before: Record<string, unknown> }> {
  const { business } = manager
  const { role, permissions, is_primary_contact: isPrimaryContact } = input
  const now = ctx.platform.clock()
  refuseRank(manager, role)
  refuseGain(manager, { role, permissions })
  refuseDomain(business, user.email)
  const earlier = await claimRow(tx, business, { userId: user.id, email: user.email })
  if (earlier?.status === 'invited') refuseRank(manager, earlier.role)
  else await requireRoom(ctx.platform, tx, business)
  const id = await writeRow(ctx, tx, earlier, {
    ...{ businessId: business.id, ...personOf(user, user.email), role, permissions, status: 'active' },
    ...{ isPrimaryContact, invitedBy: manager.userId, invitedAt: null, tokenHash: null, expiresAt: null },
    ...{ joinedAt: now, graceFrom: now, updatedAt: now },
  })
  if (isPrimaryContact) await clearPrimaryContact(tx, business.id, id)
  return { id, before: earlier ? { status: earlier.status, role: earlier.role } : {} }
}
