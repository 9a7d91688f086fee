import { eq } from 'drizzle-orm'
import { factorDue } from '../../core/act-for.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import type { Context } from '../../core/context.ts'
import { businessUsers, factors } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { lockBusiness, lockMember } from './lock-business.ts'
import { mailMember } from './member-mail.ts'

const DAY = 86_400_000

/**
 * Reminds a member by mail to add a second factor, at most once a day.
 * @throws ApiProblem not_found, business_misfit where nothing is asked of them, too_many_requests,
 * business_inactive
 */
export async function remindMember(ctx: Context, id: string): Promise<void> {
  await withTransaction(ctx, async (ctx, tx) => {
    const now = ctx.platform.clock()
    const { business, name: by } = await lockBusiness(ctx, tx)
    const row = await lockMember(tx, business.id, id)
    const due = factorDue(business, row)
    if (row.status !== 'active' || !row.userId || !due) {
      throw new ApiProblem(
        'business_misfit',
        due ? `${row.name} is not an active member.` : `“${business.name}” requires no second factor.`,
      )
    }
    const [factor] = await tx.select().from(factors).where(eq(factors.userId, row.userId)).limit(1)
    if (factor) throw new ApiProblem('business_misfit', `${row.name} already has a second factor.`)
    const wait = row.remindedAt ? row.remindedAt.getTime() + DAY - now.getTime() : 0
    if (wait > 0) {
      throw new ApiProblem('too_many_requests', `${row.name} was reminded within the last 24 hours.`, {
        retry_after: Math.ceil(wait / 1000),
      })
    }
    await tx.update(businessUsers).set({ remindedAt: now }).where(eq(businessUsers.id, row.id))
    await recordBusinessEvent(ctx, tx, business.id, 'member.reminded', {
      target: row.name,
      targetId: row.userId,
      before: { reminded_at: row.remindedAt?.toISOString() ?? null },
      after: { reminded_at: now.toISOString() },
    })
    const day = due.toISOString().slice(0, 10)
    await mailMember(ctx, tx, row, {
      subject: `“${business.name}” requires a second factor`,
      lines: [
        due > now
          ? `${by} reminds you to add a second factor to your account by ${day} (UTC). After that you cannot work in “${business.name}” until you have one.`
          : `${by} reminds you to add a second factor to your account. Since ${day} (UTC) you cannot work in “${business.name}” without one.`,
        'Sign in and open Security to add one.',
      ],
    })
  })
}
