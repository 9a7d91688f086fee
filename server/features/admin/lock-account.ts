import { eq } from 'drizzle-orm'
import type { Account } from '../../../contract/admin-accounts.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { challenges, users } from '../../core/schema.ts'
import { recordAdminEvent } from '../../core/security-events.ts'
import { endSessions } from '../../core/sessions.ts'
import { getAccount } from './get-account.ts'
import { tellPerson, withAccount } from './hold-account.ts'

/**
 * Locks an account: its sessions and the sign-ins that wait for a second factor end here; keys,
 * links, paired phones and webhooks ask for `locked_at` themselves. Conversions that were submitted
 * still run.
 * @throws ApiProblem not_found, own_account, account_state
 */
export async function lockAccount(ctx: Context, id: string, reason: string): Promise<Account> {
  await withAccount(ctx, id, async (ctx, tx, user) => {
    if (user.lockedAt)
      throw new ApiProblem('account_state', `“${user.username}” is already locked. Nothing was changed.`)
    await tx.update(users).set({ lockedAt: ctx.platform.clock(), lockReason: reason }).where(eq(users.id, id))
    await tx.delete(challenges).where(eq(challenges.userId, id))
    const ended = await endSessions(tx, id)
    await recordAdminEvent(ctx, tx, id, 'account_locked')
    await recordAdminAct(ctx, tx, 'account.locked', {
      ...{ accountId: id, reason, detail: { sessions: String(ended) } },
    })
    await tellPerson(ctx, tx, user, {
      subject: 'Your account was locked',
      lines: [
        `An administrator locked the Filewright account “${user.username}”. All sessions were signed out. API keys, share links, signing links and webhooks of the account have stopped.`,
        `The reason: “${reason}”`,
        'Your files are kept. Contact the administrator if you think that this is a mistake.',
      ],
      isOpen: false,
    })
  })
  return getAccount(ctx, id)
}

/** @throws ApiProblem not_found, own_account, account_state */
export async function unlockAccount(ctx: Context, id: string, reason: string): Promise<Account> {
  await withAccount(ctx, id, async (ctx, tx, user) => {
    if (!user.lockedAt)
      throw new ApiProblem('account_state', `“${user.username}” is not locked. Nothing was changed.`)
    await tx.update(users).set({ lockedAt: null, lockReason: null }).where(eq(users.id, id))
    await recordAdminEvent(ctx, tx, id, 'account_unlocked')
    await recordAdminAct(ctx, tx, 'account.unlocked', { accountId: id, reason })
    await tellPerson(ctx, tx, user, {
      subject: 'Your account was unlocked',
      lines: [
        `An administrator unlocked the Filewright account “${user.username}”. You can sign in again. API keys, links and webhooks work again.`,
      ],
      isOpen: true,
    })
  })
  return getAccount(ctx, id)
}
