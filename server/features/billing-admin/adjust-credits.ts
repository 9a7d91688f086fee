import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { billingAdminEndpoints, CreditAdjustment } from '../../../contract/billing-admin.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, userOf } from '../../core/context.ts'
import { grantCredits, takeCredits } from '../../core/credits/ledger.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { creditAdjustments, owners } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { accountsOf, findAccounts } from './accounts.ts'

/**
 * Gives or takes credits with a reason, which the ledger of the account shows. @throws ApiProblem
 * not_found, idempotency_conflict
 */
export async function adjustCredits(
  ctx: Context,
  { account, credits, reason }: z.output<(typeof billingAdminEndpoints)['adjustCredits']['json']>,
  idempotencyKey: string | undefined,
): Promise<z.input<typeof CreditAdjustment>> {
  const [ownerId, ...others] = await findAccounts(ctx.platform.db, account)
  if (!ownerId || others.length > 0)
    throw new ApiProblem(
      'not_found',
      others.length > 0
        ? 'Several accounts have this name. Give the id of the business.'
        : 'No account has this name, e-mail address or ID.',
    )
  const createdBy = userOf(ctx)
  const requestFingerprint = fingerprint(ctx.platform, ['adjust', ownerId, credits, reason])
  const scope = `adjust ${createdBy}`
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
      const { platform } = ctx
      const id = randomUUID()
      await tx
        .insert(creditAdjustments)
        .values({ id, ownerId, credits, reason, createdBy, createdAt: platform.clock() })
      if (credits > 0)
        await grantCredits(platform, tx, ownerId, { source: 'adjustment', reference: id, credits, createdBy })
      else
        await takeCredits(platform, tx, ownerId, {
          ...{ kind: 'adjust', source: 'adjustment', reference: id, credits: -credits, createdBy },
        })
      await recordAdminAct(ctx, tx, 'credits.adjusted', {
        ...{ accountId: ownerId, target: id, reason, detail: { credits: String(credits) } },
      })
      return { id }
    }),
  )
  const { db } = ctx.platform
  const [owner] = await db
    .select({ balance: owners.creditsAvailable })
    .from(owners)
    .where(eq(owners.id, ownerId))
  return {
    adjustment_id: answer.id,
    account: (await accountsOf(db, [ownerId]))(ownerId),
    credits,
    balance: owner?.balance ?? 0,
  }
}
