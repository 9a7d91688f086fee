import { eq } from 'drizzle-orm'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { forgetLinks } from '../../core/link-tokens.ts'
import { refuseWeakPassword } from '../../core/password-rules.ts'
import { trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { endSessions, renewSession } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'

interface PasswordChange {
  current_password?: string | undefined
  new_password: string
  end_other_sessions: boolean
}

/**
 * Sets a new password. The present one is asked for where there is one, though the person has
 * confirmed who they are: who sits down at an open screen does not know it (ASVS 6.2.3). Links for
 * a new password that are out end.
 * @throws ApiProblem invalid_credentials, weak_password, too_many_requests
 */
export async function changePassword(ctx: Context, input: PasswordChange): Promise<void> {
  const person = requirePerson(ctx)
  const { db, passwords, limits, clock } = ctx.platform
  const [user] = await db.select().from(users).where(eq(users.id, person.userId))
  if (!user) throw new ApiProblem('unauthenticated', 'This account was deleted.')
  if (user.passwordHash) {
    await consumeOrThrow(ctx, LIMIT_RULES.confirm, user.id)
    if (!(await passwords.verify(user.passwordHash, input.current_password ?? ''))) {
      await recordEvent(ctx, db, user.id, 'confirm_failed', { method: 'password' })
      throw new ApiProblem('invalid_credentials', 'The current password is wrong.', {
        errors: [{ path: 'current_password', message: 'Wrong password.' }],
      })
    }
    await limits.forget(LIMIT_RULES.confirm, user.id)
  }
  refuseWeakPassword(input.new_password, user, 'new_password')
  // Somebody else knows the present one.
  if (user.passwordDue && input.new_password === input.current_password) {
    throw new ApiProblem('weak_password', 'Another person chose this password for you. Choose a new one.', {
      errors: [{ path: 'new_password', message: 'The same as before.' }],
    })
  }
  const passwordHash = await passwords.hash(input.new_password)
  await withTransaction(ctx, async (ctx, tx) => {
    await tx
      .update(users)
      .set({ passwordHash, passwordDue: false, updatedAt: clock() })
      .where(eq(users.id, user.id))
    await forgetLinks(tx, user.id, 'reset_password')
    await renewSession(ctx, tx, person)
    if (input.end_other_sessions) {
      await endSessions(tx, user.id, { but: person.sessionId })
      await tx.delete(trustedDevices).where(eq(trustedDevices.userId, user.id))
    }
    await recordEvent(ctx, tx, user.id, 'password_changed')
    await sendNotice(ctx, tx, user, {
      subject: 'Your password was changed',
      lines: [`The password of the Filewright account “${user.username}” was changed.`],
    })
  })
}
