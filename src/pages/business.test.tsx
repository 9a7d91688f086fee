import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { sessionQuery } from '../api/account.ts'
import { queryClient } from '../api/query-client.ts'

const { open, signIn, db } = withApp()
afterEach(() => onlineManager.setOnline(true))

const named = (name: string) => db.businesses.businesses.find((one) => one.name === name)!
const harbour = () => named('Harbour & Co')
const path = (tab = '') => `/businesses/${harbour().publicId}${tab && `/${tab}`}`
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const panel = async (name: string) =>
  (await screen.findByRole('heading', { level: 2, name })).closest('section')!
const tabs = () => within(screen.getByRole('navigation', { name: 'Business sections' }))
/** The value of a term in a description list. */
const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling
const memberAs = (role: 'owner' | 'admin' | 'manager' | 'employee' | 'viewer') =>
  Object.assign(db.businesses.members.find(({ userId }) => userId === INES.id)!, { role })

/** Fails the requests for the business itself. */
function failing() {
  const real = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    return pathname.endsWith(`/business/${harbour().publicId}/`)
      ? Promise.resolve(new Response('', { status: 503 }))
      : real(input, init)
  })
}

describe('the overview of a business', { timeout: 30_000 }, () => {
  it('shows what the business has, and who it is', async () => {
    signIn()
    open(path())
    await heading('Harbour & Co')
    await panel('Needs attention')
    expect(fact('Credits')).toHaveTextContent(/^[\d,]+$/)
    expect(fact('Storage')).toHaveTextContent(/^[\d.]+ [MG]B$/)
    expect(fact('Members')).toHaveTextContent('8')
    expect(fact('Invitations')).toHaveTextContent('2')
    expect(fact('Your role')).toHaveTextContent('Owner')
    expect(fact('Owner')).toHaveTextContent('Maren Okafor')
    expect(fact('Verification')).toHaveTextContent('Verified')
    expect(tabs().getByRole('link', { name: /^Members/ })).toHaveTextContent('8, 2 invited')
  })

  it('says who lacks a second factor, and leads to them', async () => {
    // Otherwise as many members have it as do not.
    db.users.find(({ user }) => user.username === 'noah')!.user.mfa_enabled = true
    signIn()
    const { user, router } = open(path())
    const item = (await screen.findByText(/members without two-factor/)).closest('li')!
    expect(item).toHaveTextContent(/^3 members/)
    await user.click(within(item).getByRole('link', { name: 'Show members' }))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: path('members'), search: '?factor=false' }),
    )
  })

  it('leads from what is missing to where it is added', async () => {
    signIn()
    const one = harbour()
    Object.assign(one, { verification: 'unverified' })
    one.policies.second_factor = { required: false, grace_days: 14, required_from: null }
    db.businesses.members = db.businesses.members.filter(({ role }) => role === 'owner')
    open(path())
    const attention = within(await panel('Needs attention'))
    expect(attention.getByRole('link', { name: 'Start verification' })).toHaveAttribute(
      'href',
      path('verification'),
    )
    expect(attention.getByRole('link', { name: 'Invite members' })).toHaveAttribute(
      'href',
      `${path('members')}?dialog=invite`,
    )
    expect(attention.getAllByRole('listitem')).toHaveLength(2)
  })

  it('counts what was rejected, and says so too once it was replaced', async () => {
    signIn()
    const one = harbour()
    Object.assign(one, { verification: 'rejected' })
    one.documents[1]!.status = 'rejected'
    const { unmount } = open(path())
    expect(await screen.findByText('1 document was rejected')).toBeInTheDocument()
    unmount()
    queryClient.clear()
    one.documents[1]!.status = 'ready'
    open(path())
    const text = await screen.findByText('Verification rejected')
    expect(text.closest('li')).toHaveTextContent('Submit it again when all documents are in place.')
    expect(screen.queryByText(/0 documents/)).toBeNull()
  })

  it('asks a viewer for nothing, and offers only the tabs of the role', async () => {
    memberAs('viewer')
    signIn(INES)
    open(path())
    expect(await panel('Needs attention')).toHaveTextContent('You’re all caught up')
    expect(
      tabs()
        .getAllByRole('link')
        .map((link) => link.textContent?.replace(/\d.*/, '')),
    ).toEqual(['Overview', 'Profile', 'Members', 'Roles', 'Policies'])
  })

  it('says at the address of a tab that the role does not include it', async () => {
    memberAs('viewer')
    signIn(INES)
    open(path('verification'))
    expect(await screen.findByText('Your role doesn’t include this')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'View roles' })).toHaveAttribute('href', path('roles'))
  })

  it('opens another tab by the keys alone, and keeps the focus there', async () => {
    signIn()
    const { user, router } = open(path())
    await heading('Harbour & Co')
    tabs().getByRole('link', { name: 'Overview' }).focus()
    await user.tab()
    await user.tab()
    expect(tabs().getByRole('link', { name: /^Verification/ })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'Checklist' })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe(path('verification'))
    const link = tabs().getByRole('link', { name: /^Verification/ })
    expect(link).toHaveFocus()
    expect(link).toHaveAttribute('aria-current', 'page')
  })

  it('is read by an administrator of the instance who is no member', async () => {
    db.businesses.members = db.businesses.members.filter(({ userId }) => userId !== MAREN.id)
    signIn()
    const { user } = open(path())
    await panel('Needs attention')
    expect(fact('Your role')).toHaveTextContent('Reviewer')
    await user.click(tabs().getByRole('link', { name: 'Profile' }))
    expect(await screen.findByLabelText('Phone')).toHaveAttribute('readonly')
    expect(screen.queryByRole('heading', { name: 'Danger zone' })).toBeNull()
  })

  it('leads from a tab that does not exist to the overview', async () => {
    signIn()
    const { router } = open(path('nowhere'))
    await panel('Needs attention')
    expect(router.state.location.pathname).toBe(path())
  })

  it('holds a name as long as a name may be', async () => {
    signIn()
    const name = 'Werft'.repeat(51)
    const address = path()
    harbour().name = name
    open(address)
    expect(await heading(name)).toBeInTheDocument()
    await waitFor(() => expect(document.title).toContain(name))
  })
})

describe('a business that cannot be shown', { timeout: 30_000 }, () => {
  it.each(['biz_0000000000000000', '%20', '../../x'])('is not found: %s', async (id) => {
    signIn()
    open(`/businesses/${encodeURIComponent(id)}`)
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to Overview' })).toBeInTheDocument()
  })

  it('is not found by a person who is no member of it', async () => {
    signIn(INES)
    open(`/businesses/${named('Nordlicht Studio').publicId}`)
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
  })

  it('says that the service is not there, and shows the business when it is back', async () => {
    signIn()
    const down = failing()
    const { user } = open(path())
    const again = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })
    expect(screen.getByText('The server is unavailable')).toBeInTheDocument()
    down.mockRestore()
    await user.click(again)
    expect(await heading('Harbour & Co')).toBeInTheDocument()
  })

  it('says without a network that it comes later, and comes', async () => {
    signIn()
    await queryClient.fetchQuery(sessionQuery)
    onlineManager.setOnline(false)
    open(path())
    expect(await screen.findByText('You’re offline. This loads when you reconnect.')).toBeInTheDocument()
    onlineManager.setOnline(true)
    expect(await heading('Harbour & Co')).toBeInTheDocument()
  })

  it('keeps what it knows without a network', async () => {
    signIn()
    const first = open(path())
    await heading('Harbour & Co')
    first.unmount()
    onlineManager.setOnline(false)
    open(path())
    expect(await heading('Harbour & Co')).toBeInTheDocument()
    await panel('Needs attention')
    expect(fact('Members')).toHaveTextContent('8')
  })
})

describe('a suspended business', { timeout: 30_000 }, () => {
  it('says why, and can be read and not changed', async () => {
    Object.assign(harbour(), { status: 'suspended', statusReason: 'An invoice is open since March.' })
    signIn()
    const { user } = open(path('profile'))
    expect(
      await screen.findByText(/suspended and can’t be changed. Reason: An invoice is open since March./),
    ).toBeInTheDocument()
    expect(await screen.findByLabelText('Name')).toHaveAttribute('readonly')
    expect(screen.getByLabelText('Description')).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close Harbour & Co' })).toBeNull()
    await user.click(tabs().getByRole('link', { name: 'Policies' }))
    expect(await screen.findByRole('checkbox', { name: 'Require two-factor authentication' })).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.click(tabs().getByRole('link', { name: 'API keys' }))
    expect(screen.queryByRole('link', { name: 'Create key' })).toBeNull()
  })

  it('is switched on again in the profile where it was only switched off', async () => {
    harbour().isActive = false
    signIn()
    const { user } = open(path('profile'))
    expect(await screen.findByText(/deactivated. An owner or admin can reactivate it/)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Reactivate' }))
    await waitFor(() => expect(harbour().isActive).toBe(true))
    expect(await screen.findByText('Harbour & Co reactivated.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(/This business is deactivated/)).toBeNull())
  })
})
