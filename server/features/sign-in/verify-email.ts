import { eq } from 'drizzle-orm'
import { sendNotice, sendVerificationMail } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { renewMemberships } from '../../core/join-business.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { takeLinkToken } from '../../core/link-tokens.ts'
import { users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'

/**
 * Takes the token of a link that was sent to an address: the address is the account's, or, where it
 * was a new one, becomes it. Nobody is signed in by it. @throws ApiProblem link_expired,
 * email_taken, too_many_requests
 */
export async function verifyEmail(ctx: Context, token: string): Promise<{ email: string }> {
  await consumeOrThrow(ctx, LIMIT_RULES.linkAddress, ctx.address)
  const { settings } = ctx.platform
  return withTransaction(ctx, async (ctx, tx) => {
    const link = await takeLinkToken(ctx, tx, token, ['verify_email', 'change_email'])
    const [user] = await tx.select().from(users).where(eq(users.id, link.userId)).for('update')
    const wanted = link.purpose === 'change_email' ? user?.pendingEmail : user?.email
    if (!user || wanted !== link.email) {
      throw new ApiProblem('link_expired', 'This link is for an e-mail address that is no longer requested.')
    }
    const emailKey = link.email.toLowerCase()
    const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.emailKey, emailKey))
    if (other && other.id !== user.id)
      throw new ApiProblem('email_taken', 'Another account uses this e-mail address now. Choose another one.')
    // The address that the operator named is the admin's, once it is shown to be theirs.
    const isAdmin = user.isAdmin || settings.adminEmail?.toLowerCase() === emailKey
    const [verified] = await tx
      .update(users)
      .set({ email: link.email, emailKey, emailVerified: true, pendingEmail: null, isAdmin })
      .where(eq(users.id, user.id))
      .returning()
    if (verified) await renewMemberships(tx, verified)
    if (link.purpose === 'change_email') {
      await recordEvent(ctx, tx, user.id, 'email_changed')
      await sendNotice(ctx, tx, user, {
        subject: 'Your e-mail address was changed',
        lines: [
          `The Filewright account “${user.username}” has a new e-mail address. This one is no longer used.`,
        ],
      })
    } else await recordEvent(ctx, tx, user.id, 'email_verified')
    return { email: link.email }
  })
}

/**
 * Sends the link again: to the address that waits, else to the present one. @throws ApiProblem
 * too_many_requests
 */
export async function sendVerification(ctx: Context): Promise<{ email: string }> {
  const { userId } = requirePerson(ctx)
  const { db } = ctx.platform
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new ApiProblem('unauthenticated', 'This account was deleted.')
  if (!user.pendingEmail && user.emailVerified) return { email: user.email }
  await consumeOrThrow(ctx, LIMIT_RULES.sendAccount, userId)
  const email = user.pendingEmail ?? user.email
  await withTransaction(ctx, (ctx, tx) =>
    sendVerificationMail(ctx, tx, { ...user, email }, user.pendingEmail ? 'change_email' : 'verify_email'),
  )
  return { email }
}
