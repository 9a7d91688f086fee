import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'
import { sessionQuery } from '../api/account.ts'
import { queryClient } from '../api/query-client.ts'

const { open, signIn, db } = withApp()
afterEach(() => onlineManager.setOnline(true))

const QUEUE = '/admin/businesses'
const named = (name: string) => db.businesses.businesses.find((one) => one.name === name)!
const table = () => screen.findByRole('table', { name: 'Businesses' })
const names = () =>
  screen.queryAllByRole('link').flatMap((link) => (link.hasAttribute('data-row') ? [link.textContent] : []))
const pad = (at: number) => String(at).padStart(5, '0')

/** Adds businesses that wait for a review, the longest waiting first. */
function seedWaiting(count: number): void {
  const like = named('Harbour & Co')
  db.businesses.businesses = Array.from({ length: count }, (_, at) => ({
    ...like,
    id: `many-${at}`,
    number: at + 1,
    publicId: `biz_${String(at).padStart(16, '0')}`,
    name: `Business ${pad(at)}`,
    verification: 'submitted' as const,
    submittedAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
  }))
}

/** Four businesses with different values for the filters. */
function seedDifferent(): void {
  seedWaiting(4)
  const [first, second, third, fourth] = db.businesses.businesses
  Object.assign(first!, { name: 'Anchor', status: 'suspended' })
  Object.assign(second!, {
    name: 'Bollard',
    isActive: false,
    profile: { ...second!.profile, industry: 'Design' },
  })
  Object.assign(third!, { name: 'Capstan', profile: { ...third!.profile, state: 'Hamburg' } })
  Object.assign(fourth!, { name: 'Dock', verification: 'rejected' })
}

describe('the queue of business reviews', { timeout: 30_000 }, () => {
  it('shows what waits for a review, the longest first, and leads to it', async () => {
    seedWaiting(3)
    signIn()
    const { user, router } = open(QUEUE)
    const list = within(await table())
    expect(names()).toEqual(['Business 00000', 'Business 00001', 'Business 00002'])
    expect(list.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Business',
      'Status',
      'Owner',
      'Location',
      'Members',
      'Submitted',
    ])
    expect(list.getAllByText('Harbour & Company, Lda.')).toHaveLength(3)
    expect(list.getAllByText('Porto, Portugal')).toHaveLength(3)
    await user.click(list.getByRole('link', { name: 'Business 00001' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${QUEUE}/biz_0000000000000001`))
  })

  it('has few of ten thousand in the page', async () => {
    seedWaiting(10_000)
    signIn()
    open(QUEUE)
    expect(await table()).toHaveAttribute('aria-rowcount', '10001')
    await waitFor(() => expect(names().length).toBeGreaterThan(5))
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
  })

  it('finds one of ten thousand', async () => {
    seedWaiting(10_000)
    signIn()
    const { user, router } = open(QUEUE)
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Search businesses' }), 'Business 07777')
    await waitFor(() => expect(names()).toEqual(['Business 07777']))
    expect(router.state.location.search).toBe('?q=Business+07777')
  })

  it.each([
    ['Verification', 'Rejected', '?verification=rejected', ['Dock']],
    ['Status', 'Suspended', '?status=suspended', ['Anchor']],
    ['Activation', 'Deactivated', '?active=false', ['Bollard']],
  ])('is filtered by %s, in the address', async (chip, choice, search, found) => {
    seedDifferent()
    signIn()
    const { user, router } = open(QUEUE)
    await waitFor(() => expect(names()).toEqual(['Anchor', 'Bollard', 'Capstan']))
    await user.click(screen.getByRole('button', { name: new RegExp(`^${chip}`) }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: choice }))
    await waitFor(() => expect(names()).toEqual(found))
    expect(router.state.location.search).toBe(search)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: `Clear ${chip}` }))
    await waitFor(() => expect(names().length).toBeGreaterThan(2))
  })

  it.each([
    ['Industry', 'design', '?industry=design', ['Bollard']],
    ['State or region', 'hamburg', '?state=hamburg', ['Capstan']],
  ])('is filtered by %s, in the address', async (chip, text, search, found) => {
    seedDifferent()
    signIn()
    const { user, router } = open(QUEUE)
    await waitFor(() => expect(names()).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: chip }))
    await user.type(await screen.findByRole('searchbox', { name: chip }), text)
    await waitFor(() => expect(names()).toEqual(found))
    expect(router.state.location.search).toBe(search)
  })

  it('shows the view of an address, and the order of it', async () => {
    seedDifferent()
    signIn()
    const { user, router } = open(`${QUEUE}?verification=any&sort=name&active=true&status=nothing`)
    await waitFor(() => expect(names()).toEqual(['Anchor', 'Capstan', 'Dock']))
    expect(screen.getByRole('button', { name: 'Activation: Activated' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Order: Name' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Longest waiting' }))
    expect(router.state.location.search).toBe('?verification=any&active=true')
  })

  it('says when nothing waits, and when nothing matches', async () => {
    signIn()
    const { user } = open(QUEUE)
    expect(await screen.findByText('Nothing to review')).toBeInTheDocument()
    expect(screen.getByText('Businesses that submit a verification will appear here.')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search businesses' }), 'zeppelin')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Show all businesses' }))
    await waitFor(() => expect(names()).toEqual(['Nordlicht Studio', 'Harbour & Co']))
    expect(screen.getByRole('searchbox', { name: 'Search businesses' })).toHaveValue('')
  })

  it('says what went wrong, and asks again', async () => {
    seedWaiting(1)
    signIn()
    const real = globalThis.fetch
    const down = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        new URL(input instanceof Request ? input.url : String(input), location.origin).pathname.endsWith(
          '/business/',
        )
          ? Promise.resolve(new Response('', { status: 503 }))
          : real(input, init),
      )
    const { user } = open(QUEUE)
    const again = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })
    down.mockRestore()
    await user.click(again)
    await waitFor(() => expect(names()).toEqual(['Business 00000']))
  })

  it('says without a network that it comes later', async () => {
    seedWaiting(1)
    signIn()
    await queryClient.fetchQuery(sessionQuery)
    onlineManager.setOnline(false)
    open(QUEUE)
    expect(await screen.findByText('You’re offline. This loads when you reconnect.')).toBeInTheDocument()
    onlineManager.setOnline(true)
    await waitFor(() => expect(names()).toEqual(['Business 00000']))
  })

  it.each([QUEUE, `${QUEUE}/biz_n0rd11cht5tud10x`])('is not there for others: %s', async (path) => {
    signIn(INES)
    open(path)
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
    expect(screen.queryByText('Nordlicht Studio')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Business reviews' })).toBeNull()
  })

  it.each([QUEUE, `${QUEUE}/biz_n0rd11cht5tud10x`])('asks a visitor to sign in: %s', async (path) => {
    const { router } = open(path)
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: '/sign-in',
        search: `?return=${encodeURIComponent(path)}`,
      }),
    )
  })
})
