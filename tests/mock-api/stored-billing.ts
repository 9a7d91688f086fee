import type { z } from 'zod'
import type {
  BillingSettings,
  CreditLot,
  GrantSourceName,
  LedgerLine,
  Purchase,
  Subscription,
  TaskRecord,
} from '../../contract/billing.ts'
import type { PromoCode } from '../../contract/billing-admin.ts'
import type { Db } from './db.ts'
import type { Actor } from './handler.ts'

const DAY = 86_400_000

export interface StoredGrant {
  id: string
  owner: string
  source: z.infer<typeof GrantSourceName>
  name: string | null
  reference: string
  credits: number
  expiresAt: string | null
  createdAt: string
}

export interface StoredPlan {
  owner: string
  plan: string
  interval: 'month' | 'year'
  begins: string
  ends: string
  isCancelled: boolean
  next: { plan: string; interval: 'month' | 'year' } | null
  isPastDue: boolean
}

export interface BillingStore {
  grants: StoredGrant[]
  purchases: (Purchase & { owner: string })[]
  plans: StoredPlan[]
  settings: (BillingSettings & { owner: string })[]
  redeemed: { owner: string; code: string }[]
  codes: PromoCode[]
  tasks: (z.input<typeof TaskRecord> & { owner: string })[]
}

export const emptyBilling = (): BillingStore => ({
  ...{ grants: [], purchases: [], plans: [], settings: [], redeemed: [], codes: [], tasks: [] },
})

const GB = 1_000_000_000
const limits = (gb: number, days: number) => ({
  ...{ max_upload_bytes: gb * GB, keep_hours: days * 24 },
  ...{ parallel_conversions: null, requests_per_minute: null, members: null },
})
const euro = (amount: number) => ({ amount, currency: 'EUR' })

const SOLD = [
  { code: 'starter', name: 'Starter', description: 'One person, regular work', credits: 500, price: 1200 },
  { code: 'studio', name: 'Studio', description: 'Teams that convert daily', credits: 2000, price: 2900 },
  {
    code: 'business',
    name: 'Business',
    description: 'Automation and long retention',
    credits: 8000,
    price: 9900,
  },
]
const LIMITS = [limits(5, 14), limits(10, 30), limits(20, 90)]
const STORAGE = [50, 250, 1000]

const FREE = {
  ...{ code: 'free', name: 'Free', description: 'Try every conversion', price: euro(0), interval: null },
  ...{ credits: 1000, storage_bytes: 10 * GB, features: [], popular: false },
  limits: {
    ...{ max_upload_bytes: 5 * GB, keep_hours: 7 * 24 },
    ...{ parallel_conversions: null, requests_per_minute: null, members: null },
  },
}

export const PLANS = [
  FREE,
  ...SOLD.flatMap(({ price, ...plan }, at) =>
    (['month', 'year'] as const).map((interval) => ({
      ...plan,
      ...{ price: euro(interval === 'year' ? price * 10 : price), interval, features: [] },
      ...{ storage_bytes: (STORAGE[at] as number) * GB, limits: LIMITS[at] as (typeof LIMITS)[number] },
      popular: plan.code === 'studio',
    })),
  ),
]
export const PACKS = [
  { code: 'pack-250', credits: 250, price: euro(400) },
  { code: 'pack-1000', credits: 1000, price: euro(1200) },
  { code: 'pack-5000', credits: 5000, price: euro(4500) },
]
export const ADDONS = [{ code: 'storage-50', bytes: 50 * GB, price: euro(300), interval: 'month' as const }]

/**
 * What brought credits to an account: with its beginning, and everything since. The oldest first.
 */
export function grantsOf(db: Db, actor: Actor): StoredGrant[] {
  const at = actor.business?.createdAt ?? actor.user?.created_at ?? new Date(0).toISOString()
  const credits = actor.business?.granted ?? db.granted
  const first: StoredGrant = {
    ...{ id: actor.id, owner: actor.id, source: 'signup', name: null, reference: actor.id },
    ...{ credits, expiresAt: null, createdAt: at },
  }
  return [...(credits > 0 ? [first] : []), ...db.billing.grants.filter(({ owner }) => owner === actor.id)]
}

/** Charges of conversions, in the order in which they ended. */
const chargesOf = (db: Db, { id }: Actor) =>
  db.conversions
    .filter(({ owner, conversion }) => owner === id && (conversion.credits_charged ?? 0) > 0)
    .sort((a, b) => endOf(a).localeCompare(endOf(b)))

const endOf = ({ conversion }: Db['conversions'][number]) => conversion.completed_at ?? conversion.created_at

/** The ledger and the lots that come of it, worked out from the beginning. */
export function bookOf(db: Db, actor: Actor): { lines: LedgerLine[]; lots: CreditLot[] } {
  const lots: CreditLot[] = []
  const lines: LedgerLine[] = []
  let balance = 0
  const grants = grantsOf(db, actor)
  const give = (grant: StoredGrant) => {
    balance += grant.credits
    lots.push({
      ...{ lot_id: grant.id, source: grant.source, name: grant.name, credits: grant.credits },
      ...{ remaining: grant.credits, created_at: grant.createdAt, expires_at: grant.expiresAt },
    })
    lots.sort(
      (a, b) =>
        (a.expires_at ?? '9').localeCompare(b.expires_at ?? '9') || a.created_at.localeCompare(b.created_at),
    )
    lines.push({
      ...{
        entry_id: lines.length + 1,
        kind: 'grant',
        source: grant.source,
        reference: grant.reference,
        area: null,
      },
      ...{ credits: grant.credits, balance, quoted: null, created_by: null, created_by_name: null },
      lots: [{ lot_id: grant.id, source: grant.source, name: grant.name, credits: grant.credits }],
      cause: grant.name === null ? null : named(grant.name),
      created_at: grant.createdAt,
    })
  }
  for (const stored of chargesOf(db, actor)) {
    const { conversion } = stored
    while (grants[0] && grants[0].createdAt <= endOf(stored)) give(grants.shift() as StoredGrant)
    const credits = conversion.credits_charged ?? 0
    balance -= credits
    const parts: LedgerLine['lots'] = []
    let left = credits
    for (const lot of lots) {
      const part = Math.min(left, lot.remaining)
      if (part <= 0) continue
      left -= part
      lot.remaining -= part
      parts.push({ lot_id: lot.lot_id, source: lot.source, name: lot.name, credits: -part })
    }
    const author = db.users.find(({ user }) => user.id === (stored.createdBy ?? actor.user?.id))?.user
    lines.push({
      ...{ entry_id: lines.length + 1, kind: 'charge', source: 'conversion', reference: conversion.id },
      ...{
        area: conversion.family,
        credits: -credits,
        balance,
        quoted: conversion.credits_quoted,
        lots: parts,
      },
      cause: {
        ...{
          name: conversion.filename,
          source_format: conversion.source_format,
          target_format: conversion.target_format,
        },
        ...{ operation: conversion.operation, units: 1, parent_id: null, reason: null },
      },
      created_by: author?.id ?? null,
      created_by_name: author ? `${author.first_name} ${author.last_name}`.trim() || author.username : null,
      created_at: endOf(stored),
    })
  }
  for (const grant of grants) give(grant)
  return { lines, lots }
}

const named = (name: string): NonNullable<LedgerLine['cause']> => ({
  ...{ name, source_format: null, target_format: null, operation: null, units: null },
  ...{ parent_id: null, reason: null },
})

export const planOf = (db: Db, owner: string): StoredPlan | undefined =>
  db.billing.plans.find((one) => one.owner === owner)

export function presentPlan(db: Db, owner: string): Subscription {
  const plan = planOf(db, owner)
  const terms = PLANS.find(({ code, interval }) => code === plan?.plan && interval === plan.interval) ?? FREE
  return {
    ...{
      plan: terms.code,
      name: terms.name,
      interval: terms.interval,
      price: terms.price,
      credits: terms.credits,
    },
    ...{ limits: terms.limits, storage_bytes: terms.storage_bytes },
    status: plan ? (plan.isPastDue ? 'past_due' : 'active') : 'none',
    current_period_start: plan?.begins ?? null,
    current_period_end: plan?.ends ?? null,
    cancel_at_period_end: plan?.isCancelled ?? false,
    next_plan: plan?.next ? { ...plan.next, at: plan.ends } : null,
    grace_until: plan?.isPastDue ? new Date(Date.parse(plan.begins) + 7 * DAY).toISOString() : null,
    payment_method: plan ? { brand: 'visa', last4: '4242', expires: '2034-12' } : null,
    addons: [],
  }
}
