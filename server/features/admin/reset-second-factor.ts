import { eq } from 'drizzle-orm'
import type { Account } from '../../../contract/admin-accounts.ts'
import { sendPasswordMail } from '../../core/account-mail.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import {
  backupCodeSets,
  challenges,
  factorSetups,
  factors,
  trustedDevices,
  users,
} from '../../core/schema.ts'
import { recordAdminEvent } from '../../core/security-events.ts'
import { endSessions } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'
import { emitEvent } from '../../core/webhooks/emit-event.ts'
import { getAccount, noAccount } from './get-account.ts'
import { tellPerson, withAccount } from './hold-account.ts'

/**
 * Removes everything that an account could confirm by beside its password, so that its person signs
 * in with the password alone and sets a second factor up again.
 * @throws ApiProblem not_found, own_account, account_state where there is no second factor
 */
export async function resetSecondFactor(ctx: Context, id: string, checked: string): Promise<Account> {
  await withAccount(ctx, id, async (ctx, tx, user) => {
    const removed = await tx
      .delete(factors)
      .where(eq(factors.userId, id))
      .returning({ method: factors.method })
    if (removed.length === 0)
      throw new ApiProblem('account_state', `“${user.username}” has no second factor. Nothing was changed.`)
    for (const table of [factorSetups, backupCodeSets, trustedDevices, challenges])
      await tx.delete(table).where(eq(table.userId, id))
    const ended = await endSessions(tx, id)
    await recordAdminEvent(ctx, tx, id, 'factors_reset')
    const methods = removed.map(({ method }) => method).sort()
    await recordAdminAct(ctx, tx, 'account.second_factor_reset', {
      ...{ accountId: id, reason: checked },
      detail: { methods: methods.join(', '), sessions: String(ended) },
    })
    await emitEvent(ctx.platform, tx, id, {
      ...{ type: 'account.second_factor.reset', objectId: id },
      object: { user_id: id, methods },
    })
    await tellPerson(ctx, tx, user, {
      subject: 'Your second factor was reset',
      lines: [
        `An administrator reset the second factor of the Filewright account “${user.username}”. Second factors, backup codes and trusted devices were removed, and all sessions were signed out.`,
        'Sign in with your password and set up a second factor again in Security.',
        'If you did not ask for this, change your password now and contact the administrator.',
      ],
      isOpen: true,
    })
  })
  return getAccount(ctx, id)
}

/**
 * Mails the person a link for a new password, which the administrator never sees. @throws
 * ApiProblem not_found
 */
export async function sendPasswordLink(ctx: Context, id: string): Promise<Account> {
  await withTransaction(ctx, async (ctx, tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, id))
    if (!user) throw noAccount()
    await recordAdminEvent(ctx, tx, id, 'password_link_sent')
    await recordAdminAct(ctx, tx, 'account.password_link_sent', { accountId: id })
    await sendPasswordMail(ctx, tx, user, [
      `An administrator sent you this link to choose a new password for the Filewright account “${user.username}”. It opens for an hour.`,
      'If you did not ask for it, ignore this e-mail. Your password stays the same.',
    ])
  })
  return getAccount(ctx, id)
}
