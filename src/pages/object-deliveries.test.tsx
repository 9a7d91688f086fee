import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import type { StoredEvent } from '../../tests/mock-api/stored-webhooks.ts'
import { addDelivery } from '../../tests/mock-api/webhook-attempts.ts'
import { queryClient } from '../api/query-client.ts'
import { forgetActing, useActing } from '../stores/acting.ts'

const { open, signIn, db } = withApp()
afterEach(forgetActing)

const HARBOUR = 'biz_7hq2m4kx9tpz3w5c'
const LABEL = 'Webhook deliveries'
const AT = '2026-01-05T10:04:05.000Z'

/** A conversion with an event for webhooks. */
function aConversion() {
  const told = db.webhooks.events.find(
    (event) =>
      event.type === 'conversion.completed' &&
      db.conversions.some(({ conversion }) => conversion.conversion_id === event.objectId),
  )
  if (!told) throw new Error('the mock has no conversion that was told of')
  return told
}
const webhook = (url: RegExp) => db.webhooks.webhooks.find((one) => url.test(one.url))!

/** Replaces the deliveries of an event with one for each of these webhooks. */
function deliverTo(event: StoredEvent, urls: string[]) {
  db.webhooks.deliveries = db.webhooks.deliveries.filter((one) => one.event.id !== event.id)
  return urls.map((url) => {
    const to = { ...webhook(/orders/), id: crypto.randomUUID(), url }
    db.webhooks.webhooks.push(to)
    const delivery = addDelivery(db.webhooks, to.id, event, 'event', { at: AT })
    return Object.assign(delivery, { status: 'succeeded', nextAttemptAt: null, completedAt: AT } as const)
  })
}
/** The state of the event requests. */
const asked = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['listEvents'] })
    .map(({ state }) => state.status)
const lines = async () => within(await screen.findByRole('list', { name: LABEL })).getAllByRole('listitem')

describe('the deliveries of a conversion', () => {
  it('stand in its timeline with their state, and lead to the page of the webhook', async () => {
    const event = aConversion()
    const [done, waiting, failed, cancelled] = deliverTo(event, [
      'https://a.example/x',
      'https://b.example/x',
      'https://c.example/x',
      'https://d.example/x',
    ])
    Object.assign(waiting!, {
      ...{ status: 'pending', completedAt: null },
      nextAttemptAt: new Date(Date.now() + 299_000).toISOString(),
    })
    const attempt = { at: AT, duration_ms: 3, status_code: 500, error: 'Broken.' }
    Object.assign(failed!, {
      status: 'failed',
      attempts: Array.from({ length: 8 }, () => ({ ...attempt, response_headers: {}, response_body: '' })),
    })
    Object.assign(cancelled!, { status: 'cancelled' })
    signIn()
    const { user } = open(`/history/${event.objectId}`)
    const shown = await lines()
    // Failed deliveries are never collapsed.
    expect(shown[0]).toHaveTextContent(/^conversion\.completed to c\.example\s*Failed after 8 attempts$/)
    expect(shown[1]).toHaveTextContent(/^conversion\.completed to b\.example\s*Pending, next attempt in 4/)
    expect(shown[2]).toHaveTextContent(/^conversion\.completed to a\.example\s*Delivered 5 January/)
    expect(within(shown[2]!).getByRole('link')).toHaveAttribute(
      'href',
      `/webhooks/${done!.webhookId}?delivery=${done!.id}`,
    )
    await user.click(screen.getByRole('button', { name: 'Show 1 more webhook' }))
    const all = await lines()
    expect(all).toHaveLength(4)
    expect(all[3]).toHaveTextContent(/d\.example\s*Cancelled$/)
    expect(screen.getByRole('heading', { name: 'Webhooks' })).toBeInTheDocument()
  })

  it('say of an event that was sent again how that ended', async () => {
    const event = aConversion()
    const [first] = deliverTo(event, ['https://a.example/x'])
    Object.assign(first!, { status: 'failed' })
    const again = addDelivery(db.webhooks, first!.webhookId, event, 'resend', { at: AT })
    Object.assign(again, { status: 'succeeded', nextAttemptAt: null, completedAt: AT })
    signIn()
    open(`/history/${event.objectId}`)
    const shown = await lines()
    expect(shown).toHaveLength(1)
    expect(shown[0]).toHaveTextContent('Delivered')
    expect(within(shown[0]!).getByRole('link')).toHaveAttribute('href', expect.stringContaining(again.id))
  })

  it('are asked for again while one waits', async () => {
    const event = aConversion()
    const [one] = deliverTo(event, ['https://a.example/x'])
    const nextAttemptAt = new Date(Date.now() + 60_000).toISOString()
    Object.assign(one!, { status: 'pending', completedAt: null, nextAttemptAt })
    signIn()
    open(`/history/${event.objectId}`)
    expect((await lines())[0]).toHaveTextContent('Pending, next attempt in')
    Object.assign(one!, { status: 'succeeded', nextAttemptAt: null, completedAt: AT })
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(async () => expect((await lines())[0]).toHaveTextContent('Delivered'))
  })

  it('are not shown where no webhook was notified', async () => {
    const event = aConversion()
    deliverTo(event, [])
    signIn()
    open(`/history/${event.objectId}`)
    await waitFor(() => expect(asked()).toEqual(['success']))
    expect(screen.getByRole('heading', { name: 'Activity' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull()
  })

  it('are asked for and shown where a member may see webhooks, and not elsewhere', async () => {
    const event = aConversion()
    deliverTo(event, ['https://a.example/x'])
    const business = db.businesses.businesses.find(({ publicId }) => publicId === HARBOUR)!
    const member = db.businesses.members.find(
      ({ email, businessId }) => email === 'maren@harbour.example' && businessId === business.id,
    )!
    Object.assign(member, { role: 'viewer', grants: {} })
    for (const one of db.conversions) one.owner = business.id
    for (const one of db.webhooks.events) one.owner = business.id
    signIn()
    useActing.setState({ id: HARBOUR })
    const { unmount } = open(`/history/${event.objectId}`)
    await screen.findByRole('heading', { name: 'Activity' })
    await waitFor(() => expect(asked()).toEqual(['pending']))
    expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull()
    unmount()
    queryClient.clear()
    Object.assign(member, { grants: { 'webhooks:read': true } })
    open(`/history/${event.objectId}`)
    expect((await lines())[0]).toHaveTextContent('Delivered')
  })

  it('are not requested without an account', async () => {
    const event = aConversion()
    open(`/history/${event.objectId}`)
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull())
    expect(asked()).not.toContain('success')
  })
})

describe('the deliveries of a signing session', () => {
  it('stand below its log, an event after the other', async () => {
    const session = db.signing.sessions.find(({ title }) => title === 'Crew contract, Lindqvist')!
    signIn()
    open(`/signing/${session.id}`)
    const shown = await lines()
    const types = shown.map((line) => /^signing\.\w+/.exec(line.textContent)?.[0])
    expect(types).toEqual(['signing.sent', 'signing.opened', 'signing.signed', 'signing.completed'])
    expect(shown[0]).toHaveTextContent(/^signing\.sent to archive\.example/)
  })

  it('fold all events but the newest ten', async () => {
    const session = db.signing.sessions.find(({ title }) => title === 'Berth swap')!
    for (let at = 0; at < 12; at++) {
      const createdAt = new Date(Date.parse(AT) + at * 60_000).toISOString()
      const event = { ...aConversion(), id: crypto.randomUUID(), objectId: session.id, createdAt }
      db.webhooks.events.push({ ...event, type: at === 0 ? 'signing.sent' : 'signing.opened' })
      deliverTo(event, ['https://a.example/x'])
    }
    signIn()
    const { user } = open(`/signing/${session.id}`)
    expect(await lines()).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Show 2 earlier events' }))
    const shown = await lines()
    expect(shown).toHaveLength(12)
    expect(shown[0]).toHaveTextContent('signing.sent')
  })
})
