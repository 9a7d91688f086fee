import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'

const { open, signIn, db } = withApp()

const webhook = (part: string) => db.webhooks.webhooks.find((one) => one.url.includes(part))!
const page = (part: string, search = '') => `/webhooks/${webhook(part).id}${search}`
const table = async () => within(await screen.findByRole('table', { name: 'Deliveries' }))
const rowCount = async () => (await table()).getAllByRole('row').length - 1
const delivery = async () => within(await screen.findByRole('region', { name: 'Delivery' }))
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const ofWebhook = (part: string) =>
  db.webhooks.deliveries.filter(({ webhookId }) => webhookId === webhook(part).id)

describe('a webhook', () => {
  it('filters its deliveries by status, type and id, in the address', async () => {
    signIn()
    const { user, router } = open(page('archive'))
    await table()
    await user.click(screen.getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Failed' }))
    expect(router.state.location.search).toBe('?status=failed')
    const failed = ofWebhook('archive').filter(({ status }) => status === 'failed').length
    await waitFor(async () => expect(await rowCount()).toBe(failed))
    await user.click(screen.getByRole('button', { name: 'Event type' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'webhook.test' }))
    await waitFor(async () => expect(await rowCount()).toBe(3))
    const [one] = ofWebhook('archive').filter(({ trigger }) => trigger === 'test')
    await user.type(screen.getByRole('searchbox', { name: 'Search deliveries by ID' }), one!.id)
    await waitFor(async () => expect(await rowCount()).toBe(1))
    expect(new URLSearchParams(router.state.location.search).get('q')).toBe(one!.id)
    await user.clear(screen.getByRole('searchbox', { name: 'Search deliveries by ID' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search deliveries by ID' }), 'evt_nothing')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('goes over the deliveries with the arrow keys and opens one with Enter', async () => {
    signIn()
    const { user, router } = open(page('archive'))
    const links = (await table()).getAllByRole('link')
    links[0]!.focus()
    await user.keyboard('{ArrowUp}')
    expect(links[0]).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(links[1]).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await (await delivery()).findByRole('list', { name: 'Attempts' })).toBeInTheDocument()
    expect(new URLSearchParams(router.state.location.search).get('delivery')).toBeTruthy()
  })

  it('takes a time from the address and shows what was sent since', async () => {
    signIn()
    const since = new Date(Date.now() - 3_600_000).toISOString()
    open(page('archive', `?since=${since}`))
    const recent = ofWebhook('archive').filter(({ createdAt }) => createdAt >= since).length
    expect(recent).toBeGreaterThan(0)
    expect(await rowCount()).toBe(recent)
    expect(screen.getByRole('button', { name: /^Time: Since / })).toBeInTheDocument()
  })

  it('shows attempts, request and response as text, and the next attempt as a clock', async () => {
    signIn()
    const waits = ofWebhook('archive').find(
      ({ status, attempts }) =>
        status === 'pending' && attempts.some((one) => one.status_code === 500) && attempts.length > 1,
    )!
    const { user } = open(page('archive', `?delivery=${waits.id}`))
    const shown = await delivery()
    const attempts = within(await shown.findByRole('list', { name: 'Attempts' }))
    expect(attempts.getAllByRole('button')).toHaveLength(waits.attempts.length)
    expect(attempts.getByRole('timer')).toHaveTextContent(/^in \d/)
    expect(attempts.getByText(`Attempt ${waits.attempts.length + 1} of 8`)).toBeInTheDocument()
    await user.click(attempts.getAllByRole('button', { name: /HTTP 500/ })[0]!)
    const body = shown.getByRole('group', { name: 'Response body' })
    expect(body).toHaveTextContent('<h1>Internal Server Error</h1>')
    expect(body.querySelector('h1, script')).toBeNull()
    await user.click(attempts.getAllByRole('button', { name: /No response/ })[0]!)
    expect(shown.queryByRole('group', { name: 'Response body' })).toBeNull()
    await user.click(shown.getByRole('tab', { name: 'Request' }))
    expect(shown.getByRole('group', { name: 'Request headers' })).toHaveTextContent(
      /POST https:\/\/archive\.example\/in.*webhook-id: evt_/,
    )
    const copied = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(shown.getByRole('button', { name: 'Copy as curl' }))
    expect(copied).toHaveBeenCalledWith(
      expect.stringMatching(/^curl -X POST 'https:\/\/archive\.example\/in' \\\n {2}-H '/),
    )
  })

  it('cancels one that waits, and resends an event as a new delivery', async () => {
    signIn()
    const waits = ofWebhook('archive').find(({ status }) => status === 'pending')!
    const { user, router } = open(page('archive', `?delivery=${waits.id}`))
    const shown = await delivery()
    await user.click(await shown.findByRole('button', { name: 'Cancel delivery' }))
    expect(await shown.findByText('Cancelled')).toBeInTheDocument()
    expect(shown.queryByRole('button', { name: 'Cancel delivery' })).toBeNull()
    expect(waits.status).toBe('cancelled')
    await user.click(shown.getByRole('button', { name: 'Resend event' }))
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('delivery')).not.toBe(waits.id),
    )
    const id = new URLSearchParams(router.state.location.search).get('delivery')
    expect(db.webhooks.deliveries.find((one) => one.id === id)).toMatchObject({
      trigger: 'resend',
      event: waits.event,
    })
  })

  it('sends a test of a type and shows the answer when it is there', async () => {
    signIn()
    const { user } = open(page('orders'))
    await user.click(await screen.findByRole('button', { name: 'Send test event' }))
    await user.click(await screen.findByRole('menuitem', { name: 'pipeline.run.failed' }))
    const shown = await delivery()
    expect(await shown.findByText('HTTP 200')).toBeInTheDocument()
    expect(shown.getByText('Delivered')).toBeInTheDocument()
    expect(shown.getByRole('heading', { name: 'pipeline.run.failed' })).toBeInTheDocument()
  })

  it('saves only what was changed, and keeps headers whose values it cannot show', async () => {
    signIn()
    const { user } = open(page('orders', '?edit=1'))
    const asks = await dialog('Webhook settings')
    const field = asks.getByRole('textbox', { name: 'Endpoint URL' })
    await user.clear(field)
    await user.type(field, 'https://localhost/')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/not an address of the public internet/))
    await user.clear(field)
    await user.type(field, 'https://new.orders.example/in')
    await user.click(await asks.findByRole('checkbox', { name: 'conversion.deleted' }))
    await user.click(asks.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(webhook('orders')).toMatchObject({
      url: 'https://new.orders.example/in',
      events: ['conversion.completed', 'conversion.failed'],
      description: 'Order system',
      headerNames: ['X-Api-Gateway'],
    })
    expect(await screen.findByRole('heading', { name: 'new.orders.example' })).toBeInTheDocument()
  })

  it('says which header cannot be set', async () => {
    signIn()
    const { user } = open(page('archive', '?edit=1'))
    const asks = await dialog('Webhook settings')
    await user.click(asks.getByRole('button', { name: 'Add header' }))
    await user.type(asks.getByRole('textbox', { name: 'Name of header 1' }), 'Host')
    await user.click(asks.getByRole('button', { name: 'Save settings' }))
    expect(await asks.findByRole('alert')).toHaveTextContent(
      'Host: This header is set by Filewright and cannot be chosen.',
    )
  })

  it('rotates the secret with hours of grace, and shows the new one once', async () => {
    signIn()
    const before = webhook('orders').secret
    const { user } = open(page('orders'))
    await user.click(await screen.findByRole('button', { name: 'Rotate' }))
    const asks = await dialog('Rotate secret?')
    const hours = asks.getByRole('textbox', { name: 'Hours until the old secret expires' })
    await user.clear(hours)
    await user.type(hours, '500')
    await user.click(asks.getByRole('button', { name: 'Rotate secret' }))
    expect(hours).toHaveAccessibleDescription('Enter a whole number from 0 to 168.')
    await user.clear(hours)
    await user.type(hours, '2')
    await user.click(asks.getByRole('button', { name: 'Rotate secret' }))
    const made = await dialog('Save the new secret')
    expect(webhook('orders').secret).not.toBe(before)
    expect(made.getByText(webhook('orders').secret)).toBeInTheDocument()
    await user.click(made.getByRole('checkbox', { name: 'I’ve saved the secret' }))
    await user.click(made.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(webhook('orders').secret)).toBeNull()
    expect(await screen.findByText(/^The previous secret is valid until/)).toBeInTheDocument()
  })

  it('says how many missed events it will send, then sends them', async () => {
    signIn()
    for (const one of ofWebhook('orders').slice(0, 3))
      Object.assign(one, { status: 'failed', nextAttemptAt: null })
    const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const { user } = open(page('orders', `?recover=${since}`))
    const asks = await dialog('Recover events')
    const send = await asks.findByRole('button', { name: /^Send \d+ events?$/ })
    const count = Number(/\d+/.exec(send.textContent)?.[0])
    expect(asks.getByRole('status')).toHaveTextContent(`${count} events will be sent.`)
    expect(ofWebhook('orders').filter(({ trigger }) => trigger === 'recover')).toHaveLength(0)
    await user.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(ofWebhook('orders').filter(({ trigger }) => trigger === 'recover')).toHaveLength(count)
  })

  it('says why it was disabled, and recovers nothing before it is enabled', async () => {
    signIn()
    const { user } = open(page('crm'))
    expect(await screen.findByText(/because the receiver returned 410 Gone/)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Recover events' }))
    const asks = await dialog('Recover events')
    expect(asks.queryByRole('button', { name: /^Send/ })).toBeNull()
    await user.click(asks.getByRole('button', { name: 'Enable webhook' }))
    expect(await asks.findByRole('button', { name: /^Send/ })).toBeInTheDocument()
    expect(webhook('crm').disabledAt).toBeNull()
  })

  it('leads back to the list once it is deleted', async () => {
    signIn()
    const { user, router } = open(page('crm'))
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete webhook' }))
    const asks = within(
      await screen.findByRole('alertdialog', { name: 'Delete webhook crm.example/hooks/v1?' }),
    )
    await user.click(asks.getByRole('button', { name: 'Delete webhook' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/webhooks'))
    expect(db.webhooks.webhooks.some(({ url }) => url.includes('crm'))).toBe(false)
  })

  it('says that a delivery is not kept any more', async () => {
    signIn()
    open(page('orders', '?delivery=018f2d6e-9999-7000-8000-000000000001'))
    expect(await screen.findByText(/^Delivery not found/)).toBeInTheDocument()
  })
})
