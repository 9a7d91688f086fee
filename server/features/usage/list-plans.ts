import type { z } from 'zod'
import type { usageEndpoints } from '../../../contract/usage.ts'
import { FREE_PLAN, planTerms, presentPlan } from '../../core/billing/offers.ts'
import { planOf } from '../../core/billing/plan-of.ts'
import type { Context } from '../../core/context.ts'
import { accountOf } from './account-of.ts'

type Answer = z.input<(typeof usageEndpoints)['listPlans']['responses'][200]>

/** The plan that the account has. What else is sold is told by the pricing. */
export async function listPlans(ctx: Context): Promise<Answer> {
  const { db, settings } = ctx.platform
  const { id, granted, since } = await accountOf(ctx)
  const own = await planOf(db, id)
  const terms = await planTerms(db, own?.item ?? FREE_PLAN, own?.interval ?? 'once')
  const { code, name, limits } = presentPlan(terms, settings)
  return {
    plans: [
      {
        ...{ code, name, is_current: true, credits_granted: granted },
        credits_period: own ? 'month' : 'once',
        limits: { max_upload_bytes: limits.max_upload_bytes, keep_hours: limits.keep_hours },
        since: (own?.createdAt ?? since).toISOString(),
      },
    ],
  }
}
