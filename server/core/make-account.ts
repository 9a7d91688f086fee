import { randomUUID } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { sendVerificationMail } from './account-mail.ts'
import { ApiProblem } from './api-problem.ts'
import { grantCredits } from './credits/ledger.ts'
import { owners, users } from './schema.ts'
import { recordEvent } from './security-events.ts'
import type { TransactionContext } from './transaction.ts'

/** Arbitrary, but the same for every process. */
const FIRST_ACCOUNT = 4_871_206

interface NewAccount {
  username: string
  email: string
  emailVerified: boolean
  /** Null for sign-in with a provider. */
  passwordHash: string | null
  /** Another person chose the password. */
  passwordDue?: boolean
  firstName?: string
  lastName?: string
  timeZone?: string | undefined
}

/**
 * Creates an account with its welcome credits. The first account of an instance is its
 * administrator, unless the operator set another address, which then must be verified (decision 9).
 * @throws ApiProblem username_taken, email_taken
 */
export async function makeAccount(
  ctx: TransactionContext,
  tx: Transaction,
  input: NewAccount,
): Promise<string> {
  const { settings } = ctx.platform
  const usernameKey = input.username.toLowerCase()
  const emailKey = input.email.toLowerCase()
  // Serializes sign-ups: only one account can be the first.
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT})`)
  const taken = await tx
    .select()
    .from(users)
    .where(or(eq(users.usernameKey, usernameKey), eq(users.emailKey, emailKey)))
  if (taken.some((user) => user.usernameKey === usernameKey)) throw nameTaken()
  if (taken.length > 0) throw emailTaken()
  const id = randomUUID()
  const isAdmin = settings.adminEmail
    ? settings.adminEmail.toLowerCase() === emailKey && input.emailVerified
    : (await tx.select({ id: users.id }).from(users).limit(1)).length === 0
  await tx.insert(owners).values({ id, kind: 'user' })
  const made = await tx
    .insert(users)
    .values({
      id,
      username: input.username,
      usernameKey,
      email: input.email,
      emailKey,
      emailVerified: input.emailVerified,
      passwordHash: input.passwordHash,
      passwordDue: input.passwordDue ?? false,
      firstName: input.firstName ?? '',
      lastName: input.lastName ?? '',
      isAdmin,
      timeZone: input.timeZone ?? 'UTC',
    })
    .onConflictDoNothing() // a concurrent sign-up was faster
    .returning({ id: users.id })
  if (made.length === 0) throw nameTaken()
  await grantCredits(ctx.platform, tx, id, {
    source: 'signup',
    reference: id,
    credits: settings.signUpCredits,
  })
  await recordEvent(ctx, tx, id, 'signed_up')
  if (!input.emailVerified)
    await sendVerificationMail(ctx, tx, { id, username: input.username, email: input.email }, 'verify_email')
  return id
}

export const nameTaken = () =>
  new ApiProblem('username_taken', 'This user name is taken. Choose another one, or sign in.', {
    errors: [{ path: 'username', message: 'This user name is taken.' }],
  })
const emailTaken = () =>
  new ApiProblem('email_taken', 'An account with this e-mail address already exists. Sign in instead.', {
    errors: [{ path: 'email', message: 'An account with this e-mail address exists.' }],
  })
