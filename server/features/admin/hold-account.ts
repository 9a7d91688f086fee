import { eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { mail } from '../../core/mail-text.ts'
import { users } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { noAccount } from './get-account.ts'

export type UserRow = typeof users.$inferSelect

/**
 * Holds another person's account while an administrator changes it. The rows of all administrators
 * are locked first, in one order, so that two who lock each other do so one after the other: who
 * acts stays, and is an administrator.
 * @throws ApiProblem not_found, own_account, unauthenticated where who acts was locked meanwhile
 */
export async function withAccount(
  ctx: Context,
  id: string,
  work: (ctx: TransactionContext, tx: Transaction, user: UserRow) => Promise<void>,
): Promise<void> {
  const self = requireUser(ctx)
  if (id === self)
    throw new ApiProblem('own_account', 'You cannot do this to your own account. Ask another administrator.')
  await withTransaction(ctx, async (ctx, tx) => {
    const admins = await tx
      .select({ id: users.id, lockedAt: users.lockedAt })
      .from(users)
      .where(eq(users.isAdmin, true))
      .orderBy(users.id)
      .for('no key update')
    if (!admins.some((admin) => admin.id === self && admin.lockedAt === null))
      throw new ApiProblem('unauthenticated', 'Your account was locked in the meantime. Nothing was changed.')
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
    if (!user) throw noAccount()
    await work(ctx, tx, user)
  })
}

/** Tells the person what an administrator did to their account. */
export const tellPerson = (
  ctx: TransactionContext,
  tx: Transaction,
  { id, email }: UserRow,
  { subject, lines, isOpen }: { subject: string; lines: string[]; isOpen: boolean },
) =>
  sendMessage(ctx.platform, tx, {
    userId: id,
    message: {
      kind: 'mail',
      to: email,
      ...mail({
        subject,
        lines,
        ...(isOpen && {
          link: { label: 'Open Security', url: `${ctx.platform.settings.mailUrl()}/security` },
        }),
      }),
    },
  })
