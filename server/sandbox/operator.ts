import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type Stripe from 'stripe'
import { refuseCrossOrigin } from '../http/authenticate.ts'
import type { Desk } from './desk.ts'
import { sendAgain } from './events.ts'
import { type Html, html, money, time } from './page.ts'
import { answer, type Desks, type Operators } from './pages.ts'
import { closeDispute, dispute, refund } from './payments.ts'
import { saveSubscription } from './subscriptions.ts'

const DAY = 86_400
const DELIVERIES = ['now', 'late', 'twice', 'shuffled', 'withheld'] as const

/**
 * The page on which the operator makes happen what a test needs: time that passes, payments that
 * fail, events that are lost.
 */
export function serveOperator(
  app: FastifyInstance,
  desks: Desks,
  mayOperate: Operators,
  tick: () => Promise<void>,
) {
  app.get('/sandbox', async (request, reply) =>
    (await mayOperate(request)) ? answer(reply, 'Sandbox', await desks.at(operatorPage)) : refuse(reply),
  )
  app.post('/sandbox', async (request, reply) => {
    refuseCrossOrigin(request)
    if (!(await mayOperate(request))) return refuse(reply)
    await act(desks, (request.body ?? {}) as Record<string, string>)
    await tick()
    return reply.redirect('/sandbox', 303)
  })
}

/** Also somebody who is signed in may not be who runs the instance. */
const refuse = (reply: FastifyReply) =>
  answer(
    reply,
    'Not allowed',
    html`<div class="sheet narrow"><h1>Only the administrator can open this page</h1>
      <p>Sign in as the administrator, then open it again.</p><a href="/sign-in">Sign in</a></div>`,
    403,
  )

/** What the operator asks for. */
export async function act(
  desks: Desks,
  { act: what = '', id = '', amount = '' }: Record<string, string>,
): Promise<void> {
  await desks.at(async (desk) => {
    const ahead = (seconds: number) =>
      desk.tx.execute(
        sql`update stripe_sandbox.settings set ahead_seconds = ahead_seconds + ${Math.max(0, Math.round(seconds))}`,
      )
    switch (what) {
      case 'day':
        return ahead(DAY)
      case 'month':
        return ahead(monthAfter(desk.now) - desk.at)
      case 'next': {
        const [next] = await dueTimes(desk)
        return next === undefined ? undefined : ahead(next - desk.at + 1)
      }
      case 'deliver':
        if ((DELIVERIES as readonly string[]).includes(id))
          return desk.tx.execute(sql`update stripe_sandbox.settings set delivery = ${id}`)
        return
      case 'send':
        return sendAgain(desk.tx, id || undefined)
      case 'fail': {
        const found = await desk.objects.get<Stripe.Subscription>(id, 'subscription')
        return found && saveSubscription(desk, found.body, { ...found.hidden, failNext: true })
      }
      case 'refund':
        return refund(desk, id, amount === '' ? undefined : Number(amount))
      case 'dispute':
        return dispute(desk, id)
      case 'won':
      case 'lost':
        return closeDispute(desk, id, what)
    }
  })
}

const monthAfter = (now: Date) => {
  const then = new Date(now)
  then.setUTCMonth(then.getUTCMonth() + 1)
  return Math.floor(then.getTime() / 1000)
}

const dueTimes = async ({ tx }: Desk): Promise<number[]> => {
  const { rows } = await tx.execute<{
    due: number
  }>(sql`select (hidden->>'due')::float8 as due from stripe_sandbox.objects
    where kind = 'subscription' and hidden ? 'due' order by 1`)
  return rows.map(({ due }) => due)
}

const button = (title: string, act: string, id = '') =>
  html`<form method="post"><input type="hidden" name="act" value="${act}"><input type="hidden" name="id" value="${id}"><button>${title}</button></form>`

async function operatorPage(desk: Desk): Promise<Html> {
  const { objects } = desk
  const [settings] = (
    await desk.tx.execute<{ delivery: string }>(sql`select delivery from stripe_sandbox.settings`)
  ).rows
  const subscriptions = await objects.find<Stripe.Subscription>(
    'subscription',
    sql`body->>'status' <> 'canceled'`,
    50,
  )
  const charges = await objects.find<Stripe.Charge>('charge', sql`(body->>'paid')::boolean`, 50)
  const disputes = await objects.find<Stripe.Dispute>('dispute', sql`body->>'status' = 'needs_response'`, 50)
  const { rows: events } = await desk.tx.execute<{
    id: string
    type: string
    created: number
    delivered: boolean
    error: string | null
    tries: number
  }>(sql`
    select o.id, body->>'type' as type, (body->>'created')::float8 as created, bool_and(d.delivered_at is not null) as delivered,
      max(d.error) as error, coalesce(sum(d.attempts), 0)::int as tries
    from stripe_sandbox.objects o left join stripe_sandbox.deliveries d on d.event_id = o.id
    where kind = 'event' group by o.id, o.number order by o.number desc limit 50`)
  return html`<h1>Sandbox</h1><p>It is ${time(desk.at)} here.</p>
  <div class="columns">
    <section class="sheet"><h2>Time</h2><table><tr><td>
      ${button('Advance a day', 'day')} ${button('Advance a month', 'month')} ${button('To the next renewal', 'next')}
    </td></tr></table></section>
    <section class="sheet"><h2>Events arrive</h2><table><tr><td>
      ${DELIVERIES.map((one) => (one === settings?.delivery ? html`<strong>${one}</strong> ` : button(one, 'deliver', one)))}
      ${button('Send what was withheld', 'send')}
    </td></tr></table></section>
  </div>
  <section class="sheet scroll"><h2>Subscriptions</h2><table><tr><th>Id</th><th>State</th><th>Renews</th><th></th></tr>${subscriptions.map(
    ({
      body,
      hidden,
    }) => html`<tr><td><code>${body.id}</code></td><td>${body.status}${body.cancel_at_period_end ? ', ends then' : ''}</td>
      <td>${time(body.items.data[0]?.current_period_end ?? 0)}</td><td>${hidden.failNext ? 'next renewal fails' : button('Fail the next renewal', 'fail', body.id)}</td></tr>`,
  )}</table></section>
  <section class="sheet scroll"><h2>Payments</h2><table><tr><th>Payment</th><th>Amount</th><th>Refunded</th><th></th></tr>${charges.map(
    ({
      body,
    }) => html`<tr><td><code>${String(body.payment_intent)}</code></td><td>${money(body.amount, body.currency)}</td><td>${money(body.amount_refunded, body.currency)}</td>
      <td>${body.refunded ? '' : button('Refund', 'refund', String(body.payment_intent))} ${body.disputed ? 'disputed' : button('Dispute', 'dispute', String(body.payment_intent))}</td></tr>`,
  )}</table></section>
  ${
    disputes.length > 0 &&
    html`<section class="sheet scroll"><h2>Disputes</h2><table>${disputes.map(
      ({ body }) =>
        html`<tr><td><code>${body.id}</code></td><td>${money(body.amount, body.currency)}</td><td>${button('Won', 'won', body.id)} ${button('Lost', 'lost', body.id)}</td></tr>`,
    )}</table></section>`
  }
  <section class="sheet scroll"><h2>Last events</h2><table><tr><th>Time</th><th>Type</th><th>Delivery</th><th></th></tr>${events.map(
    ({
      id,
      type,
      created,
      delivered,
      error,
      tries,
    }) => html`<tr><td>${time(created)}</td><td><code>${type}</code></td>
      <td>${tries === 0 && !delivered ? 'not sent' : delivered ? `delivered, ${tries} attempts` : `waits: ${error ?? 'due'}`}</td><td>${button('Send again', 'send', id)}</td></tr>`,
  )}</table></section>`
}
