import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { sendNotice, sendVerificationMail } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { forgetLinks } from '../../core/link-tokens.ts'
import { presentUser } from '../../core/present-user.ts'
import { users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'

/**
 * Asks for another address. It counts when the link that goes there has been opened; until then the
 * present one stays, and is told. @throws ApiProblem email_taken, too_many_requests
 */
export async function changeEmail(ctx: Context, email: string): Promise<User> {
  const { userId } = requirePerson(ctx)
  await consumeOrThrow(ctx, LIMIT_RULES.sendAccount, userId)
  return withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw new ApiProblem('unauthenticated', 'This account was deleted.')
    const emailKey = email.toLowerCase()
    const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.emailKey, emailKey))
    if (other) {
      const words =
        other.id === userId
          ? 'This is already your e-mail address.'
          : 'Another account has this e-mail address.'
      throw new ApiProblem('email_taken', words, { errors: [{ path: 'email', message: words }] })
    }
    await tx.update(users).set({ pendingEmail: email }).where(eq(users.id, userId))
    await sendVerificationMail(ctx, tx, { ...user, email }, 'change_email')
    await recordEvent(ctx, tx, userId, 'email_change_asked')
    await sendNotice(ctx, tx, user, {
      subject: 'E-mail address change requested',
      lines: [
        `A new e-mail address was entered for the Filewright account “${user.username}”. It takes effect when the link sent to it is opened.`,
      ],
    })
    return presentUser(tx, userId)
  })
}

/** Forgets the address that waits; its link opens nothing. */
export async function cancelEmailChange(ctx: Context): Promise<User> {
  const { userId } = requirePerson(ctx)
  return withTransaction(ctx, async (_ctx, tx) => {
    await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, userId))
    await forgetLinks(tx, userId, 'change_email')
    return presentUser(tx, userId)
  })
}
