import { describe, expect, it } from 'vitest'
import type { Pack, PricingPlan } from '../../../api/billing.ts'
import { cheapestPacks, cheapestPlan, priceForUse } from './price-for.ts'

const euro = (amount: number) => ({ amount, currency: 'EUR' })
const pack = (credits: number, amount: number): Pack => ({
  code: `p${credits}`,
  credits,
  price: euro(amount),
})
const PACKS = [pack(250, 400), pack(1000, 1200), pack(5000, 4500)]
const GB = 1e9

function plan(code: string, amount: number, credits: number, members: number | null): PricingPlan {
  return {
    ...{ code, name: code, description: '', credits, price: euro(amount), storage_bytes: 50 * GB },
    ...{ interval: amount > 0 ? ('month' as const) : null, features: [], popular: false },
    limits: {
      ...{ max_upload_bytes: GB, keep_hours: 24, parallel_conversions: 1, requests_per_minute: 60, members },
    },
  }
}
const PLANS = [plan('free', 0, 1000, 1), plan('starter', 1200, 500, 3), plan('studio', 2900, 2000, 10)]
const use = (credits: number, members = 1) => ({
  ...{ credits, members, largest_upload_bytes: 1000, storage_bytes: 0 },
})
const text = (credits: number, packs = PACKS) => {
  const basket = cheapestPacks(packs, credits)
  return (
    basket && `${basket.packs.map(({ pack, count }) => `${count}×${pack.credits}`).join(' ')} ${basket.price}`
  )
}

describe('the cheapest packs', () => {
  it.each([
    [0, ' 0'],
    [1, '1×250 400'],
    [250, '1×250 400'],
    [251, '2×250 800'],
    [700, '1×1000 1200'],
    [1240, '1×1000 1×250 1600'],
    [3900, '1×5000 4500'],
    [5001, '1×5000 1×250 4900'],
    [50_000, '10×5000 45000'],
  ])('for %i credits', (credits, expected) => expect(text(credits)).toBe(expected))

  it('are those of every combination', () => {
    const prices = [pack(2, 10), pack(8, 33), pack(24, 80)]
    for (let credits = 1; credits <= 120; credits++) {
      let best = Number.POSITIVE_INFINITY
      for (let a = 0; a * 2 <= credits + 2; a++)
        for (let b = 0; b * 8 <= credits + 8; b++)
          for (let c = 0; c * 24 <= credits + 24; c++)
            if (a * 2 + b * 8 + c * 24 >= credits) best = Math.min(best, a * 10 + b * 33 + c * 80)
      const found = cheapestPacks(prices, credits)
      expect(found?.price, `${credits} credits`).toBe(best)
      expect(found?.credits).toBeGreaterThanOrEqual(credits)
    }
  })
  it('are none where none are sold', () => expect(cheapestPacks([], 1)).toBeNull())
})

describe('the price of a plan for a use', () => {
  it('adds the packs that are missing', () => {
    expect(priceForUse(PLANS[2] as PricingPlan, PACKS, use(2240))).toMatchObject({ price: 3300, left: 0 })
    expect(priceForUse(PLANS[2] as PricingPlan, PACKS, use(1500))).toMatchObject({ price: 2900, left: 500 })
  })
  it('does not count credits that are given once', () =>
    expect(priceForUse(PLANS[0] as PricingPlan, PACKS, use(250))).toMatchObject({ price: 400 }))
  it('counts a year by the month', () =>
    expect(
      priceForUse({ ...(PLANS[2] as PricingPlan), interval: 'year', price: euro(29_000) }, PACKS, use(100)),
    ).toMatchObject({ price: 29_000 / 12 }))
  it('names the limit that is exceeded', () => {
    const starter = PLANS[1] as PricingPlan
    expect(priceForUse(starter, PACKS, use(10, 7)).exceeded).toBe('members')
    expect(priceForUse(starter, PACKS, { ...use(10), storage_bytes: 60 * GB }).exceeded).toBe('storage')
    expect(priceForUse(starter, PACKS, { ...use(10), largest_upload_bytes: 2 * GB }).exceeded).toBe('upload')
    expect(priceForUse(starter, PACKS, use(10)).exceeded).toBeNull()
  })
  it('is compared among the plans that nothing stops', () => {
    expect(cheapestPlan(PLANS, PACKS, use(240))?.plan.code).toBe('free')
    expect(cheapestPlan(PLANS, PACKS, use(240, 2))?.plan.code).toBe('starter')
    expect(cheapestPlan(PLANS, PACKS, use(2240, 7))?.plan.code).toBe('studio')
    expect(cheapestPlan(PLANS, PACKS, use(1, 11))).toBeNull()
  })
})
