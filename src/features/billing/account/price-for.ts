import type { Pack, PricingPlan } from '../../../api/billing.ts'

export interface Basket {
  packs: { pack: Pack; count: number }[]
  /** Minor units. */
  price: number
  credits: number
}

const EMPTY: Basket = { packs: [], price: 0, credits: 0 }

const isBetter = (one: Basket, other: Basket) =>
  one.price < other.price || (one.price === other.price && one.credits > other.credits)

/**
 * The cheapest packs with at least this many credits, and the most credits at equal price; null if
 * no packs are sold. Exact if larger packs are multiples of the smaller ones.
 */
export function cheapestPacks(packs: readonly Pack[], credits: number): Basket | null {
  if (credits <= 0) return EMPTY
  // Largest first: at most as many of each as cover the rest, which limits the combinations.
  const [largest, ...smaller] = packs.toSorted((one, other) => other.credits - one.credits)
  if (!largest) return null
  const whole = Math.floor(credits / largest.credits)
  return [0, whole, whole + 1].reduce<Basket | null>((best, count) => {
    const rest = cheapestPacks(smaller, credits - count * largest.credits)
    if (!rest) return best
    const basket: Basket = {
      packs: count > 0 ? [{ pack: largest, count }, ...rest.packs] : rest.packs,
      price: count * largest.price.amount + rest.price,
      credits: count * largest.credits + rest.credits,
    }
    return best && !isBetter(basket, best) ? best : basket
  }, null)
}

/** A month's usage, and the account's totals. */
export interface Use {
  credits: number
  largest_upload_bytes: number
  storage_bytes: number
  members: number
}

export interface PriceForUse {
  /**
   * A month's price including missing packs, in minor units; null if credits are missing and no
   * packs are sold.
   */
  price: number | null
  packs: Basket['packs']
  /** Remaining credits of the plan. */
  left: number
  /** The first limit that the account exceeds. */
  exceeded: 'upload' | 'members' | 'storage' | null
}

/**
 * The estimated price of a plan. A yearly price counts per month; one-time credits are not counted.
 */
export function priceForUse(plan: PricingPlan, packs: readonly Pack[], use: Use): PriceForUse {
  const { limits, interval, price } = plan
  const monthly = interval === 'year' ? price.amount / 12 : price.amount
  const credits = interval === null ? 0 : plan.credits
  const basket = cheapestPacks(packs, use.credits - credits)
  return {
    price: basket && monthly + basket.price,
    packs: basket?.packs ?? [],
    left: Math.max(0, credits - use.credits),
    exceeded:
      limits.members !== null && use.members > limits.members
        ? 'members'
        : use.storage_bytes > plan.storage_bytes
          ? 'storage'
          : use.largest_upload_bytes > limits.max_upload_bytes
            ? 'upload'
            : null,
  }
}

/** The plan with the lowest price within its limits; the smaller one at equal price. */
export function cheapestPlan(
  plans: readonly PricingPlan[],
  packs: readonly Pack[],
  use: Use,
): { plan: PricingPlan; of: PriceForUse } | null {
  return plans.reduce<{ plan: PricingPlan; of: PriceForUse } | null>((best, plan) => {
    const of = priceForUse(plan, packs, use)
    if (of.price === null || of.exceeded !== null) return best
    return best && (best.of.price as number) <= of.price ? best : { plan, of }
  }, null)
}
