import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { forgetActing, useActing } from '../stores/acting.ts'

const { open, signIn, db } = withApp()
afterEach(() => {
  forgetActing()
  history.replaceState(null, '', '/')
})

const HOUR = 3_600_000
const HARBOUR = 'biz_7hq2m4kx9tpz3w5c'
const row = async (name: string) =>
  (await screen.findByRole('link', { name })).closest<HTMLElement>('[role=row]')!
const webhook = (url: RegExp) => db.webhooks.webhooks.find((one) => url.test(one.url))!

describe('webhooks', () => {
  it('shows state, events, success rate and last failure of each', async () => {
    signIn()
    open('/webhooks')
    const orders = await row('hooks.orders.example/filewright')
    expect(orders).toHaveTextContent('Enabled')
    expect(orders).toHaveTextContent('conversion.*')
    const ended = db.webhooks.deliveries.filter(
      ({ webhookId, status, createdAt }) =>
        webhookId === webhook(/orders/).id &&
        Math.floor(Date.parse(createdAt) / HOUR) > Math.floor(Date.now() / HOUR) - 24 &&
        (status === 'succeeded' || status === 'failed'),
    )
    const succeeded = ended.filter(({ status }) => status === 'succeeded').length
    const share = Math.floor((1000 * succeeded) / ended.length) / 10
    expect(orders).toHaveTextContent(`${share}%${succeeded} of ${ended.length}`)
    const archive = await row('archive.example/in')
    expect(archive).toHaveTextContent(/Failing since .*\. \d+ deliveries are pending\./)
    expect(archive).toHaveTextContent('all events')
    expect(archive).toHaveTextContent(/Last failure: The receiver answered 500/)
    expect(within(archive).getByRole('link', { name: /^View \d+ pending$/ })).toHaveAttribute(
      'href',
      expect.stringContaining('?status=pending'),
    )
    const former = await row('crm.example/hooks/v1')
    expect(former).toHaveTextContent(/Disabled .* because the receiver returned 410 Gone\./)
    expect(screen.getByText('3 webhooks')).toBeInTheDocument()
  })

  it('says each hour of the sparkline as one moves with the arrow keys', async () => {
    signIn()
    const { user } = open('/webhooks')
    const archive = within(await row('archive.example/in'))
    const line = archive.getByRole('application', { name: 'Deliveries by hour: archive.example/in' })
    line.focus()
    await user.keyboard('{Home}')
    const first = archive.getByRole('status').textContent
    expect(first).toMatch(/^From \d\d:00: \d+ delivered/)
    await user.keyboard('{ArrowRight}')
    expect(archive.getByRole('status').textContent).not.toBe(first)
    await user.keyboard('{ArrowLeft}')
    expect(archive.getByRole('status')).toHaveTextContent(first ?? '')
  })

  it('filters by state and by a part of the URL, in the address', async () => {
    signIn()
    const { user, router } = open('/webhooks')
    await user.click(await screen.findByRole('radio', { name: /^Failing/ }))
    expect(router.state.location.search).toBe('?state=failing')
    expect(screen.queryByRole('link', { name: 'crm.example/hooks/v1' })).toBeNull()
    expect(screen.getByRole('link', { name: 'archive.example/in' })).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search webhooks' }), 'crm')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: 'crm.example/hooks/v1' })).toBeInTheDocument()
    expect(router.state.location.search).toBe('')
  })

  it('enables a disabled one and offers the events that it missed', async () => {
    signIn()
    const { user, router } = open('/webhooks')
    const former = webhook(/crm/)
    const { disabledAt } = former
    await user.click(
      within(await row('crm.example/hooks/v1')).getByRole('button', { name: 'Enable webhook' }),
    )
    // Toasts support swiping, which needs pointer APIs that jsdom lacks.
    fireEvent.click(await screen.findByRole('button', { name: 'Recover events' }))
    expect(former.disabledAt).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/webhooks/${former.id}`))
    expect(new URLSearchParams(router.state.location.search).get('recover')).toBe(disabledAt)
  })

  it('disables and deletes after a question that names it', async () => {
    signIn()
    const { user } = open('/webhooks')
    await user.click(await screen.findByRole('button', { name: 'More for hooks.orders.example/filewright' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Disable webhook' }))
    const asks = within(
      await screen.findByRole('alertdialog', {
        name: 'Disable webhook hooks.orders.example/filewright?',
      }),
    )
    await user.click(asks.getByRole('button', { name: 'Disable webhook' }))
    await waitFor(() => expect(webhook(/orders/).disabledReason).toBe('owner'))
    await waitFor(async () =>
      expect(await row('hooks.orders.example/filewright')).toHaveTextContent('No events are sent.'),
    )
    await user.click(screen.getByRole('button', { name: 'More for hooks.orders.example/filewright' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete webhook' }))
    const sure = within(await screen.findByRole('alertdialog'))
    await user.click(sure.getByRole('button', { name: 'Delete webhook' }))
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'hooks.orders.example/filewright' })).toBeNull(),
    )
    expect(db.webhooks.webhooks).toHaveLength(2)
  })

  it('has one sentence and one button where there is none', async () => {
    signIn()
    db.webhooks.webhooks = []
    const { user, router } = open('/webhooks')
    expect(await screen.findByText('No webhooks yet')).toBeInTheDocument()
    const [button, ...others] = screen.getAllByRole('link', { name: 'Create webhook' })
    expect(others).toEqual([])
    await user.click(button!)
    await waitFor(() => expect(router.state.location.pathname).toBe('/webhooks/new'))
  })

  it('says what went wrong and tries again', async () => {
    signIn()
    const real = globalThis.fetch
    const broken = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((...request) =>
        String(request[0]).startsWith('/api/v1/webhooks/')
          ? Promise.resolve(
              Response.json(
                { code: 'body_too_large', status: 413, detail: 'no', title: 'no' },
                { status: 413 },
              ),
            )
          : real(...request),
      )
    const { user } = open('/webhooks')
    const again = await screen.findByRole('button', { name: 'Retry' })
    broken.mockRestore()
    await user.click(again)
    expect(await screen.findByRole('link', { name: 'archive.example/in' })).toBeInTheDocument()
  })

  it('has no actions for a member who may only see them', async () => {
    signIn()
    const business = db.businesses.businesses.find(({ publicId }) => publicId === HARBOUR)!
    const member = db.businesses.members.find(
      ({ email, businessId }) => email === 'maren@harbour.example' && businessId === business.id,
    )!
    Object.assign(member, { role: 'viewer', grants: { 'webhooks:read': true } })
    for (const one of db.webhooks.webhooks) one.owner = business.id
    useActing.setState({ id: HARBOUR })
    const { user } = open('/webhooks')
    await row('archive.example/in')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Create webhook' })).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Enable webhook' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'archive.example/in' }))
    const deliveries = within(await screen.findByRole('table', { name: 'Deliveries' }))
    await user.click(deliveries.getAllByRole('link')[0]!)
    const delivery = within(await screen.findByRole('region', { name: 'Delivery' }))
    expect(await delivery.findByRole('list', { name: 'Attempts' })).toBeInTheDocument()
    for (const name of ['Resend event', 'Cancel delivery', 'Send test event', 'Rotate', 'Edit', 'More'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
