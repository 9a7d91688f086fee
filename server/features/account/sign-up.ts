import { randomUUID } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import type { Context } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { grantCredits } from '../../core/ledger.ts'
import { Refusal } from '../../core/refusal.ts'
import { owners, users } from '../../core/schema.ts'
import { adoptVisitor } from '../../core/visitors.ts'
import { openSession } from './open-session.ts'
import { presentUser } from './present-user.ts'

interface SignUp {
  username: string
  email: string
  password: string
  time_zone?: string | undefined
  idempotencyKey: string | undefined
}

/**
 * Makes an account and signs it in. The first account of an instance is its admin, unless the operator named another
 * (decision 9). A repeated request with the same key and password signs in to the account that the first one made.
 * @throws Refusal username_taken, email_taken, idempotency_conflict
 */
export async function signUp(ctx: Context, input: SignUp): Promise<User> {
  const { db, settings, passwords } = ctx.platform
  const usernameKey = input.username.toLowerCase()
  const emailKey = input.email.toLowerCase()
  const passwordHash = await passwords.hash(input.password)
  return db.transaction(async (tx) => {
    const request = {
      scope: 'sign-up',
      key: input.idempotencyKey,
      fingerprint: fingerprint([usernameKey, emailKey]),
    }
    const { answer, repeated } = await once(tx, request, async () => {
      const taken = await tx
        .select()
        .from(users)
        .where(or(eq(users.usernameKey, usernameKey), eq(users.emailKey, emailKey)))
      if (taken.some((user) => user.usernameKey === usernameKey)) throw nameTaken()
      if (taken.length > 0) throw emailTaken()
      const id = randomUUID()
      const isAdmin = settings.adminEmail
        ? settings.adminEmail.toLowerCase() === emailKey
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
          passwordHash,
          isAdmin,
          timeZone: input.time_zone ?? 'UTC',
        })
        .onConflictDoNothing() // somebody else was a moment faster
        .returning({ id: users.id })
      if (made.length === 0) throw nameTaken()
      await grantCredits(tx, id, settings.signUpCredits, 'welcome')
      await adoptVisitor(ctx, tx, id)
      return { id }
    })
    const [user] = await tx.select().from(users).where(eq(users.id, answer.id))
    if (!user) throw nameTaken()
    if (repeated && !(await passwords.verify(user.passwordHash, input.password))) throw nameTaken()
    await openSession(ctx, tx, user.id)
    return presentUser(user)
  })
}

const nameTaken = () =>
  new Refusal('username_taken', 'Somebody has this user name already. Choose another one, or sign in.', {
    errors: [{ path: 'username', message: 'This user name is taken.' }],
  })
const emailTaken = () =>
  new Refusal('email_taken', 'There is an account with this e-mail address already. Sign in instead.', {
    errors: [{ path: 'email', message: 'There is an account with this address.' }],
  })
