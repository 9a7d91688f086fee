import { eq } from 'drizzle-orm'
import { DELETION_DAYS, type User } from '../../../contract/account.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { presentUser } from '../../core/present-user.ts'
import { Refusal } from '../../core/refusal.ts'
import { trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { endSessions } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'

const DAY = 86_400_000

/**
 * Asks for the account's end. Sessions end and API keys stop at once; everything else goes with the account when its days are
 * over, by the sweep. Until then whoever signs in can keep it. Asked again, the first date stays.
 */
export async function deleteMe(ctx: Context): Promise<{ delete_after: string }> {
  const { userId } = requirePerson(ctx)
  const { clock } = ctx.platform
  const deleteAfter = await withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw new Refusal('unauthenticated', 'This account is gone.')
    const at = user.deleteAfter ?? new Date(clock().getTime() + DELETION_DAYS * DAY)
    await tx.update(users).set({ deleteAfter: at }).where(eq(users.id, userId))
    await endSessions(tx, userId)
    await tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
    await recordEvent(ctx, tx, userId, 'deletion_asked')
    await sendNotice(ctx, tx, user, {
      subject: 'Your account will be deleted',
      lines: [
        `The Filewright account “${user.username}” will be deleted with everything in it on ${at.toISOString().slice(0, 10)}. To keep it, sign in before that day and say so.`,
      ],
    })
    return at
  })
  ctx.issued.session = null
  ctx.issued.device = null
  return { delete_after: deleteAfter.toISOString() }
}

/** Takes the deletion back; that there was none is fine. */
export async function keepAccount(ctx: Context): Promise<User> {
  const { userId } = requirePerson(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (user?.deleteAfter) {
      await tx.update(users).set({ deleteAfter: null }).where(eq(users.id, userId))
      await recordEvent(ctx, tx, userId, 'deletion_taken_back')
    }
    return presentUser(tx, userId)
  })
}
