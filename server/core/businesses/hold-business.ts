import { eq } from 'drizzle-orm'
import type { Transaction } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { type Context, requirePerson } from '../context.ts'
import { refuseFrozen } from '../refuse-frozen.ts'
import { type BusinessRow, businesses } from '../schema.ts'
import { type TransactionContext, withTransaction } from '../transaction.ts'

type Work<T> = (ctx: TransactionContext, tx: Transaction, business: BusinessRow, now: Date) => Promise<T>

/**
 * The business that `authorise` has resolved.
 * @throws ApiProblem not_found if the request names none
 */
export function requireBusiness({ actor: { business } }: Pick<Context, 'actor'>): BusinessRow {
  if (!business) throw gone()
  return business
}

const gone = () => new ApiProblem('not_found', 'Business not found, or you are not a member.')

/**
 * Runs a change of a business by a member with the row locked until the transaction ends, so that
 * changes are serialized. Refuses a business that was suspended or closed after authorization.
 * @throws ApiProblem not_found, business_inactive
 */
export const withBusiness = <T>(ctx: Context, work: Work<T>): Promise<T> =>
  held(ctx, async (ctx, tx, business, now) => {
    // The operation's permission check has already refused inactive businesses where required.
    refuseFrozen(business, true)
    return work(ctx, tx, business, now)
  })

/**
 * Like `withBusiness`, for administrators: also allows suspended and closed businesses.
 * @throws ApiProblem not_found
 */
export const withReviewed = <T>(ctx: Context, work: Work<T>): Promise<T> => {
  requirePerson(ctx)
  return held(ctx, work)
}

const held = <T>(ctx: Context, work: Work<T>): Promise<T> => {
  const { id } = requireBusiness(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    // Not “for update”: inserting a member or document that references this row must not wait.
    const [business] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('no key update')
    if (!business) throw gone()
    return work(ctx, tx, business, ctx.platform.clock())
  })
}
