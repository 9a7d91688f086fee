import { eq } from 'drizzle-orm'
import { sendNotice, sendPasswordMail } from '../../core/account-mail.ts'
import type { Context } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { makeLinkToken, takeLinkToken } from '../../core/link-tokens.ts'
import { mail } from '../../core/mail-text.ts'
import { refuseWeakPassword } from '../../core/password-rules.ts'
import { trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { sendMessage } from '../../core/send-message.ts'
import { endSessions } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'

/**
 * Sends a link for a new password. The answer and the work are the same whether the address is an
 * account's or nobody's: a stranger learns nothing, and whoever reads the mailbox is told that
 * there is no account.
 * @throws ApiProblem too_many_requests
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await consumeOrThrow(ctx, LIMIT_RULES.sendAddress, ctx.address)
  await consumeOrThrow(ctx, LIMIT_RULES.resetEmail, email.toLowerCase())
  await withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.emailKey, email.toLowerCase()))
    await recordEvent(ctx, tx, user?.id ?? null, 'password_reset_asked')
    if (user)
      return sendPasswordMail(ctx, tx, user, [
        `A password reset was requested for the Filewright account “${user.username}”. If it was you, open the link within an hour.`,
        'If it wasn’t you, ignore this e-mail. Your password stays the same.',
      ])
    await makeLinkToken(ctx, tx, { purpose: 'reset_password', userId: null, email })
    await sendMessage(ctx.platform, tx, {
      userId: null,
      message: {
        kind: 'mail',
        to: email,
        ...mail({
          subject: 'No account with this e-mail address',
          lines: [
            'A password reset was requested for a Filewright account with this e-mail address. No account uses it.',
            'If it was you, try another address. If it wasn’t, ignore this e-mail.',
          ],
        }),
      },
    })
  })
}

/**
 * Sets a new password with a link's token. Ends every session and forgets trusted devices; a second
 * factor stays as it is, and is asked for at the sign-in that has to follow. @throws ApiProblem
 * link_expired, weak_password, too_many_requests
 */
export async function resetPassword(ctx: Context, input: { token: string; password: string }): Promise<void> {
  await consumeOrThrow(ctx, LIMIT_RULES.linkAddress, ctx.address)
  const { passwords, limits } = ctx.platform
  const passwordHash = await passwords.hash(input.password)
  const user = await withTransaction(ctx, async (ctx, tx) => {
    const link = await takeLinkToken(ctx, tx, input.token, ['reset_password'])
    const [user] = await tx.select().from(users).where(eq(users.id, link.userId)).for('update')
    if (!user || user.email !== link.email) return null
    // Thrown within the transaction, so that the link still works for another try.
    refuseWeakPassword(input.password, user)
    // Whoever opened the link reads the mailbox.
    await tx
      .update(users)
      .set({ passwordHash, passwordDue: false, emailVerified: true })
      .where(eq(users.id, user.id))
    await endSessions(tx, user.id)
    await tx.delete(trustedDevices).where(eq(trustedDevices.userId, user.id))
    await recordEvent(ctx, tx, user.id, 'password_reset')
    await sendNotice(ctx, tx, user, {
      subject: 'Your password was changed',
      lines: [
        `The password of the Filewright account “${user.username}” was changed. All sessions were signed out.`,
      ],
    })
    return user
  })
  if (!user) return
  for (const name of [user.usernameKey, user.emailKey]) await limits.forget(LIMIT_RULES.signInAccount, name)
}
