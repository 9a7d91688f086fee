import type { CreditBalance, LedgerLine, Purchase, Spending } from '../../contract/billing.ts'
import type { billingEndpoints } from '../../contract/billing-endpoints.ts'
import { recordBusinessEvent } from './business-events.ts'
import type { Db } from './db.ts'
import { OPERATIONS } from './formats.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import { SAVE_PDF } from './pdf.ts'
import { ADDONS, bookOf, PACKS, PLANS, planOf, presentPlan } from './stored-billing.ts'
import { creditsOf } from './submit.ts'

type Handlers = AreaHandlers<keyof typeof billingEndpoints>

const DAY = 86_400_000
const count = new Intl.NumberFormat('en')
/** Codes that the mock knows. */
const PROMO: Readonly<Record<string, number>> = { AUTUMN250: 250 }
const EXPIRED = 'SUMMER100'

function balance(db: Db, actor: Actor): CreditBalance {
  const { remaining, held, granted } = creditsOf(db, actor)
  const plan = presentPlan(db, actor.id)
  const settings = settingsOf(db, actor.id)
  return {
    ...{ available: remaining, held, granted, charged: granted - remaining - held },
    lots: bookOf(db, actor).lots.filter((lot) => lot.remaining !== 0),
    plan: plan.plan,
    renews_at: plan.cancel_at_period_end ? null : plan.current_period_end,
    alerts: [
      ...(plan.grace_until
        ? [{ kind: 'payment_failed' as const, at: plan.grace_until, detail: { plan: plan.plan } }]
        : []),
      ...(plan.cancel_at_period_end
        ? [{ kind: 'subscription_ends' as const, at: plan.current_period_end, detail: { plan: plan.plan } }]
        : []),
      ...(remaining < settings.low_balance
        ? [
            {
              kind: 'balance_low' as const,
              at: null,
              detail: { credits: remaining, limit: settings.low_balance },
            },
          ]
        : []),
    ],
  }
}

function settingsOf(db: Db, owner: string) {
  const saved = db.billing.settings.find((one) => one.owner === owner)
  const month = now().slice(0, 7)
  const spent = db.conversions
    .filter((one) => one.owner === owner && one.conversion.completed_at?.startsWith(month))
    .reduce((sum, { conversion }) => sum + (conversion.credits_charged ?? 0), 0)
  const { owner: _, ...settings } = saved ?? {
    ...{ owner, low_balance: 100, spend_limit: null, spend_limit_action: 'notify' as const, spent },
    top_up: { ...{ is_enabled: false, below: 100, pack: null, max_per_month: 3, bought: 0, stopped: null } },
  }
  return { ...settings, spent }
}

function start(
  db: Db,
  actor: Actor,
  wish: Pick<Purchase, 'kind' | 'item' | 'name' | 'interval' | 'price' | 'credits'>,
  returnTo: string | undefined,
) {
  const id = crypto.randomUUID()
  const purchase: Purchase = {
    ...wish,
    ...{
      purchase_id: id,
      status: 'pending',
      tax: { ...wish.price, amount: 0 },
      refunded: { ...wish.price, amount: 0 },
    },
    ...{ failure: null, checkout_url: `/sandbox/checkout/${id}`, provider_reference: null },
    return_to: returnTo ?? null,
    ...{ invoice_number: null, invoice_url: null, receipt_url: null, completed_at: null, created_at: now() },
    expires_at: new Date(Date.now() + DAY).toISOString(),
    created_by: actor.user?.id ?? null,
  }
  db.billing.purchases.unshift({ ...purchase, owner: actor.id })
  return {
    ...{
      purchase_id: id,
      checkout_url: purchase.checkout_url as string,
      expires_at: purchase.expires_at as string,
    },
  }
}

/** What happens once the mock's provider has the money. */
export function pay(db: Db, id: string): void {
  const purchase = db.billing.purchases.find(({ purchase_id }) => purchase_id === id)
  if (purchase?.status !== 'pending') return
  const { owner, kind, item, name, interval, credits } = purchase
  Object.assign(purchase, {
    ...{ status: 'fulfilled', checkout_url: null, expires_at: null, completed_at: now() },
    ...{
      provider_reference: `pi_${id.slice(0, 8)}`,
      invoice_url: `/api/v1/subscription/purchases/${id}/invoice.pdf`,
      invoice_number: `2026-${String(db.billing.purchases.length).padStart(6, '0')}`,
    },
  })
  const ends = new Date(Date.now() + 30 * DAY).toISOString()
  if (credits > 0)
    db.billing.grants.push({
      ...{
        id: crypto.randomUUID(),
        owner,
        source: kind === 'plan' ? 'plan' : 'pack',
        name,
        reference: id,
        credits,
      },
      ...{ expiresAt: kind === 'plan' ? ends : null, createdAt: now() },
    })
  if (kind !== 'plan' || interval === null) return
  db.billing.plans = db.billing.plans.filter((one) => one.owner !== owner)
  db.billing.plans.push({
    ...{ owner, plan: item, interval, begins: now(), ends, isCancelled: false, next: null, isPastDue: false },
  })
}

function mine(db: Db, actor: Actor, id: string) {
  const found = db.billing.purchases.find((one) => one.owner === actor.id && one.purchase_id === id)
  if (!found) throw new MockProblem('not_found', 'Purchase not found.')
  return found
}
const without = ({ owner: _, ...purchase }: Db['billing']['purchases'][number]): Purchase => purchase

function requirePlan(db: Db, actor: Actor) {
  const plan = planOf(db, actor.id)
  if (!plan)
    throw new MockProblem('no_subscription', 'The account has the free plan. There is nothing to change.')
  return plan
}

interface Filter {
  since?: string | undefined
  until?: string | undefined
  direction?: 'in' | 'out' | undefined
  kind?: string | undefined
  area?: string | undefined
  created_by?: string | undefined
  lot_id?: string | undefined
  reference?: string | undefined
}

const matches = (line: LedgerLine, filter: Filter): boolean =>
  (!filter.since || line.created_at >= new Date(filter.since).toISOString()) &&
  (!filter.until || line.created_at < new Date(filter.until).toISOString()) &&
  (!filter.direction || line.credits > 0 === (filter.direction === 'in')) &&
  (!filter.kind || line.kind === filter.kind) &&
  (!filter.area || line.area === filter.area) &&
  (!filter.created_by || line.created_by === filter.created_by) &&
  (!filter.lot_id || line.lots.some(({ lot_id }) => lot_id === filter.lot_id)) &&
  (!filter.reference || line.reference === filter.reference)

const sum = (lines: readonly LedgerLine[]) => lines.reduce((total, { credits }) => total + credits, 0)

function spending(db: Db, actor: Actor, since?: string, until?: string): Spending {
  const to = until ? new Date(until) : new Date()
  const from = since ? new Date(since) : new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth()))
  if (from >= to)
    throw new MockProblem('invalid_request', 'The period ends before it begins.', {
      errors: [{ path: 'until', message: 'After `since`.' }],
    })
  const { lines } = bookOf(db, actor)
  const charged = (begin: Date, end: Date) =>
    lines.filter(
      ({ kind, created_at }) =>
        kind === 'charge' && created_at >= begin.toISOString() && created_at < end.toISOString(),
    )
  const charges = charged(from, to)
  const groups = <K>(key: (line: LedgerLine) => K) =>
    [...Map.groupBy(charges, key)]
      .map(([of, some]) => ({ of, credits: -sum(some), count: some.length, first: some[0] as LedgerLine }))
      .sort((a, b) => b.credits - a.credits)
  const work = db.conversions.filter(
    ({ owner, hidden, conversion }) =>
      owner === actor.id &&
      !hidden &&
      conversion.created_at >= from.toISOString() &&
      conversion.created_at < to.toISOString(),
  )
  const paid = work.filter(({ conversion }) => (conversion.credits_charged ?? 0) > 0)
  return {
    ...{ from: from.toISOString(), to: to.toISOString(), credits: -sum(charges) },
    previous: -sum(charged(new Date(2 * from.getTime() - to.getTime()), from)),
    areas: groups(({ area }) => area).flatMap(({ of, credits, count }) =>
      of ? { area: of, credits, count } : [],
    ),
    members: groups(({ created_by }) => created_by).map(({ of, credits, count, first }) => ({
      ...{ user_id: of, name: first.created_by_name, credits, count },
    })),
    rates: [...Map.groupBy(paid, ({ conversion }) => `${conversion.family} ${conversion.operation}`)].map(
      ([, some]) => ({
        family: (some[0] as (typeof some)[number]).conversion.family,
        operation: (some[0] as (typeof some)[number]).conversion.operation,
        count: some.length,
        credits: some.reduce((total, { conversion }) => total + (conversion.credits_charged ?? 0), 0),
      }),
    ),
    files: work.length,
    largest_upload_bytes: Math.max(0, ...work.map(({ conversion }) => conversion.size_bytes)),
    members_now: 1,
  }
}

type BillingEvent = [kind: Parameters<typeof recordBusinessEvent>[3], facts: object]

/** As the server: a business has an audit log of what is paid for. */
function record(db: Db, actor: Actor, ...[kind, facts]: BillingEvent) {
  if (actor.business) recordBusinessEvent(db, actor, actor.business, kind, facts)
}

export const billingHandlers: Handlers = {
  getPricing: () => ({
    status: 200,
    body: { currency: 'EUR', mode: 'sandbox', plans: PLANS, packs: PACKS, storage_addons: ADDONS },
  }),
  getRateCard: () => {
    const items = [...OPERATIONS, SAVE_PDF].map(({ family, operation, label, credits }) => ({
      ...{ family, operation, name: label, unit: 'file' as const, credits, included: 0 },
    }))
    const once = new Map(items.map((item) => [`${item.family} ${item.operation}`, item]))
    return { status: 200, body: { version: 'mock', items: [...once.values()] } }
  },
  getBalance: ({ db, actor }) => ({ status: 200, body: balance(db, actor) }),
  redeemPromoCode({ db, actor, json }) {
    const code = json.code.toUpperCase().replace(/[\s-]/g, '')
    if (code === EXPIRED)
      throw new MockProblem('promo_expired', 'This promo code was valid until 2026-09-30.')
    const credits = PROMO[code]
    if (credits === undefined)
      throw new MockProblem('promo_unknown', 'Promo code not found. Check the spelling.')
    if (db.billing.redeemed.some((one) => one.owner === actor.id && one.code === code))
      throw new MockProblem('promo_used', 'This account has already used the promo code.')
    db.billing.redeemed.push({ owner: actor.id, code })
    const expires_at = new Date(Date.now() + 30 * DAY).toISOString()
    const id = crypto.randomUUID()
    db.billing.grants.push({
      ...{
        id,
        owner: actor.id,
        source: 'promo',
        name: code,
        reference: id,
        credits,
        expiresAt: expires_at,
        createdAt: now(),
      },
    })
    return { status: 200, body: { credits, expires_at, balance: balance(db, actor) } }
  },
  listPurchases: ({ db, actor, query }) => {
    const all = db.billing.purchases
      .filter((one) => one.owner === actor.id)
      .filter((one) => !query.status || one.status === query.status)
      .filter((one) => !query.kind || one.kind === query.kind)
      .map(without)
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? all.toReversed() : all, query) }
  },
  startSubscription({ db, actor, json }) {
    const plan = PLANS.find(({ code, interval }) => code === json.plan && interval === json.interval)
    if (!plan)
      throw new MockProblem('not_found', `There is no plan ${json.plan} by the ${json.interval} for sale.`)
    if (planOf(db, actor.id))
      throw new MockProblem(
        'subscription_exists',
        'The account already has a paid plan. Change the plan instead.',
      )
    const { code: item, name, interval, price, credits } = plan
    record(db, actor, 'billing.purchase_started', { target: name })
    return {
      status: 201,
      body: start(db, actor, { kind: 'plan', item, name, interval, price, credits }, json.return_to),
    }
  },
  startPackPurchase({ db, actor, json }) {
    const pack =
      json.pack === undefined
        ? (PACKS.find(({ credits }) => credits >= (json.credits ?? 0)) ?? PACKS.at(-1))
        : PACKS.find(({ code }) => code === json.pack)
    if (!pack) throw new MockProblem('not_found', `There is no pack ${json.pack} for sale.`)
    const { code: item, credits, price } = pack
    const name = `${count.format(credits)} credits`
    return {
      status: 201,
      body: start(db, actor, { kind: 'pack', item, name, interval: null, price, credits }, json.return_to),
    }
  },
  startStoragePurchase({ db, actor, json }) {
    const addon = ADDONS.find(({ code }) => code === json.addon)
    if (!addon) throw new MockProblem('not_found', `There is no storage add-on ${json.addon} for sale.`)
    const { code: item, price, interval } = addon
    return {
      status: 201,
      body: start(
        db,
        actor,
        {
          kind: 'storage',
          item,
          name: '50 GB of storage',
          interval,
          price,
          credits: 0,
        },
        undefined,
      ),
    }
  },
  purchaseCallback: ({ query }) => ({
    status: 302,
    location: `/billing/return?purchase=${query.purchase ?? ''}`,
  }),
  storageCallback: ({ query }) => ({
    status: 302,
    location: `/billing/return?purchase=${query.purchase ?? ''}`,
  }),
  completeTask({ db, actor, json }) {
    const { remaining } = creditsOf(db, actor)
    const known = db.billing.tasks.find((one) => one.owner === actor.id && one.task_id === json.task_id)
    if (
      known &&
      (known.operation !== json.operation || known.family !== json.family || known.units !== json.units)
    )
      throw new MockProblem(
        'idempotency_conflict',
        `The task ${json.task_id} was reported before, as something else.`,
      )
    const rate = OPERATIONS.find(
      ({ family, operation }) => family === json.family && operation === json.operation,
    )
    if (!rate)
      throw new MockProblem(
        'operation_unknown',
        `The rate card has no operation ${json.operation} of the family ${json.family}.`,
      )
    const credits = rate.credits * json.units
    if (!known) {
      if (credits > remaining)
        throw new MockProblem(
          'insufficient_credits',
          `This takes ${credits} credits and ${remaining} are left.`,
          {
            ...{ credits_required: credits, credits_available: remaining },
          },
        )
      db.billing.tasks.unshift({
        ...{
          owner: actor.id,
          task_id: json.task_id,
          kind: 'task',
          family: json.family,
          operation: json.operation,
        },
        ...{
          status: 'completed',
          units: json.units,
          credits_charged: credits,
          reference: json.reference ?? null,
        },
        ...{ metadata: json.metadata, ledger: [], created_at: now() },
      })
    }
    return {
      status: 201,
      body: { task_id: json.task_id, credits_charged: credits, balance: creditsOf(db, actor).remaining },
    }
  },
  listTasks({ db, actor, query }) {
    const { lines } = bookOf(db, actor)
    const ledgerOf = (id: string) =>
      lines
        .filter(({ reference }) => reference === id)
        .map(({ entry_id, kind, credits, created_at }) => ({ entry_id, kind, credits, created_at }))
    const all = [
      ...db.billing.tasks.filter((one) => one.owner === actor.id).map(({ owner: _, ...task }) => task),
      ...db.conversions
        .filter(({ owner, hidden }) => owner === actor.id && !hidden)
        .map(({ conversion }) => ({
          ...{ task_id: conversion.id, kind: 'conversion' as const, family: conversion.family },
          ...{ operation: conversion.operation, status: conversion.status, units: 1 },
          ...{
            credits_charged: conversion.credits_charged ?? 0,
            reference: conversion.external_token ?? null,
          },
          ...{ metadata: {}, ledger: ledgerOf(conversion.id), created_at: conversion.created_at },
        })),
    ].sort((a, b) => b.created_at.localeCompare(a.created_at))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? all.toReversed() : all, query) }
  },
  receiveProviderEvent: ({ request }) => {
    if (request.headers.get('stripe-signature') === 'mock') return { status: 204 }
    throw new MockProblem('signature_invalid', 'The signature of this event is missing, wrong or too old.')
  },
  listLedger({ db, actor, query }) {
    const lines = bookOf(db, actor).lines.filter((line) => matches(line, query))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? lines : lines.toReversed(), query) }
  },
  sumLedger({ db, actor, query }) {
    const { lines, lots } = bookOf(db, actor)
    const before = query.since
      ? lines.filter((line) => line.created_at < new Date(query.since as string).toISOString())
      : []
    const within = lines.filter((line) => matches(line, query))
    const grants = Map.groupBy(
      within.filter(({ kind }) => kind === 'grant'),
      ({ source }) => source,
    )
    const losses = Map.groupBy(
      within.filter(({ kind }) => kind !== 'grant'),
      ({ kind }) => kind,
    )
    const total = sum(lines)
    return {
      status: 200,
      body: {
        ...{
          from: query.since ?? null,
          to: query.until ?? null,
          opening: sum(before),
          closing: sum(before) + sum(within),
        },
        in: [...grants].map(([source, some]) => ({ source, credits: sum(some) })),
        out: [...losses].map(([kind, some]) => ({ kind, credits: sum(some) })),
        ...{ lots: lots.reduce((all, lot) => all + lot.remaining, 0), balance: total, agrees: true },
      },
    }
  },
  exportLedger({ db, actor, query }) {
    const rows = bookOf(db, actor).lines.filter((line) => matches(line, query))
    const text = [
      'entry_id,created_at,kind,credits,balance',
      ...rows.map((line) =>
        [line.entry_id, line.created_at, line.kind, line.credits, line.balance].join(','),
      ),
    ]
    return {
      status: 200,
      bytes: `\uFEFF${text.join('\r\n')}\r\n`,
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="credits.csv"',
      },
    }
  },
  getSpending: ({ db, actor, query }) => ({
    status: 200,
    body: spending(db, actor, query.since, query.until),
  }),
  getSubscription: ({ db, actor }) => ({ status: 200, body: presentPlan(db, actor.id) }),
  cancelSubscription({ db, actor }) {
    const plan = requirePlan(db, actor)
    plan.isCancelled = true
    record(db, actor, 'billing.plan_cancelled', { target: plan.plan })
    return { status: 200, body: presentPlan(db, actor.id) }
  },
  resumeSubscription({ db, actor }) {
    const plan = requirePlan(db, actor)
    Object.assign(plan, { isCancelled: false, next: null })
    record(db, actor, 'billing.plan_resumed', { target: plan.plan })
    return { status: 200, body: presentPlan(db, actor.id) }
  },
  changeSubscription({ db, actor, json }) {
    const plan = requirePlan(db, actor)
    const find = (code: string, by: string) => PLANS.find((one) => one.code === code && one.interval === by)
    const [from, to] = [find(plan.plan, plan.interval), find(json.plan, json.interval)]
    if (!to || !from)
      throw new MockProblem('not_found', `There is no plan ${json.plan} by the ${json.interval} for sale.`)
    const left = Math.max(
      0,
      (Date.parse(plan.ends) - Date.now()) / (Date.parse(plan.ends) - Date.parse(plan.begins)),
    )
    const isNow = to.price.amount > from.price.amount
    const money = (amount: number) => ({ amount: Math.round(amount), currency: 'EUR' })
    const credits = isNow ? Math.ceil((to.credits - from.credits) * left) : 0
    if (!json.dry_run) {
      record(db, actor, 'billing.plan_changed', {
        target: to.name,
        before: { plan: plan.plan, interval: plan.interval },
        after: { plan: to.code, interval: json.interval },
      })
      if (isNow) Object.assign(plan, { plan: to.code, interval: json.interval })
      else plan.next = { plan: to.code, interval: json.interval }
      if (credits > 0)
        db.billing.grants.push({
          ...{
            id: crypto.randomUUID(),
            owner: actor.id,
            source: 'plan',
            name: to.name,
            reference: crypto.randomUUID(),
          },
          ...{ credits, expiresAt: plan.ends, createdAt: now() },
        })
    }
    return {
      status: 200,
      body: {
        ...{
          plan: to.code,
          interval: json.interval,
          at: isNow ? now() : plan.ends,
          next: to.price,
          credits_now: credits,
        },
        due_now: money(isNow ? (to.price.amount - from.price.amount) * left : 0),
        lines: isNow
          ? [
              { name: `Unused time on ${from.name}`, amount: money(-from.price.amount * left) },
              { name: `Remaining time on ${to.name}`, amount: money(to.price.amount * left) },
            ]
          : [],
        ...{ exceeded: [], applied: !json.dry_run },
      },
    }
  },
  getPurchase: ({ db, actor, params }) => ({
    status: 200,
    body: without(mine(db, actor, params.purchase_id)),
  }),
  downloadInvoice({ db, actor, params }) {
    const { invoice_number: number } = mine(db, actor, params.purchase_id)
    if (!number) throw new MockProblem('not_found', 'This purchase has no invoice: it is not paid yet.')
    return {
      status: 200,
      bytes: `%PDF-1.7\n% invoice ${number}\n%%EOF\n`,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="invoice-${number}.pdf"`,
      },
    }
  },
  getBillingSettings: ({ db, actor }) => ({ status: 200, body: settingsOf(db, actor.id) }),
  updateBillingSettings({ db, actor, json }) {
    const before = settingsOf(db, actor.id)
    if (
      json.top_up?.is_enabled &&
      !db.billing.purchases.some((one) => one.owner === actor.id && one.status === 'fulfilled')
    )
      throw new MockProblem('no_payment_method', 'Automatic top-up needs a saved card. Buy a pack first.')
    record(db, actor, 'billing.settings_updated', {
      before: Object.fromEntries(Object.keys(json).map((name) => [name, before[name as keyof typeof json]])),
      after: json,
    })
    db.billing.settings = db.billing.settings.filter((one) => one.owner !== actor.id)
    db.billing.settings.push({
      ...before,
      ...Object.fromEntries(Object.entries(json).filter(([name]) => name !== 'top_up')),
      top_up: { ...before.top_up, ...json.top_up },
      owner: actor.id,
    })
    return { status: 200, body: settingsOf(db, actor.id) }
  },
  openPortal: () => ({ status: 200, body: { url: '/sandbox/portal/mock' } }),
}
