import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { BusinessPolicies } from '../../../contract/businesses.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness, withBusiness } from '../../core/businesses/hold-business.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import type { Context } from '../../core/context.ts'
import { businesses } from '../../core/schema.ts'

const DAY = 86_400_000
const NAMES = [
  'second_factor',
  'email_domains',
  'links',
  'buyers',
] as const satisfies (keyof BusinessPolicies)[]

/**
 * Replaces the policies. From when a second factor counts follows from the day on which it was
 * required first, which a change of the days does not move.
 */
export async function updatePolicies(ctx: Context, wanted: BusinessPolicies) {
  const { id } = requireBusiness(ctx)
  await withBusiness(ctx, async (ctx, tx, business, now) => {
    const before = business.policies
    const policies: BusinessPolicies = {
      second_factor: secondFactor(before.second_factor, wanted.second_factor, now),
      email_domains: [...new Set(wanted.email_domains)],
      links: wanted.links,
      buyers: [...new Set(wanted.buyers)],
    }
    const changed = NAMES.filter((name) => !isDeepStrictEqual(before[name], policies[name]))
    if (changed.length === 0) return
    await tx.update(businesses).set({ policies, updatedAt: now }).where(eq(businesses.id, id))
    const only = (of: BusinessPolicies) => Object.fromEntries(changed.map((name) => [name, of[name]]))
    await recordBusinessEvent(ctx, tx, id, 'business.policies_updated', {
      target: business.name,
      before: only(before),
      after: only(policies),
    })
  })
  return presentBusiness(ctx, id)
}

type SecondFactor = BusinessPolicies['second_factor']

function secondFactor(before: SecondFactor, { required, grace_days }: SecondFactor, now: Date): SecondFactor {
  if (!required) return { required, grace_days, required_from: null }
  const since =
    before.required && before.required_from !== null
      ? Date.parse(before.required_from) - before.grace_days * DAY
      : now.getTime()
  return { required, grace_days, required_from: new Date(since + grace_days * DAY).toISOString() }
}
