import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { refuseCrossOrigin } from '../http/authenticate.ts'
import type { Database } from '../platform.ts'
import { TEST_CARDS } from './cards.ts'
import { type CheckoutForm, type Faults, payCheckout, seeCheckout } from './checkout.ts'
import type { Desk } from './desk.ts'
import { type Html, html, money, page } from './page.ts'
import { replaceCard, saveAddress } from './portal.ts'

export interface Desks {
  db: Database
  /** Does work in a transaction of the sandbox. */
  at<T>(work: (desk: Desk) => Promise<T>): Promise<T>
}

const FIELDS = [
  'number',
  'expiry',
  'cvc',
  'name',
  'email',
  'line1',
  'city',
  'postal_code',
  'country',
  'tax_id',
  'promo',
  'confirmed',
] as const

/** What a form has sent; a field that it lacks is empty. */
function formOf(body: unknown): CheckoutForm {
  const sent = (body ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    FIELDS.map((name) => [name, String(sent[name] ?? '').slice(0, 300)]),
  ) as unknown as CheckoutForm
}

export const answer = (reply: FastifyReply, title: string, body: Html, status = 200) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page(title, body))

/** The hosted checkout. Anybody who knows its address may pay there, as at Stripe. */
export function serveCheckout(app: FastifyInstance, desks: Desks) {
  app.get<{ Params: { id: string }; Querystring: { card?: string } }>(
    '/sandbox/checkout/:id',
    async (request, reply) => {
      const seen = await desks.at((desk) => seeCheckout(desk, request.params.id))
      if (!seen) return notThere(reply)
      if (seen.session.status !== 'open') return over(reply, seen.session)
      const card = TEST_CARDS.find(({ number }) => number === request.query.card)
      const customer = await desks.at((desk) =>
        desk.objects.get<Stripe.Customer>(String(seen.session.customer), 'customer'),
      )
      const form = formOf({
        ...{
          name: customer?.body.name,
          email: customer?.body.email,
          country: customer?.body.address?.country,
        },
        ...{
          line1: customer?.body.address?.line1,
          city: customer?.body.address?.city,
          postal_code: customer?.body.address?.postal_code,
        },
        ...(card && { number: card.number.replace(/(\d{4})(?=\d)/g, '$1 '), expiry: '12 / 34', cvc: '123' }),
      })
      return answer(reply, `Pay ${seen.name}`, checkoutPage(seen, form, {}))
    },
  )
  app.post<{ Params: { id: string } }>('/sandbox/checkout/:id', async (request, reply) => {
    refuseCrossOrigin(request)
    const form = formOf(request.body)
    const outcome = await desks.at((desk) => payCheckout(desk, request.params.id, form))
    const seen = await desks.at((desk) => seeCheckout(desk, request.params.id))
    if (!outcome || !seen) return notThere(reply)
    if (outcome.kind === 'paid') return reply.redirect(returnTo(outcome.session), 303)
    if (outcome.kind === 'over') return over(reply, outcome.session)
    if (outcome.kind === 'confirm') return answer(reply, 'Confirm the payment', confirmPage(seen, form))
    return answer(reply, `Pay ${seen.name}`, checkoutPage(seen, form, outcome.faults), 402)
  })
}

const returnTo = ({ id, success_url }: Stripe.Checkout.Session) =>
  (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', encodeURIComponent(id))

type Seen = NonNullable<Awaited<ReturnType<typeof seeCheckout>>>

function checkoutPage({ session, price, name }: Seen, form: CheckoutForm, faults: Faults): Html {
  const field = (id: keyof CheckoutForm, label: string, more: Html = html``) => html`<label>${label}
    <input name="${id}" value="${form[id]}" ${faults[id] ? html`aria-invalid="true" aria-describedby="${id}-fault"` : ''} ${more}>
    ${faults[id] ? html`<span class="fault" id="${id}-fault">${faults[id]}</span>` : ''}</label>`
  const every = price.recurring ? ` a ${price.recurring.interval}` : ''
  return html`<div class="columns">
    <section>
      <div class="sheet">
        <p>${name}</p>
        <p class="amount">${money(price.unit_amount ?? 0, price.currency)}${every}</p>
        ${session.automatic_tax.enabled ? html`<p>plus 20 % test tax</p>` : ''}
        <a href="${session.cancel_url ?? '/'}">Cancel and go back</a>
      </div>
      <form class="sheet cards" method="get"><h2>Test cards</h2>
        ${TEST_CARDS.map(
          ({ number, title }) =>
            html`<button name="card" value="${number}"><span>${title}</span><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></button>`,
        )}
      </form>
    </section>
    <form class="sheet" method="post" novalidate>
      <h1>Pay by card</h1>
      ${faults.form ? html`<p class="fault" role="alert">${faults.form}</p>` : ''}
      ${Object.keys(faults).length > 0 ? html`<p role="alert">Nothing was charged. Correct what is marked and pay again.</p>` : ''}
      ${field('number', 'Card number', html`inputmode="numeric" autocomplete="cc-number" autofocus required`)}
      <div class="row">
        ${field('expiry', 'Expires (month / year)', html`autocomplete="cc-exp" placeholder="12 / 34" required`)}
        ${field('cvc', 'Security code', html`inputmode="numeric" autocomplete="cc-csc" required`)}
      </div>
      ${field('name', 'Name', html`autocomplete="name" required`)}
      ${field('email', 'E-mail', html`type="email" autocomplete="email" required`)}
      ${field('line1', 'Address', html`autocomplete="address-line1"`)}
      <div class="row">
        ${field('postal_code', 'Postal code', html`autocomplete="postal-code"`)}
        ${field('city', 'City', html`autocomplete="address-level2"`)}
      </div>
      <div class="row">
        ${field('country', 'Country (two letters)', html`autocomplete="country" maxlength="2" required`)}
        ${field('tax_id', 'Tax ID, if you have one')}
      </div>
      ${field('promo', 'Promo code')}
      <button class="primary">Pay ${money(price.unit_amount ?? 0, price.currency)}</button>
    </form>
  </div>`
}

const hidden = (form: CheckoutForm) =>
  FIELDS.filter((name) => name !== 'confirmed').map(
    (name) => html`<input type="hidden" name="${name}" value="${form[name]}">`,
  )

const confirmPage = (
  { name, price }: Seen,
  form: CheckoutForm,
): Html => html`<form class="sheet narrow" method="post">
  <h1>Confirm the payment</h1>
  <p>Your bank asks whether you pay ${money(price.unit_amount ?? 0, price.currency)} for ${name}.</p>
  ${hidden(form)}
  <div class="row">
    <button name="confirmed" value="no">Refuse</button>
    <button class="primary" name="confirmed" value="yes">Confirm</button>
  </div>
</form>`

const over = (reply: FastifyReply, session: Stripe.Checkout.Session) => {
  const isPaid = session.status === 'complete'
  return answer(
    reply,
    isPaid ? 'Paid' : 'Expired',
    html`<div class="sheet narrow"><h1>${isPaid ? 'This is paid' : 'This checkout has expired'}</h1>
      <p>${isPaid ? 'It was paid before. Nothing was charged again.' : 'Nothing was charged. Start the purchase again.'}</p>
      <a href="${isPaid ? returnTo(session) : (session.cancel_url ?? '/')}">Go back to Filewright</a></div>`,
    isPaid ? 200 : 410,
  )
}

const notThere = (reply: FastifyReply) =>
  answer(
    reply,
    'Not found',
    html`<div class="sheet narrow"><h1>Page not found</h1><a href="/">Filewright</a></div>`,
    404,
  )

/** The customer's own page: their card, their invoices, and the plan that they may cancel. */
export function servePortal(app: FastifyInstance, desks: Desks) {
  const open = (id: string) =>
    desks.at(async (desk) => {
      const found = await desk.objects.get<Stripe.BillingPortal.Session>(id, 'billing_portal.session')
      // As at Stripe, its address is valid for a short time.
      if (!found || found.body.created < desk.at - 3600) return null
      const customer = String(found.body.customer)
      return {
        desk,
        session: found.body,
        person: (await desk.objects.get<Stripe.Customer>(customer, 'customer'))?.body as Stripe.Customer,
        cards: await desk.objects.find<Stripe.PaymentMethod>(
          'payment_method',
          sql`body->>'customer' = ${customer}`,
          5,
        ),
        invoices: await desk.objects.find<Stripe.Invoice>(
          'invoice',
          sql`body->>'customer' = ${customer}`,
          24,
        ),
      }
    })
  app.get<{ Params: { id: string } }>('/sandbox/portal/:id', async (request, reply) => {
    const seen = await open(request.params.id)
    return seen ? answer(reply, 'Billing details', portalPage(seen)) : notThere(reply)
  })
  app.post<{ Params: { id: string } }>('/sandbox/portal/:id', async (request, reply) => {
    refuseCrossOrigin(request)
    const seen = await open(request.params.id)
    if (!seen) return notThere(reply)
    const sent = (request.body ?? {}) as Record<string, unknown>
    const number = String(sent.number ?? '')
    await desks.at(async (desk) => {
      if (number !== '') await replaceCard(desk, seen.person.id, number)
      else await saveAddress(desk, seen.person.id, sent)
    })
    return reply.redirect(request.url, 303)
  })
}

interface Portal {
  session: Stripe.BillingPortal.Session
  person: Stripe.Customer
  cards: { body: Stripe.PaymentMethod }[]
  invoices: { body: Stripe.Invoice }[]
}

const portalPage = ({ session, person, cards, invoices }: Portal): Html => html`
  <h1>Billing details</h1><p><a href="${session.return_url ?? '/billing'}">Go back to Filewright</a></p>
  <div class="columns">
    <section>
      <div class="sheet"><h2>Card</h2>
        ${
          cards[0]
            ? html`<p>${cards[0].body.card?.brand ?? ''} ending ${cards[0].body.card?.last4 ?? ''}, expires ${cards[0].body.card?.exp_month ?? ''}/${cards[0].body.card?.exp_year ?? ''}</p>`
            : html`<p>There is no saved card.</p>`
        }
        <form class="cards" method="post">${TEST_CARDS.map(
          ({ number, title }) =>
            html`<button name="number" value="${number}"><span>Use: ${title}</span><code>${number.slice(-4)}</code></button>`,
        )}</form>
      </div>
    </section>
    <section>
      <form class="sheet" method="post"><h2>Address</h2>
        <label>Name<input name="name" value="${person.name ?? ''}"></label>
        <label>Address<input name="line1" value="${person.address?.line1 ?? ''}"></label>
        <div class="row"><label>Postal code<input name="postal_code" value="${person.address?.postal_code ?? ''}"></label>
        <label>City<input name="city" value="${person.address?.city ?? ''}"></label></div>
        <label>Country (two letters)<input name="country" maxlength="2" value="${person.address?.country ?? ''}"></label>
        <button>Save</button>
      </form>
      <div class="sheet scroll"><h2>Payments</h2><table>${invoices.map(
        ({ body }) =>
          html`<tr><td>${body.lines.data.at(-1)?.description ?? ''}</td><td>${body.status ?? ''}</td><td>${money(body.total, body.currency)}</td></tr>`,
      )}</table></div>
    </section>
  </div>`

export type Operators = (request: FastifyRequest) => Promise<boolean>
