import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { afterFirstFactor, signIn } from '../../core/complete-sign-in.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { refuseDomain } from '../../core/email-domain.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import {
  invitationEnded,
  isPending,
  joinBusiness,
  type LockedInvitation,
  lockInvitation,
} from '../../core/join-business.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { makeAccount, nameTaken } from '../../core/make-account.ts'
import { refuseWeakPassword } from '../../core/password-rules.ts'
import { refuseFrozen } from '../../core/refuse-frozen.ts'
import { businessUsers, users } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

interface SignUp {
  username: string
  email: string
  password: string
  first_name?: string | undefined
  last_name?: string | undefined
  time_zone?: string | undefined
  /** Token of an invitation to a business. */
  invitation?: string | undefined
  idempotencyKey: string | undefined
}

/**
 * Makes an account and signs it in. A repeated request with the same key and password signs in to
 * the account that the first one made, as long as nothing more than a password is asked for there.
 * With an invitation of the same address, the address counts as confirmed and the account is a
 * member from the start; with one of another address, it is accepted afterwards.
 * @throws ApiProblem username_taken, email_taken, weak_password, idempotency_conflict,
 * too_many_requests, link_expired, business_inactive, email_domain_refused
 */
export async function signUp(ctx: Context, input: SignUp): Promise<User> {
  const { db, passwords } = ctx.platform
  refuseWeakPassword(input.password, input)
  await consumeOrThrow(ctx, LIMIT_RULES.signUpAddress, ctx.address)
  const passwordHash = await passwords.hash(input.password)
  const made = await withTransaction(ctx, async (ctx, tx) => {
    const request = {
      scope: 'sign-up',
      key: input.idempotencyKey,
      fingerprint: fingerprint(ctx.platform, [input.username.toLowerCase(), input.email.toLowerCase()]),
    }
    const opened: { invited: LockedInvitation | null } = { invited: null }
    const { answer, repeated } = await once(tx, request, async () => {
      opened.invited = await openInvitation(ctx, tx, input)
      return {
        id: await makeAccount(ctx, tx, {
          username: input.username,
          email: input.email,
          emailVerified: opened.invited !== null,
          passwordHash,
          ...(input.first_name && { firstName: input.first_name }),
          ...(input.last_name && { lastName: input.last_name }),
          timeZone: input.time_zone,
        }),
      }
    })
    if (repeated) return { id: answer.id, user: null }
    const user = await signIn(ctx, tx, answer.id, ['password'])
    if (opened.invited) await join(ctx, tx, opened.invited, answer.id)
    return { id: answer.id, user }
  })
  if (made.user) return made.user
  const [user] = await db.select().from(users).where(eq(users.id, made.id))
  if (!user || !(await passwords.verify(user.passwordHash, input.password))) throw nameTaken()
  return withTransaction(ctx, async (ctx, tx) => {
    const signedIn = await afterFirstFactor(ctx, tx, user.id, 'password')
    if (!('user' in signedIn)) throw nameTaken()
    return signedIn.user
  })
}

/**
 * The invitation that the new account accepts, locked; null where there is none, or it is for
 * another address.
 */
async function openInvitation(
  ctx: TransactionContext,
  tx: Transaction,
  { invitation: token, email }: SignUp,
): Promise<LockedInvitation | null> {
  if (token === undefined) return null
  const locked = await lockInvitation(tx, eq(businessUsers.tokenHash, hashToken(token)))
  if (!locked || !isPending(locked.invitation, ctx.platform.clock())) throw invitationEnded()
  if (locked.invitation.emailKey !== email.toLowerCase()) return null
  refuseFrozen(locked.business)
  refuseDomain(locked.business, email)
  return locked
}

async function join(ctx: TransactionContext, tx: Transaction, locked: LockedInvitation, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user) await joinBusiness(ctx, tx, locked, user)
}
