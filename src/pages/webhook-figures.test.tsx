import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import type { StoredDelivery } from '../../tests/mock-api/stored-webhooks.ts'

const { open, signIn, db } = withApp()

const HOUR = 3_600_000

// Fixed clock, so that no hour ends between rendering and the assertion.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const webhook = (part: string) => db.webhooks.webhooks.find((one) => one.url.includes(part))!
const page = (part: string, search = '') => `/webhooks/${webhook(part).id}${search}`
const panel = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('section')!)
const overTime = () => panel('Deliveries over time')
const byType = () => panel('Events by type')
const list = () => screen.getByRole('table', { name: 'Deliveries' })
const rows = () => within(list()).getAllByRole('row').length - 1
const chart = async (by: 'hour' | 'day') =>
  (await overTime()).findByRole('application', { name: new RegExp(`^Deliveries by ${by}\\.`) })
const says = (of: HTMLElement) => of.querySelector('[aria-live]')
const searchOf = (router: { state: { location: { search: string } } }) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search))

/** Deliveries of a webhook since the start of an hour some hours ago. */
const since = (part: string, hours: number) => {
  const from = (Math.floor(Date.now() / HOUR) - hours) * HOUR
  return db.webhooks.deliveries.filter(
    ({ webhookId, createdAt }) => webhookId === webhook(part).id && Date.parse(createdAt) >= from,
  )
}
const count = (deliveries: StoredDelivery[], status: StoredDelivery['status']) =>
  deliveries.filter((one) => one.status === status).length
/** "12 delivered, 1 failed, 0 pending." */
const sentence = (of: StoredDelivery[]) =>
  `${count(of, 'succeeded')} delivered, ${count(of, 'failed')} failed, ${count(of, 'pending')} pending.`

/** Fails the statistics requests until it is restored. */
function failing() {
  const real = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    return pathname.endsWith('/stats/')
      ? Promise.resolve(new Response('', { status: 400 }))
      : real(input, init)
  })
}

describe('deliveries of a webhook over time', { timeout: 30_000 }, () => {
  it('say each hour as one moves with the keys, and filter the list by the one that is chosen', async () => {
    signIn()
    const { user, router } = open(page('archive', '?status=pending'))
    const bars = await chart('hour')
    bars.focus()
    await user.keyboard('{End}')
    expect(says(bars)).toHaveTextContent(/^Today \d\d:00 to \d\d:00: \d+ deliver(y|ies)\. /)
    expect(says(bars)).toHaveTextContent(sentence(since('archive', 0)))
    await user.keyboard('{ArrowLeft}')
    const before = since('archive', 1).filter((one) => !since('archive', 0).includes(one))
    expect(before.length).toBeGreaterThan(0)
    expect(says(bars)).toHaveTextContent(sentence(before))
    const legend = (await overTime()).getByText('Delivered').parentElement!
    expect(legend).toHaveTextContent(
      `Delivered ${count(before, 'succeeded')}Failed ${count(before, 'failed')}Pending ${count(before, 'pending')}`,
    )

    await user.keyboard('{Enter}')
    const hour = Math.floor(Date.now() / HOUR) * HOUR
    expect(searchOf(router)).toEqual({
      status: 'pending',
      since: new Date(hour - HOUR).toISOString(),
      until: new Date(hour).toISOString(),
    })
    await waitFor(() => expect(rows()).toBe(count(before, 'pending')))
    expect(says(bars)).toHaveTextContent('The list below shows these deliveries.')
    expect(screen.getByRole('button', { name: /^Time: / })).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(searchOf(router), 'the same bar again').toEqual({ status: 'pending' })
    await user.keyboard('{Escape}')
    expect(legend).toHaveTextContent(/^All 24 hours/)
  })

  it('are filtered by a click on a bar', async () => {
    signIn()
    const { user, router } = open(page('archive'))
    const bars = await chart('hour')
    vi.spyOn(bars, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 240 } as DOMRect)
    await user.pointer({ keys: '[MouseLeft]', target: bars, coords: { clientX: 100 + 235 } })
    const hour = Math.floor(Date.now() / HOUR) * HOUR
    expect(searchOf(router)).toEqual({
      since: new Date(hour).toISOString(),
      until: new Date(hour + HOUR).toISOString(),
    })
    await user.pointer({ keys: '[MouseLeft]', target: bars, coords: { clientX: 100 + 5 } })
    expect(searchOf(router).since).toBe(new Date(hour - 23 * HOUR).toISOString())
  })

  it('have a range and a table in the address, which filters and deliveries leave as they are', async () => {
    signIn()
    const { user, router } = open(page('crm'))
    const head = await overTime()
    expect(
      await head.findByText('No deliveries in the last 24 hours. The webhook is disabled.'),
    ).toBeVisible()
    expect((await byType()).getByText('No events were sent in the last 24 hours.')).toBeVisible()
    await user.click(head.getByRole('radio', { name: '30 days' }))
    expect(searchOf(router)).toEqual({ range: '30d' })
    await chart('day')
    expect(head.getByText('All 30 days')).toBeInTheDocument()
    await user.click(head.getByRole('radio', { name: 'Table' }))
    expect(searchOf(router)).toEqual({ range: '30d', view: 'table' })

    const table = head.getByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 30 + 1)
    const all = since('crm', 30 * 24)
    const total = within(table).getAllByRole('row').at(-1)!
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells(total)).toEqual(
      [all.length, count(all, 'succeeded'), count(all, 'failed'), 0].map((of) => String(of)),
    )
    const link = within(table).getAllByRole('link')[0]!
    const day = link.closest('tr')!
    await user.click(link)
    expect(searchOf(router)).toMatchObject({ range: '30d', view: 'table', since: expect.any(String) })
    await waitFor(() => expect(String(rows())).toBe(cells(day)[0]))
    expect(link).toHaveAttribute('aria-current', 'true')
    await user.click(within(list()).getAllByRole('link')[0]!)
    await screen.findByRole('region', { name: 'Delivery' })
    expect(searchOf(router)).toMatchObject({ range: '30d', view: 'table', delivery: expect.any(String) })
    await user.click(link)
    expect(searchOf(router)).toEqual({ range: '30d', view: 'table', delivery: expect.any(String) })
  })

  it('fall back to a day where the range is mistyped', async () => {
    signIn()
    open(page('orders', '?range=9y&view=nonsense'))
    expect(await chart('hour')).toBeInTheDocument()
    expect((await overTime()).getByRole('radio', { name: '24 hours' })).toBeChecked()
  })

  it('are downloaded as they are shown', async () => {
    signIn()
    const { user } = open(page('crm', '?range=7d'))
    await chart('day')
    const made = vi.spyOn(URL, 'createObjectURL')
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await user.click((await overTime()).getByRole('button', { name: 'Download as CSV' }))
    expect(names).toEqual([
      expect.stringMatching(/^deliveries-crm\.example-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/),
    ])
    const lines = (await (made.mock.calls[0]![0] as Blob).text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 7)
    expect(lines[0]).toBe('date,since,until,succeeded,failed,pending')
  })

  it('say what went wrong, and come with another try', async () => {
    signIn()
    const lost = failing()
    const { user } = open(page('orders'))
    const again = await (await overTime()).findByRole('button', { name: 'Retry' })
    expect(screen.queryByRole('heading', { name: 'Events by type' })).toBeNull()
    expect(await screen.findByRole('table', { name: 'Deliveries' })).toBeInTheDocument()
    lost.mockRestore()
    await user.click(again)
    expect(await chart('hour')).toBeInTheDocument()
    expect(await byType()).toBeTruthy()
  })
})

describe('events of a webhook by type', { timeout: 30_000 }, () => {
  it('are listed with their figures, the most first, and lead to their deliveries', async () => {
    signIn()
    const { user, router } = open(page('archive'))
    const table = await (await byType()).findByRole('table', { name: 'Events by type' })
    const day = since('archive', 23)
    const types = Map.groupBy(day, ({ event }) => event.type)
    const [, ...shown] = within(table).getAllByRole('row')
    expect(shown).toHaveLength(types.size)
    const counts = shown.map((row) => {
      const cells = within(row).getAllByRole('cell')
      const of = types.get(cells[0]!.textContent as never)!
      const figures = cells.slice(1, 4).map((cell) => Number(/\d+$/.exec(cell.textContent)?.[0]))
      expect(figures, cells[0]!.textContent).toEqual([
        count(of, 'succeeded'),
        count(of, 'failed'),
        count(of, 'pending'),
      ])
      expect(cells[4]).toHaveTextContent(/^Median (\d+\s(ms|s)|–)$/)
      return figures.reduce((sum, one) => sum + one, 0)
    })
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))

    const link = within(table).getByRole('link', { name: 'webhook.test' })
    await user.click(link)
    expect(searchOf(router)).toEqual({ type: 'webhook.test' })
    await waitFor(() => expect(rows()).toBe(3))
    expect(link).toHaveAttribute('aria-current', 'true')
    await user.click(link)
    expect(searchOf(router), 'again').toEqual({})
  })

  it('that are in no catalogue any more are named and lead nowhere', async () => {
    signIn()
    for (const { event } of since('orders', 23)) Object.assign(event, { type: 'conversion.renamed' })
    open(page('orders'))
    const table = await (await byType()).findByRole('table', { name: 'Events by type' })
    expect(within(table).getAllByRole('cell')[0]).toHaveTextContent('conversion.renamed')
    expect((await byType()).queryByRole('link')).toBeNull()
  })

  it('keep the range of the chart when a test is sent', async () => {
    signIn()
    const { user, router } = open(page('orders', '?range=7d&status=failed'))
    await chart('day')
    await user.click(screen.getByRole('button', { name: 'Send test event' }))
    await user.click(await screen.findByRole('menuitem', { name: 'webhook.test' }))
    await waitFor(() => expect(searchOf(router)).toEqual({ range: '7d', delivery: expect.any(String) }))
  })
})
