import { describe, expect, it } from 'vitest'
import type { CreditBalance, LedgerLine, LedgerSums, Purchase } from '../../contract/billing.ts'
import type { Caller, Callers, Target } from './caller.ts'

const SUBSCRIPTION = '/api/v1/subscription/'
const INITIATE = `${SUBSCRIPTION}purchase_initiate/`

/** Money and credits, by the server and by the mock alike. */
export function billingSuite({ anyone, someone }: Callers, target: Target) {
  const balance = async (me: Caller): Promise<CreditBalance> =>
    (await me.call('GET', `${SUBSCRIPTION}credits/balance/`)).body
  const paid = async (me: Caller, path: string, json: object): Promise<Purchase> => {
    const started = await me.call('POST', path, json)
    expect(started.status, JSON.stringify(started.body)).toBe(201)
    await target.pay(started.body.checkout_url)
    let purchase: Purchase | undefined
    await expect
      .poll(
        async () => {
          purchase = (
            await me.call('GET', `${SUBSCRIPTION}purchases/${started.body.purchase_id}/?refresh=true`)
          ).body
          return purchase?.status
        },
        { timeout: 15_000, interval: 100 },
      )
      .toBe('fulfilled')
    return purchase as Purchase
  }

  describe('billing', () => {
    it('tells everybody what is for sale, and what operations cost', async () => {
      const { body } = await anyone().call('GET', `${SUBSCRIPTION}pricing_plan/`)
      expect(body.plans[0]).toMatchObject({ code: 'free', interval: null, price: { amount: 0 } })
      expect(body.packs.map(({ credits }: { credits: number }) => credits)).toEqual([250, 1000, 5000])
      const { items } = (await anyone().call('GET', `${SUBSCRIPTION}rate_card/`)).body
      expect(items).toContainEqual(
        expect.objectContaining({ family: 'document', operation: 'convert', credits: 2, unit: 'file' }),
      )
      // No conversion that is in a list, and yet asked for: the dashboard quotes it before saving.
      expect(items).toContainEqual(
        expect.objectContaining({ family: 'document', operation: 'edit', credits: 1, unit: 'file' }),
      )
    })

    it('explains each credit, and where it went', async () => {
      const me = await someone()
      const before = await balance(me)
      const converted = await me.document()
      const after = await balance(me)
      const spent = converted.credits_charged as number
      expect(after).toMatchObject({
        available: before.available - spent,
        charged: spent,
        plan: 'free',
        renews_at: null,
      })
      expect(after.lots).toMatchObject([{ source: 'signup', remaining: after.available, expires_at: null }])
      const { results }: { results: LedgerLine[] } = (await me.call('GET', `${SUBSCRIPTION}ledger/`)).body
      expect(results).toMatchObject([
        {
          ...{ kind: 'charge', source: 'conversion', area: 'document', credits: -spent, quoted: spent },
          ...{ reference: converted.id, balance: after.available },
          cause: { name: converted.filename, target_format: converted.target_format },
          lots: [{ source: 'signup', credits: -spent }],
        },
        { kind: 'grant', source: 'signup', credits: before.available, balance: before.available },
      ])
      const only = async (filter: string) =>
        (await me.call('GET', `${SUBSCRIPTION}ledger/?${filter}`)).body.results.map(
          ({ kind }: LedgerLine) => kind,
        )
      expect(await only('direction=in')).toEqual(['grant'])
      expect(await only('area=document')).toEqual(['charge'])
      expect(await only('area=image')).toEqual([])
      expect(await only(`lot_id=${after.lots[0]?.lot_id}`)).toEqual(['charge', 'grant'])
      const sums: LedgerSums = (await me.call('GET', `${SUBSCRIPTION}ledger/sums/`)).body
      expect(sums).toMatchObject({
        ...{
          opening: 0,
          closing: after.available,
          balance: after.available,
          lots: after.available,
          agrees: true,
        },
        in: [{ source: 'signup', credits: before.available }],
        out: [{ kind: 'charge', credits: -spent }],
      })
      const csv = await me.fetch('GET', `${SUBSCRIPTION}ledger/export/`)
      expect((await csv.text()).trim().split('\r\n')).toHaveLength(3)
      const spending = (await me.call('GET', `${SUBSCRIPTION}spending/`)).body
      expect(spending).toMatchObject({
        ...{ credits: spent, previous: 0, files: 1, members_now: 1 },
        areas: [{ area: 'document', credits: spent, count: 1 }],
        members: [{ credits: spent, count: 1 }],
      })
    })

    it('sells a pack, once it is paid', async () => {
      const me = await someone()
      const before = await balance(me)
      const purchase = await paid(me, `${INITIATE}pay-as-you-go/`, { pack: 'pack-250' })
      expect(purchase).toMatchObject({
        kind: 'pack',
        item: 'pack-250',
        credits: 250,
        price: { amount: 400, currency: 'EUR' },
      })
      expect(await balance(me)).toMatchObject({ available: before.available + 250 })
      const { results } = (await me.call('GET', `${SUBSCRIPTION}purchase_history/?status=fulfilled`)).body
      expect(results).toEqual([purchase])
      const unknown = await me.call('POST', `${INITIATE}pay-as-you-go/`, { pack: 'pack-7' })
      expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
      const both = await me.call('POST', `${INITIATE}pay-as-you-go/`, { pack: 'pack-250', credits: 3 })
      expect(both.body.code).toBe('invalid_request')
    })

    it('has an invoice for what is paid, and none before', async () => {
      const me = await someone()
      const { purchase_id } = (
        await me.call('POST', `${INITIATE}pay-as-you-go/`, { pack: 'pack-250', return_to: '/convert' })
      ).body
      const early = await me.call('GET', `${SUBSCRIPTION}purchases/${purchase_id}/invoice.pdf`)
      expect([early.status, early.body.code]).toEqual([404, 'not_found'])
      const purchase = await paid(me, `${INITIATE}pay-as-you-go/`, { pack: 'pack-1000' })
      expect(purchase.invoice_url).toBe(`${SUBSCRIPTION}purchases/${purchase.purchase_id}/invoice.pdf`)
      const invoice = await me.fetch('GET', purchase.invoice_url ?? '')
      expect(invoice.headers.get('content-type')).toBe('application/pdf')
      expect(invoice.headers.get('content-disposition')).toContain(`invoice-${purchase.invoice_number}.pdf`)
      expect((await invoice.text()).slice(0, 5)).toBe('%PDF-')
    })

    it('sends the browser back to the purchase, also without a session', async () => {
      const me = await someone()
      const { purchase_id } = (await me.call('POST', `${INITIATE}pay-as-you-go/`, { credits: 10 })).body
      const back = await anyone().fetch('GET', `${INITIATE}callback/?purchase=${purchase_id}`, {
        redirect: 'manual',
      })
      expect(back.headers.get('location')).toContain(`/billing/return?purchase=${purchase_id}`)
    })

    it('sells storage by the month', async () => {
      const me = await someone()
      const purchase = await paid(me, `${SUBSCRIPTION}storage/initiate/`, { addon: 'storage-50' })
      expect(purchase).toMatchObject({ kind: 'storage', interval: 'month', credits: 0 })
      const back = await me.fetch(
        'GET',
        `${SUBSCRIPTION}storage/callback/?purchase=${purchase.purchase_id}`,
        {
          redirect: 'manual',
        },
      )
      expect(back.status).toBe(302)
    })

    it('sells a plan, changes it, and ends it with the paid period', async () => {
      const me = await someone()
      const refused = await me.call('POST', `${SUBSCRIPTION}change/`, { plan: 'studio' })
      expect([refused.status, refused.body.code]).toEqual([409, 'no_subscription'])
      const before = await balance(me)
      await paid(me, INITIATE, { plan: 'starter', interval: 'month' })
      expect(await balance(me)).toMatchObject({ available: before.available + 500, plan: 'starter' })
      const again = await me.call('POST', INITIATE, { plan: 'studio' })
      expect(again.body.code).toBe('subscription_exists')
      const dry = (await me.call('POST', `${SUBSCRIPTION}change/`, { plan: 'studio', dry_run: true })).body
      expect(dry).toMatchObject({ plan: 'studio', applied: false, credits_now: 1500, exceeded: [] })
      expect(dry.lines).toHaveLength(2)
      expect((await me.call('POST', `${SUBSCRIPTION}change/`, { plan: 'studio' })).body).toMatchObject({
        applied: true,
      })
      expect(await balance(me)).toMatchObject({ available: before.available + 2000, plan: 'studio' })
      const cancelled = await me.call('DELETE', `${SUBSCRIPTION}current/?reason=not_needed`)
      expect(cancelled.body).toMatchObject({ plan: 'studio', cancel_at_period_end: true })
      expect((await balance(me)).renews_at).toBeNull()
      const resumed = await me.call('POST', `${SUBSCRIPTION}resume/`)
      expect(resumed.body).toMatchObject({ cancel_at_period_end: false })
      expect((await me.call('GET', `${SUBSCRIPTION}current/`)).body).toMatchObject({
        ...{ plan: 'studio', status: 'active', payment_method: { last4: '4242' } },
      })
      expect((await me.call('POST', `${SUBSCRIPTION}portal/`)).body.url).toContain('/sandbox/portal/')
    })

    it('gives the credits of a promo code once, and explains a refusal', async () => {
      const me = await someone()
      const before = await balance(me)
      const redeem = (code: string) => me.call('POST', `${SUBSCRIPTION}credits/promo-code/`, { code })
      const redeemed = await redeem(` ${(await target.promoCode()).toLowerCase()}`)
      expect(redeemed.status).toBe(200)
      expect(redeemed.body).toMatchObject({ credits: 250, balance: { available: before.available + 250 } })
      expect((await redeem(await target.promoCode())).body.code).toBe('promo_used')
      expect((await redeem('NOSUCHCODE')).body.code).toBe('promo_unknown')
    })

    it('charges a reported task once', async () => {
      const me = await someone()
      const report = (more: object = {}) =>
        me.call('POST', `${SUBSCRIPTION}tasks/task-completion/`, {
          ...{ task_id: 'job-1', family: 'document', operation: 'convert', units: 3, reference: 'order 7' },
          ...more,
        })
      const first = await report()
      expect(first).toMatchObject({ status: 201, body: { task_id: 'job-1', credits_charged: 6 } })
      expect(await report()).toEqual(first)
      expect((await report({ units: 4 })).body.code).toBe('idempotency_conflict')
      expect((await report({ task_id: 'job-2', operation: 'fly' })).body.code).toBe('operation_unknown')
      const { results } = (await me.call('GET', `${SUBSCRIPTION}tasks/task-history/`)).body
      expect(results).toMatchObject([
        { task_id: 'job-1', kind: 'task', credits_charged: 6, reference: 'order 7' },
      ])
    })

    it('keeps alerts, the spend limit and the top-up as they are set', async () => {
      const me = await someone()
      const path = `${SUBSCRIPTION}settings/`
      expect((await me.call('GET', path)).body).toMatchObject({ low_balance: 100, spend_limit: null })
      const set = await me.call('PUT', path, {
        spend_limit: 50,
        spend_limit_action: 'refuse',
        low_balance: 20,
      })
      expect(set.body).toMatchObject({ low_balance: 20, spend_limit: 50, spend_limit_action: 'refuse' })
      const top_up = { is_enabled: true, below: 50, pack: 'pack-250', max_per_month: 2 }
      expect((await me.call('PUT', path, { top_up })).body.code).toBe('no_payment_method')
    })

    it('is looked after by the administrator: codes, adjustments, purchases and refunds', async () => {
      const ADMIN = '/api/v1/admin/billing/'
      const admin = anyone()
      const { username, password } = target.admin
      await admin.call('POST', '/api/v1/user/auth/login/', { username, password })
      const me = await someone()
      const refused = await me.call('GET', `${ADMIN}summary/`)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])

      const code = `SPRING${Date.now().toString(36).toUpperCase()}`
      const wish = { code, credits: 40, credits_days: 30, total_limit: 5 }
      const made = await admin.call('POST', `${ADMIN}promo-codes/`, wish)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      expect(made.body).toMatchObject({ code, credits: 40, percent: null, used: 0, account_limit: 1 })
      expect((await admin.call('POST', `${ADMIN}promo-codes/`, wish)).body.code).toBe('promo_exists')
      const both = await admin.call('POST', `${ADMIN}promo-codes/`, {
        code: 'BOTHOFTHEM',
        credits: 1,
        percent: 5,
      })
      expect(both.body.code).toBe('invalid_request')
      const { results: codes } = (await admin.call('GET', `${ADMIN}promo-codes/`)).body
      expect(codes[0]).toEqual(made.body)
      const retired = await admin.call('DELETE', `${ADMIN}promo-codes/${made.body.promo_id}/`)
      expect(retired.body.retired_at).not.toBeNull()

      const before = await balance(me)
      const person = (await me.call('GET', '/api/v1/user/me/')).body
      const given = { account: person.username, credits: 30, reason: 'Goodwill' }
      const adjusted = await admin.call('POST', `${ADMIN}adjustments/`, given)
      expect(adjusted.status, JSON.stringify(adjusted.body)).toBe(201)
      expect(adjusted.body).toMatchObject({ account: { kind: 'user', name: person.username }, credits: 30 })
      expect(await balance(me)).toMatchObject({ available: before.available + 30 })
      const nobody = { ...given, account: 'nobody-of-that-name' }
      expect((await admin.call('POST', `${ADMIN}adjustments/`, nobody)).status).toBe(404)

      const purchase = await paid(me, `${INITIATE}pay-as-you-go/`, { pack: 'pack-250' })
      const found = await admin.call('GET', `${ADMIN}purchases/?query=${purchase.invoice_number}`)
      expect(found.body.results).toMatchObject([
        { purchase_id: purchase.purchase_id, account: { name: person.username } },
      ])
      const refund = `${ADMIN}purchases/${purchase.purchase_id}/refund/`
      expect((await admin.call('POST', refund, { amount: 100 })).body).toMatchObject({
        ...{ status: 'fulfilled', refunded: { amount: 100 } },
      })
      expect((await admin.call('POST', refund, { amount: 9000 })).body.code).toBe('not_refundable')
      expect((await admin.call('POST', refund, {})).body).toMatchObject({ status: 'refunded' })
      expect((await admin.call('POST', refund, {})).body.code).toBe('not_refundable')
      const { months } = (await admin.call('GET', `${ADMIN}summary/`)).body
      expect(months).toHaveLength(12)
      expect(months[0].purchases).toBeGreaterThan(0)
    })

    it('takes events that the payment provider has signed, and no others', async () => {
      const send = (body: string, headers: Record<string, string>) =>
        anyone().fetch('POST', `${SUBSCRIPTION}events/`, {
          body,
          headers: { 'content-type': 'application/json', ...headers },
        })
      const { body, signature } = await target.providerEvent()
      expect((await send(body, { 'stripe-signature': signature })).status).toBe(204)
      expect((await send(body, {})).status).toBe(400)
    })
  })
}
