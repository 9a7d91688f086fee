import type { AccountPurchase, billingAdminEndpoints, PromoCode } from '../../contract/billing-admin.ts'
import type { Db } from './db.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'

type Handlers = AreaHandlers<keyof typeof billingAdminEndpoints>

function accountOf(db: Db, id: string): AccountPurchase['account'] {
  const person = db.users.find(({ user }) => user.id === id)?.user
  const business = db.businesses.businesses.find((one) => one.id === id)
  if (person) return { account_id: id, kind: 'user', name: person.username }
  if (business) return { account_id: id, kind: 'business', name: business.name }
  return { account_id: id, kind: 'deleted', name: '' }
}

const present = (db: Db, { owner, ...purchase }: Db['billing']['purchases'][number]): AccountPurchase => ({
  ...purchase,
  account: accountOf(db, owner),
})

const namesOf = (db: Db, text: string) => [
  ...db.users
    .filter(({ user }) => user.username === text.toLowerCase() || user.email === text.toLowerCase())
    .map(({ user }) => user.id),
  ...db.businesses.businesses.filter((one) => one.publicId === text || one.name === text).map(({ id }) => id),
]

export const billingAdminHandlers: Handlers = {
  getBillingSummary({ db }) {
    const paid = db.billing.purchases.filter(({ status }) => status === 'fulfilled' || status === 'refunded')
    const at = new Date()
    return {
      status: 200,
      body: {
        months: Array.from({ length: 12 }, (_, back) => {
          const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back))
            .toISOString()
            .slice(0, 7)
          const sold = paid.filter(({ created_at }) => created_at.startsWith(month))
          const sum = (of: (one: (typeof sold)[number]) => number) =>
            sold.reduce((total, one) => total + of(one), 0)
          return {
            month,
            revenue: sold.length > 0 ? [{ amount: sum(({ price }) => price.amount), currency: 'EUR' }] : [],
            refunded: [],
            ...{ purchases: sold.length, credits_sold: sum(({ credits }) => credits) },
            ...{ credits_granted: 0, credits_spent: 0 },
          }
        }),
        subscriptions: [...Map.groupBy(db.billing.plans, ({ plan }) => plan)].map(([plan, all]) => ({
          ...{ plan, active: all.length, past_due: all.filter(({ isPastDue }) => isPastDue).length },
        })),
        unsettled: [],
        disagreeing: 0,
      },
    }
  },
  listAccountPurchases({ db, query }) {
    const text = query.query ?? ''
    const owners = namesOf(db, text)
    const all = db.billing.purchases
      .filter(
        (one) =>
          text === '' ||
          owners.includes(one.owner) ||
          [one.invoice_number, one.provider_reference, one.purchase_id].includes(text),
      )
      .filter((one) => !query.status || one.status === query.status)
      .map((one) => present(db, one))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? all.toReversed() : all, query) }
  },
  refundPurchase({ db, params, json }) {
    const purchase = db.billing.purchases.find(({ purchase_id }) => purchase_id === params.purchase_id)
    if (!purchase) throw new MockProblem('not_found', 'Purchase not found.')
    const left = purchase.price.amount + purchase.tax.amount - purchase.refunded.amount
    if (purchase.status !== 'fulfilled' || left <= 0 || (json.amount ?? 0) > left)
      throw new MockProblem('not_refundable', 'This purchase has no payment that could be refunded.')
    purchase.refunded.amount += json.amount ?? left
    if (json.amount === undefined || json.amount === left) purchase.status = 'refunded'
    return { status: 200, body: present(db, purchase) }
  },
  listPromoCodes: ({ db, query }) => ({
    status: 200,
    body: pageOf(query.sort_dir === 'asc' ? db.billing.codes.toReversed() : db.billing.codes, query),
  }),
  createPromoCode({ db, json }) {
    const code = json.code.toUpperCase()
    if (db.billing.codes.some((one) => one.code === code))
      throw new MockProblem('promo_exists', `There is a promo code ${code} already.`)
    const at = (time: string | undefined) => (time === undefined ? null : new Date(time).toISOString())
    const made: PromoCode = {
      ...{
        promo_id: crypto.randomUUID(),
        code,
        credits: json.credits ?? null,
        percent: json.percent ?? null,
      },
      ...{ credits_days: json.credits_days ?? null, total_limit: json.total_limit ?? null },
      ...{ account_limit: json.account_limit, first_purchase_only: json.first_purchase_only },
      ...{ starts_at: at(json.starts_at), ends_at: at(json.ends_at), used: 0 },
      ...{ created_at: now(), retired_at: null },
    }
    db.billing.codes.unshift(made)
    return { status: 201, body: made }
  },
  retirePromoCode({ db, params }) {
    const found = db.billing.codes.find(({ promo_id }) => promo_id === params.promo_id)
    if (!found) throw new MockProblem('not_found', 'Promo code not found.')
    found.retired_at ??= now()
    return { status: 200, body: found }
  },
  adjustCredits({ db, json }) {
    const [owner, ...others] = namesOf(db, json.account)
    if (!owner || others.length > 0)
      throw new MockProblem('not_found', 'No account has this name, e-mail address or ID.')
    const id = crypto.randomUUID()
    db.billing.grants.push({
      ...{ id, owner, source: 'adjustment', name: null, reference: id, credits: json.credits },
      ...{ expiresAt: null, createdAt: now() },
    })
    const given = db.billing.grants.filter((one) => one.owner === owner)
    const balance = db.granted + given.reduce((sum, { credits }) => sum + credits, 0)
    return {
      status: 201,
      body: { adjustment_id: id, account: accountOf(db, owner), credits: json.credits, balance },
    }
  },
}
