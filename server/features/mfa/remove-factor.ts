import { and, eq } from 'drizzle-orm'
import type { FactorKind, MfaStatus } from '../../../contract/mfa.ts'
import { sendNotice } from '../../core/account-mail.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { backupCodeSets, factors, trustedDevices, users } from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'
import { withTransaction } from '../../core/transaction.ts'
import { factorsOf } from '../../core/verification-methods.ts'
import { FACTOR_NAMES } from './confirm-set-up.ts'
import { getStatus } from './get-status.ts'

/**
 * Takes a second factor away. With the last one, backup codes and trusted devices go too; a text
 * message does not stay behind as the only one (ASVS 6.6.1). @throws ApiProblem not_found
 */
export async function removeFactor(ctx: Context, method: FactorKind): Promise<MfaStatus> {
  const { userId } = requirePerson(ctx)
  await withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const gone = await tx
      .delete(factors)
      .where(and(eq(factors.userId, userId), eq(factors.method, method)))
      .returning({ method: factors.method })
    if (!user || gone.length === 0) throw new ApiProblem('not_found', 'This second factor is not set up.')
    const left = await factorsOf(tx, userId)
    const onlySms = left.length === 1 && left[0]?.method === 'sms'
    if (onlySms) await tx.delete(factors).where(eq(factors.userId, userId))
    if (left.length === 0 || onlySms) {
      await tx.delete(backupCodeSets).where(eq(backupCodeSets.userId, userId))
      await tx.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
    }
    await recordEvent(ctx, tx, userId, 'factor_removed', { method })
    if (onlySms) await recordEvent(ctx, tx, userId, 'factor_removed', { method: 'sms' })
    await sendNotice(ctx, tx, user, {
      subject: 'A second factor was removed from your account',
      lines: [
        `${FACTOR_NAMES[method]}: it is no longer required to sign in to “${user.username}”.`,
        ...(onlySms ? ['Codes by text message were removed too, because they are too weak alone.'] : []),
      ],
    })
  })
  return getStatus(ctx)
}
