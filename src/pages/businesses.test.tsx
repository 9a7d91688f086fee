import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { sessionQuery } from '../api/account.ts'
import { queryClient } from '../api/query-client.ts'
import { forgetActing, useActing } from '../stores/acting.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(() => {
  onlineManager.setOnline(true)
  forgetActing()
  history.replaceState(null, '', '/')
})

const RAVI = 'ravi@partner.example'
const memberships = (userId: string) => db.businesses.members.filter((one) => one.userId === userId)
const ofInes = () => memberships(INES.id)[0]!
const table = () => screen.findByRole('table', { name: 'Businesses' })
const row = async (name: string) =>
  within(await table())
    .getByText(name)
    .closest<HTMLElement>('[role=row]')!
const without = (userId: string) => {
  db.businesses.members = db.businesses.members.filter((one) => one.userId !== userId)
}
/** Changes Inês's address to the one that the invitation was sent to. */
function inviteInes() {
  without(INES.id)
  const { user } = db.users.find((one) => one.user.id === INES.id)!
  Object.assign(user, { email: RAVI, email_verified: true })
  return db.businesses.members.find(({ email }) => email === RAVI)!
}
/** Responds with an error until it is restored. */
function failing(path: RegExp) {
  const real = globalThis.fetch
  return vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return path.test(url) ? Promise.resolve(new Response('', { status: 503 })) : real(input, init)
  })
}

describe('the list of businesses', () => {
  it('shows each with role, state, members and credits', { timeout: 30_000 }, async () => {
    signIn()
    open('/businesses')
    await screen.findByRole('table', { name: 'Businesses' }, { timeout: 20_000 })
    const harbour = await row('Harbour & Co')
    expect(harbour).toHaveTextContent('Owner')
    expect(harbour).toHaveTextContent('Verified')
    expect(within(harbour).getAllByRole('cell')[3]).toHaveTextContent('8')
    expect(await row('Nordlicht Studio')).toHaveTextContent('In review')
    expect(screen.getByRole('heading', { name: 'Businesses', level: 2 }).parentElement).toHaveTextContent(
      'Businesses2',
    )
    expect(within(harbour).getByRole('link', { name: 'Harbour & Co' })).toHaveAttribute(
      'href',
      '/businesses/biz_7hq2m4kx9tpz3w5c',
    )
  })

  it('names what stops a business, and offers no way into one where one is suspended', async () => {
    signIn(INES)
    ofInes().status = 'suspended'
    open('/businesses')
    const harbour = await row('Harbour & Co')
    expect(harbour).toHaveTextContent('Employee, suspended')
    expect(within(harbour).queryByRole('button')).toBeNull()
    expect(within(harbour).queryByRole('link')).toBeNull()
  })

  it('says that a business is suspended', async () => {
    signIn()
    db.businesses.businesses[0]!.status = 'suspended'
    open('/businesses')
    expect(await row('Harbour & Co')).toHaveTextContent('Suspended')
  })

  it('switches the tab to one of them', async () => {
    signIn()
    const { user, router } = open('/businesses')
    await user.click(await screen.findByRole('button', { name: 'Switch to Harbour & Co' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(useActing.getState().id).toBe('biz_7hq2m4kx9tpz3w5c')
    expect(await screen.findByRole('button', { name: 'Account: Harbour & Co. Switch' })).toBeInTheDocument()
    await router.navigate('/businesses')
    expect(await row('Harbour & Co')).toHaveTextContent('Active in this tab')
  })

  it('teaches who has none', async () => {
    signIn(INES)
    without(INES.id)
    const { user } = open('/businesses')
    expect(await screen.findByText('No businesses yet')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Create business' }))
    expect(await screen.findByRole('dialog', { name: 'Create business' })).toBeInTheDocument()
  })

  it('says what went wrong, and asks again', { timeout: 20_000 }, async () => {
    signIn()
    const lost = failing(/users\/businesses\/$/)
    const { user } = open('/businesses')
    const again = await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })
    expect(screen.getByText('The server is unavailable')).toBeInTheDocument()
    lost.mockRestore()
    await user.click(again)
    expect(await row('Nordlicht Studio')).toBeInTheDocument()
  })

  it('says that it comes later without a network', async () => {
    signIn()
    await queryClient.fetchQuery(sessionQuery)
    onlineManager.setOnline(false)
    open('/businesses')
    expect(await screen.findByText('You’re offline. This loads when you reconnect.')).toBeInTheDocument()
    onlineManager.setOnline(true)
    expect(await row('Harbour & Co')).toBeInTheDocument()
  })

  it('is for those who are signed in', async () => {
    const { router } = open('/businesses')
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'))
    expect(router.state.location.search).toBe('?return=%2Fbusinesses')
  })
})

describe('an invitation in the list', () => {
  it('is accepted there', async () => {
    signIn(INES)
    const invitation = inviteInes()
    const { user } = open('/businesses')
    expect(await screen.findByText(/^Manager, invited by Maren Okafor, expires /)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Accept invitation from Harbour & Co' }))
    expect(await row('Harbour & Co')).toHaveTextContent('Manager')
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()
    expect(await screen.findByText('You’re now a member of Harbour & Co.')).toBeInTheDocument()
    expect(invitation).toMatchObject({ status: 'active', userId: INES.id })
  })

  it('is declined there', async () => {
    signIn(INES)
    const invitation = inviteInes()
    const { user } = open('/businesses')
    await user.click(await screen.findByRole('button', { name: 'Decline invitation from Harbour & Co' }))
    await waitFor(() => expect(screen.queryByText(/invited by Maren/)).toBeNull())
    expect(invitation.status).toBe('declined')
    expect(screen.getByText('No businesses yet')).toBeInTheDocument()
    expect(await screen.findByText('Invitation from Harbour & Co declined.')).toBeInTheDocument()
  })

  it('says why it cannot be accepted', async () => {
    signIn(INES)
    const invitation = inviteInes()
    const { user } = open('/businesses')
    const accept = await screen.findByRole('button', { name: /^Accept/ })
    invitation.expiresAt = new Date(0).toISOString()
    await user.click(accept)
    expect(await screen.findByRole('alert')).toHaveTextContent('already used or has expired')
    expect(invitation.status).toBe('invited')
  })
})

describe('creating a business', () => {
  const asks = async () => within(await screen.findByRole('dialog', { name: 'Create business' }))
  const owned = () => memberships(MAREN.id).filter(({ role }) => role === 'owner')

  it('says what is missing under the field, and acts for the business after it', async () => {
    signIn()
    const { user, router } = open('/businesses')
    await user.click(await screen.findByRole('link', { name: 'Create business' }))
    const dialog = await asks()
    await user.click(dialog.getByRole('button', { name: 'Create business' }))
    expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/Enter a name\./)
    await user.type(dialog.getByLabelText('Name'), 'Dock Seven{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/businesses\/biz_/))
    const made = db.businesses.businesses.at(-1)!
    expect(made.name).toBe('Dock Seven')
    expect(useActing.getState().id).toBe(made.publicId)
    expect(await screen.findByRole('heading', { name: 'Dock Seven' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Account: Dock Seven. Switch' })).toBeInTheDocument()
  })

  it('makes one of a double click', async () => {
    signIn()
    const { user, router } = open('/businesses?new=1')
    const dialog = await asks()
    await user.type(dialog.getByLabelText('Name'), 'Dock Seven')
    await user.dblClick(dialog.getByRole('button', { name: 'Create business' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/businesses\/biz_/))
    expect(db.businesses.businesses.filter(({ name }) => name === 'Dock Seven')).toHaveLength(1)
    expect(owned()).toHaveLength(3)
  })

  it('does not switch the tab if that is not wanted', async () => {
    signIn()
    const { user, router } = open('/businesses?new=1')
    const dialog = await asks()
    await user.type(dialog.getByLabelText('Name'), 'Dock Seven')
    await user.click(dialog.getByRole('checkbox', { name: 'Switch this tab to the new business' }))
    await user.click(dialog.getByRole('button', { name: 'Create business' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/businesses\/biz_/))
    expect(useActing.getState().id).toBeNull()
  })

  it('says why the service makes none, and keeps what was typed', async () => {
    signIn()
    const [first] = db.businesses.businesses
    for (let at = owned().length; at < 20; at++) {
      const id = crypto.randomUUID()
      const publicId = `biz_${String(at).padStart(16, 'x')}`
      db.businesses.businesses.push({ ...first!, id, number: 100 + at, publicId, name: `Dock ${at}` })
      db.businesses.members.push({ ...owned()[0]!, id: crypto.randomUUID(), businessId: id })
    }
    const { user } = open('/businesses?new=1')
    const dialog = await asks()
    await user.type(dialog.getByLabelText('Name'), 'One too many')
    await user.click(dialog.getByRole('button', { name: 'Create business' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Limit reached')
    expect(dialog.getByLabelText('Name')).toHaveValue('One too many')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(owned()).toHaveLength(20)
  })
})
