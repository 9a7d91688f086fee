import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { newEvent } from '../../tests/mock-api/stored-webhooks.ts'
import { sessionQuery } from '../api/account.ts'
import { invalidate, queryClient } from '../api/query-client.ts'
import type { EventType } from '../api/webhooks.ts'
import { setNotices } from '../stores/preferences.ts'

const { open, signIn, db } = withApp({ width: 80 })

const MINUTE = 60_000
let told = 0
/** Adds a notification of the given minutes ago. */
function tell(type: EventType, objectId: string, object: object, ago = 0) {
  const id = `018f2d6e-9000-7000-8000-${String(++told).padStart(12, '0')}`
  const createdAt = new Date(Date.now() - ago * MINUTE).toISOString()
  db.webhooks.events.push(newEvent({ owner: MAREN.id, type, objectId, createdAt, object, id }))
}
const recipient = { name: 'Ana Ruiz Calder', state: 'done', done_at: '2026-11-24T09:00:00.000Z' }
const lease = { title: 'Lease, Unit 4', done: 2, acting: 3, recipients: [recipient] }
const photos = { name: 'Site photos', downloads: 3, max_downloads: 10 }
const batch = (seconds: number) => ({
  ...{ total: 4, completed: 3, failed: 1 },
  conversions: [
    { filename: 'look-02.png', created_at: new Date(Date.now() - (seconds + 10) * 1000).toISOString() },
  ],
})

beforeEach(() => {
  signIn()
  db.webhooks.events = []
})
afterEach(() => {
  onlineManager.setOnline(true)
  vi.restoreAllMocks()
})

const bell = (name: string | RegExp) => screen.findByRole('button', { name })
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }))
const links = (within: { queryAllByRole: typeof screen.queryAllByRole }) =>
  within.queryAllByRole('link', { name: /: / }).map((link) => link.getAttribute('aria-label'))

describe('the bell', () => {
  it('counts what is new, and opens the newest, day by day', async () => {
    tell('signing.signed', 'lease', lease, 5)
    tell('share.downloaded', 'photos', photos, 2 * 24 * 60)
    tell('batch.completed', 'batch', batch(60))
    const { user } = open('/history')
    await user.click(await bell('Notifications, 3 new'))
    const shown = await panel()
    expect(await shown.findByText('3 new')).toBeInTheDocument()
    await waitFor(() =>
      expect(links(shown)).toEqual([
        'View, new: 3 conversions completed, 1 not completed',
        'View, new: Ana Ruiz Calder signed “Lease, Unit 4”',
        'View, new: “Site photos” was downloaded',
      ]),
    )
    expect(shown.getByText('Today')).toBeInTheDocument()
    expect(shown.getByText('look-02.png and 3 more')).toBeInTheDocument()
    expect(shown.getByText('2 of 3 have signed')).toBeInTheDocument()
    expect(shown.getByText('7 downloads left')).toBeInTheDocument()
    expect(shown.getByText('Ana Ruiz Calder').tagName).toBe('BDI')
  })

  it('is moved through by keys: E marks as read, Enter opens and marks as read', async () => {
    tell('signing.signed', 'lease', lease, 5)
    tell('share.downloaded', 'photos', photos)
    const { user, router } = open('/history')
    await user.click(await bell('Notifications, 2 new'))
    const shown = await panel()
    const first = await shown.findByRole('link', { name: /Site photos/ })
    first.focus()
    await user.keyboard('e')
    expect(await shown.findByRole('link', { name: 'View: “Site photos” was downloaded' })).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(shown.getByRole('link', { name: /Lease/ })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowUp}{ArrowDown}{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/signing/lease'))
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull()
    await waitFor(() => expect(db.notifications[0]?.marks.size).toBe(2))
  })

  it('marks all as read up to the newest that was shown', async () => {
    tell('signing.signed', 'lease', lease, 5)
    tell('share.downloaded', 'photos', photos, 1)
    const { user } = open('/history')
    await user.click(await bell('Notifications, 2 new'))
    await user.click(await (await panel()).findByRole('button', { name: 'Mark all as read' }))
    expect(await bell('Notifications')).toBeInTheDocument()
    await waitFor(() => expect(db.notifications[0]?.readUntil).toBe(db.webhooks.events[1]?.createdAt))
    tell('credits.low', MAREN.id, { remaining: 40, held: 2 })
    await invalidate('listNotifications')
    expect(await bell('Notifications, 1 new')).toBeInTheDocument()
  })

  it('shows a group, and nothing where there is none', async () => {
    tell('signing.signed', 'lease', lease)
    const { user } = open('/history')
    await user.click(await bell(/Notifications/))
    const shown = await panel()
    await user.click(await shown.findByRole('tab', { name: 'Signing' }))
    expect(await shown.findByRole('link', { name: /Lease/ })).toBeInTheDocument()
    await user.click(shown.getByRole('tab', { name: 'Sharing' }))
    expect(await shown.findByText('No notifications yet')).toBeInTheDocument()
  })

  it('leads from a second factor that was reset to the page of security', async () => {
    tell('account.second_factor.reset', MAREN.id, { user_id: MAREN.id, methods: ['totp'] })
    const { user } = open('/history')
    await user.click(await bell('Notifications, 1 new'))
    const name = 'Open security, new: An administrator reset your second factor'
    expect(await (await panel()).findByRole('link', { name })).toHaveAttribute('href', '/security')
  })

  it('is not there for a guest', async () => {
    db.identity.sessions.clear()
    open('/convert')
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
    await waitFor(() => expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull())
    expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull()
  })
})

describe('the page of notifications', () => {
  it('lists all, by group, and leads to what each is about', async () => {
    tell('signing.declined', 'lease', { ...lease, recipients: [{ ...recipient, state: 'declined' }] }, 5)
    tell('pipeline.run.failed', 'run', {
      ...{ name: 'Stamp and protect', total: 2, completed: 0, failed: 2 },
      created_at: new Date().toISOString(),
    })
    const { user, router } = open('/notifications')
    const main = within(await screen.findByRole('main'))
    const failed = await main.findByRole('link', { name: 'Open, new: Pipeline Stamp and protect failed' })
    expect(failed).toHaveAttribute('href', '/pipelines/runs/run')
    expect(main.getByText('2 notifications')).toBeInTheDocument()
    await user.click(main.getByRole('link', { name: 'Signing' }))
    expect(router.state.location.search).toBe('?group=signing')
    await waitFor(() => expect(links(main)).toEqual(['View, new: Ana Ruiz Calder declined “Lease, Unit 4”']))
    await user.click(main.getByRole('button', { name: 'Mark all as read' }))
    expect(await main.findByRole('link', { name: /^View: Ana/ })).toBeInTheDocument()
  })

  it('scrolls through ten thousand with few lines in the page', async () => {
    for (let at = 0; at < 10_000; at++)
      tell('share.expired', `link-${at}`, { ...photos, name: `Link ${at}` }, at)
    open('/notifications')
    const main = within(await screen.findByRole('main'))
    expect(await main.findByText('50 of 10,000')).toBeInTheDocument()
    expect(links(main).length).toBeLessThan(30)
    expect(await bell('Notifications, 100 or more new')).toBeInTheDocument()
  })

  it('turns a group off and on', async () => {
    tell('share.downloaded', 'photos', photos)
    const { user, router } = open('/notifications?group=sharing&settings=1')
    const settings = within(await screen.findByRole('dialog', { name: 'Notification settings' }))
    const sharing = await settings.findByRole('switch', { name: 'Sharing' })
    expect(sharing).toBeChecked()
    await user.click(sharing)
    await waitFor(() => expect(db.notifications[0]?.muted).toEqual(['sharing']))
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Turned off')).toBeInTheDocument()
    expect(router.state.location.search).toBe('?group=sharing')
    await user.click(screen.getByRole('link', { name: 'Change settings' }))
    const again = within(await screen.findByRole('dialog', { name: 'Notification settings' }))
    await user.click(await again.findByRole('switch', { name: 'Sharing' }))
    await waitFor(() => expect(db.notifications[0]?.muted).toEqual([]))
    expect(await screen.findByRole('link', { name: /Site photos/, hidden: true })).toBeInTheDocument()
  })

  it('says why nothing is there, and retries', async () => {
    tell('share.downloaded', 'photos', photos)
    const real = globalThis.fetch
    const broken = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      if (url.includes('/notifications/')) throw new TypeError('network')
      return real(input, init)
    })
    const { user } = open('/notifications')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    broken.mockRestore()
    await user.click(retry)
    expect(await screen.findByRole('link', { name: /Site photos/ })).toBeInTheDocument()
  })

  it('waits for the network', async () => {
    await queryClient.fetchQuery(sessionQuery)
    onlineManager.setOnline(false)
    open('/notifications')
    expect(await screen.findByText('You’re offline. This loads when you reconnect.')).toBeInTheDocument()
    onlineManager.setOnline(true)
    expect(await screen.findByText('No notifications yet')).toBeInTheDocument()
  })

  it('shows long names with markup and direction characters as they are', async () => {
    const name = `<b>${'long '.repeat(60)}</b> \u202e\u2069fdp.exe`
    tell('share.downloaded', 'photos', { ...photos, name })
    open('/notifications')
    const shown = await screen.findByText(/^<b>long/)
    expect(shown.textContent).toBe(`<b>${'long '.repeat(60)}</b> fdp.exe`)
    expect(shown.tagName).toBe('BDI')
  })
})

describe('notices of the operating system', () => {
  const shown: [string, NotificationOptions | undefined][] = []
  const request = vi.fn<() => Promise<NotificationPermission>>()
  class FakeNotification {
    static permission: NotificationPermission = 'default'
    static async requestPermission() {
      FakeNotification.permission = await request()
      return FakeNotification.permission
    }
    constructor(title: string, options?: NotificationOptions) {
      shown.push([title, options])
    }
    close() {}
  }
  const hidden = (state: DocumentVisibilityState) =>
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  beforeEach(() => {
    shown.length = 0
    FakeNotification.permission = 'default'
    vi.stubGlobal('Notification', FakeNotification)
  })
  afterEach(() => setNotices(false))

  const turnOn = async () => {
    const view = open('/notifications?settings=1')
    const settings = within(await screen.findByRole('dialog', { name: 'Notification settings' }))
    const toggle = await settings.findByRole('switch', { name: 'Show on this computer when a long job ends' })
    await view.user.click(toggle)
    return { ...view, toggle }
  }

  it('are shown of long jobs that end while the window is hidden', async () => {
    request.mockResolvedValue('granted')
    tell('batch.completed', 'before', batch(60), 1)
    const { toggle } = await turnOn()
    await waitFor(() => expect(toggle).toBeChecked())
    await vi.dynamicImportSettled()
    tell('batch.completed', 'visible', batch(60))
    await invalidate('listNotifications')
    await screen.findByRole('button', { name: 'Notifications, 2 new', hidden: true })
    hidden('hidden')
    tell('batch.completed', 'quick', batch(2))
    tell('share.downloaded', 'photos', photos)
    tell('batch.completed', 'long', batch(60))
    const id = db.webhooks.events.at(-1)?.id
    await invalidate('listNotifications')
    await waitFor(() => expect(shown).toHaveLength(1))
    expect(shown[0]?.[0]).toBe('3 conversions completed, 1 not completed')
    expect(shown[0]?.[1]).toMatchObject({ body: 'look-02.png and 3 more', tag: `evt_${id}` })
    hidden('visible')
    tell('batch.completed', 'seen', batch(60))
    await invalidate('listNotifications')
    await screen.findByRole('button', { name: 'Notifications, 6 new', hidden: true })
    expect(shown).toHaveLength(1)
  })

  it('stay off where the browser blocks them', async () => {
    request.mockResolvedValue('denied')
    const { toggle } = await turnOn()
    expect(await screen.findByText(/The browser blocks notifications/)).toBeInTheDocument()
    expect(toggle).not.toBeChecked()
  })
})
