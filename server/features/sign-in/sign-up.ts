import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { afterFirstFactor, signIn } from '../../core/complete-sign-in.ts'
import type { Context } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { LIMIT_RULES, takeOrRefuse } from '../../core/limit-rules.ts'
import { refuseWeakPassword } from '../../core/password-rules.ts'
import { users } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { makeAccount, nameTaken } from './make-account.ts'

interface SignUp {
  username: string
  email: string
  password: string
  time_zone?: string | undefined
  idempotencyKey: string | undefined
}

/**
 * Makes an account and signs it in. A repeated request with the same key and password signs in to the account that the first
 * one made, as long as nothing more than a password is asked for there.
 * @throws Refusal username_taken, email_taken, weak_password, idempotency_conflict, too_many_requests
 */
export async function signUp(ctx: Context, input: SignUp): Promise<User> {
  const { db, passwords } = ctx.platform
  refuseWeakPassword(input.password, input)
  await takeOrRefuse(ctx, LIMIT_RULES.signUpAddress, ctx.address)
  const passwordHash = await passwords.hash(input.password)
  const made = await withTransaction(ctx, async (ctx, tx) => {
    const request = {
      scope: 'sign-up',
      key: input.idempotencyKey,
      fingerprint: fingerprint(ctx.platform, [input.username.toLowerCase(), input.email.toLowerCase()]),
    }
    const { answer, repeated } = await once(tx, request, async () => ({
      id: await makeAccount(ctx, tx, {
        username: input.username,
        email: input.email,
        emailVerified: false,
        passwordHash,
        timeZone: input.time_zone,
      }),
    }))
    return { id: answer.id, user: repeated ? null : await signIn(ctx, tx, answer.id, ['password']) }
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
