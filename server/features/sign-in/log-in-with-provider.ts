import { randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { afterFirstFactor, type SignInAnswer } from '../../core/complete-sign-in.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { makeAccount } from '../../core/make-account.ts'
import { identities, users } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Identity, Transaction } from '../../platform.ts'
import { type ProviderAnswer, redeemAnswer } from './provider-flow.ts'

/**
 * Signs in with what a provider says. Who it is is the issuer and the subject, never the address:
 * an address that an account here has opens nothing, since whoever had it there need not have it
 * here. Somebody new gets an account.
 * @throws ApiProblem provider_failed, identity_conflict, too_many_requests
 */
export async function logInWithProvider(ctx: Context, answer: ProviderAnswer): Promise<SignInAnswer> {
  await consumeOrThrow(ctx, LIMIT_RULES.providerAddress, ctx.address)
  const identity = await redeemAnswer(ctx, answer)
  const { db, clock } = ctx.platform
  const here = and(eq(identities.issuer, identity.issuer), eq(identities.subject, identity.subject))
  const [before] = await db.select({ id: identities.id }).from(identities).where(here)
  if (!before) await consumeOrThrow(ctx, LIMIT_RULES.signUpAddress, ctx.address)
  return withTransaction(ctx, async (ctx, tx) => {
    const [known] = await tx
      .update(identities)
      .set({ lastUsedAt: clock(), email: identity.email })
      .where(here)
      .returning({ userId: identities.userId })
    const userId = known?.userId ?? (await newcomer(ctx, tx, answer, identity))
    return afterFirstFactor(ctx, tx, userId, answer.provider)
  })
}

async function newcomer(
  ctx: TransactionContext,
  tx: Transaction,
  { provider }: ProviderAnswer,
  identity: Identity,
): Promise<string> {
  const { email } = identity
  if (!email) {
    throw new ApiProblem(
      'provider_failed',
      'The provider did not share an e-mail address. Allow it there, or create an account with a password.',
    )
  }
  const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.emailKey, email.toLowerCase()))
  if (other) {
    throw new ApiProblem(
      'identity_conflict',
      'An account with this e-mail address exists. Sign in with its password, then connect the provider under Account.',
    )
  }
  const userId = await makeAccount(ctx, tx, {
    username: await freeName(tx, identity.username ?? email.split('@', 1)[0] ?? ''),
    email,
    emailVerified: identity.emailVerified,
    passwordHash: null,
    firstName: identity.name.slice(0, 100),
  })
  await tx.insert(identities).values({
    id: randomUUID(),
    userId,
    provider,
    issuer: identity.issuer,
    subject: identity.subject,
    email,
    lastUsedAt: ctx.platform.clock(),
  })
  return userId
}

/** A user name made from another: letters and digits of it, with a number where somebody has it. */
async function freeName(tx: Transaction, wished: string): Promise<string> {
  const plain = wished
    .replace(/[^A-Za-z0-9._-]/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 30)
  const base = plain.length >= 2 ? plain : 'user'
  for (let attempt = 0; attempt < 20; attempt++) {
    const name = attempt === 0 ? base : `${base}${randomInt(10 ** Math.min(8, attempt + 1))}`
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.usernameKey, name.toLowerCase()))
    if (!taken) return name
  }
  return `user-${randomUUID().slice(0, 13)}`
}
