import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { type Context, requirePerson } from '../context.ts'
import { refuseFrozen } from '../refuse-frozen.ts'
import { type BusinessRow, businesses } from '../schema.ts'
import { type TransactionContext, withTransaction } from '../transaction.ts'

type Work<T> = (ctx: TransactionContext, tx: Transaction, business: BusinessRow, now: Date) => Promise<T>

/**
 * The business that `authorise` has found for the request. @throws ApiProblem not_found where none
 * was named
 */
export function requireBusiness({ actor: { business } }: Pick<Context, 'actor'>): BusinessRow {
  if (!business) throw gone()
  return business
}

const gone = () => new ApiProblem('not_found', 'Business not found, or you are not a member.')

/**
 * Changes a business for one of its members: its row is locked until the transaction ends, so that
 * of two changes the later one sees the earlier. A business that was suspended or closed after the
 * request was authorised is not changed any more.
 * @throws ApiProblem not_found, business_inactive
 */
export const withBusiness = <T>(ctx: Context, work: Work<T>): Promise<T> =>
  held(ctx, async (ctx, tx, business, now) => {
    // Whether it is switched off was asked before, by what the operation needs.
    refuseFrozen(business, true)
    return work(ctx, tx, business, now)
  })

/**
 * As `withBusiness`, for who runs the instance: they decide on suspended and closed businesses too.
 * @throws ApiProblem not_found
 */
export const withReviewed = <T>(ctx: Context, work: Work<T>): Promise<T> => {
  requirePerson(ctx)
  return held(ctx, work)
}

const held = <T>(ctx: Context, work: Work<T>): Promise<T> => {
  const { id } = requireBusiness(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    // Not “for update”: a new member or document refers to this row without waiting.
    const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('no key update')
    if (!business) throw gone()
    return work(ctx, tx, business, ctx.platform.clock())
  })
}
