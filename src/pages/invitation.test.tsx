import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'
import { resetDb } from '../../tests/mock-api/db.ts'
import { call } from '../api/client.ts'
import { keepInvitation, storedInvitation } from '../lib/stored-invitation.ts'
import { actFor } from '../stores/acting.ts'

const { open, signIn, db } = withApp({ width: 100 })
const RAVI = 'ravi@partner.example'
const HARBOUR = 'biz_7hq2m4kx9tpz3w5c'
const OVER = /^This invitation is no longer valid/

const invitation = (email = RAVI) => db.businesses.members.find((one) => one.email === email)!
/** Removes her membership of the seed data, because members see no invitation. */
function withoutInes() {
  const at = db.businesses.members.findIndex(({ userId }) => userId === INES.id)
  db.businesses.members.splice(at, 1)
}
const visit = (email = RAVI) => open(`/invitation#token=${invitation(email).token}`)

beforeEach(() => {
  keepInvitation(null)
  actFor(null)
  history.replaceState(null, '', '/')
})

describe('the link of an invitation', () => {
  it('shows nobody in particular what it is about, and both ways in', { timeout: 30_000 }, async () => {
    visit()
    expect(await screen.findByText('Harbour & Co', {}, { timeout: 20_000 })).toBeInTheDocument()
    expect(screen.getByText('Maren Okafor')).toBeInTheDocument()
    expect(screen.getByText('Manager')).toBeInTheDocument()
    expect(screen.getByText(RAVI)).toBeInTheDocument()
    // No URL that a server could log contains the token.
    for (const [name, path] of [
      ['Sign in to accept', '/sign-in'],
      ['Create account to accept', '/sign-up'],
    ] as const)
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `${path}?return=%2Finvitation`)
    expect(storedInvitation()).toBe(invitation().token)
  })

  it('is declined without an account', async () => {
    const { user } = visit()
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    expect(await screen.findByText(/^You declined the invitation/)).toBeInTheDocument()
    expect(invitation().status).toBe('declined')
    expect(storedInvitation()).toBeNull()
  })

  it('says for whom it was where another account is signed in, and is accepted as that one', async () => {
    signIn(INES)
    withoutInes()
    const user = db.users.find((one) => one.user.id === INES.id)!.user
    user.email_verified = true
    const app = visit()
    const accept = await screen.findByRole('button', { name: 'Accept as Inês Duarte' })
    expect(screen.getByText(/^You’re signed in as/)).toHaveTextContent(
      `You’re signed in as ${INES.email}, but the invitation was sent to ${RAVI}.`,
    )
    expect(screen.getByRole('button', { name: 'Use another account' })).toBeInTheDocument()
    await app.user.click(accept)
    await waitFor(() => expect(app.router.state.location.pathname).toBe(`/businesses/${HARBOUR}`))
    expect(db.businesses.members.find(({ userId }) => userId === INES.id)).toMatchObject({
      status: 'active',
      role: 'manager',
    })
    expect(storedInvitation()).toBeNull()
  })

  it('signs the other account out', async () => {
    signIn(INES)
    withoutInes()
    const { user } = visit()
    await user.click(await screen.findByRole('button', { name: 'Use another account' }))
    expect(await screen.findByRole('link', { name: 'Sign in to accept' })).toBeInTheDocument()
    expect(invitation().status).toBe('invited')
  })

  it('leads a member to the business', async () => {
    signIn()
    visit()
    expect(await screen.findByText('You’re already a member.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open Harbour & Co' })).toBeInTheDocument()
  })

  it('makes the new account a member, whose address is confirmed', async () => {
    const app = visit()
    await app.user.click(await screen.findByRole('link', { name: 'Create account to accept' }))
    await waitFor(() => expect(screen.getByLabelText('E-mail address')).toHaveValue(RAVI))
    await app.user.type(screen.getByLabelText('User name'), 'ravi')
    await app.user.type(screen.getByLabelText('Password'), 'a long quiet harbour')
    await app.user.click(screen.getByRole('button', { name: 'Create account' }))
    await app.user.click(await screen.findByRole('button', { name: 'Open Harbour & Co' }))
    const { user } = db.users.find((one) => one.user.username === 'ravi')!
    expect(user).toMatchObject({ email: RAVI, email_verified: true })
    expect(invitation()).toMatchObject({ userId: user.id, status: 'active', role: 'manager' })
    expect(app.router.state.location.pathname).toBe(`/businesses/${HARBOUR}`)
  })

  it('says when it is no longer valid: revoked, expired, or unknown', async () => {
    const { token } = invitation()
    // Revoked as another member's dashboard would.
    signIn()
    actFor(HARBOUR)
    await call('removeBusinessUser', {
      params: { business_id: HARBOUR, user_id: invitation().id },
    })
    actFor(null)
    const revoked = open(`/invitation#token=${token}`)
    expect(await screen.findByText(OVER)).toBeInTheDocument()
    revoked.unmount()
    resetDb(db)
    invitation().expiresAt = new Date(Date.now() - 1000).toISOString()
    const expired = visit()
    expect(await screen.findByText(OVER)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull()
    expired.unmount()
    const unknown = open('/invitation#token=nobody-has-it')
    expect(await screen.findByText(OVER)).toBeInTheDocument()
    unknown.unmount()
    keepInvitation(null)
    open('/invitation')
    expect(await screen.findByText(OVER)).toBeInTheDocument()
  })
})
