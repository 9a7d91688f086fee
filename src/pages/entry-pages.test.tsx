import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'
import { keepProvider } from '../stores/pending-sign-in.ts'

const { open, signIn, db } = withApp()
afterEach(() => sessionStorage.clear())

const link = (): string => {
  const url = /http\S+/.exec(db.identity.outbox[0]?.text ?? '')?.[0] ?? ''
  const { pathname, hash } = new URL(url)
  return pathname + hash
}

describe('a forgotten password', () => {
  it('is replaced by who gets the link', async () => {
    const asking = open('/forgot-password')
    await asking.user.type(await screen.findByLabelText('E-mail address'), INES.email)
    await asking.user.click(screen.getByRole('button', { name: 'Send reset link' }))
    expect(await screen.findByText(/we sent it a reset link/)).toBeInTheDocument()
    asking.unmount()

    const { user, router, unmount } = open(link())
    await user.type(await screen.findByLabelText('Password'), 'short')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/At least 8/)
    await user.type(screen.getByLabelText('Password'), ' no longer short')
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText(/Your password was changed/)).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/sign-in')
    unmount()

    const again = open(link())
    await again.user.type(await screen.findByLabelText('Password'), 'another one altogether')
    await again.user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(await screen.findByText(/already used or has expired/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Request new link' })).toHaveAttribute('href', '/forgot-password')
  })

  it('without a token says what to do', async () => {
    open('/reset-password')
    expect(await screen.findByText(/already used or has expired/)).toBeInTheDocument()
  })
})

describe('an address', () => {
  it('is confirmed by its link, and a new link can be had', async () => {
    signIn(INES)
    const first = open('/verify-email#token=nothing-of-ours-at-all')
    expect(await screen.findByText(/already used or has expired/)).toBeInTheDocument()
    await first.user.click(screen.getByRole('button', { name: 'Send new link' }))
    expect(await screen.findByText(INES.email)).toBeInTheDocument()
    first.unmount()
    open(link())
    expect(await screen.findByText(/is confirmed/)).toBeInTheDocument()
    expect(db.users.find(({ user }) => user.id === INES.id)?.user.email_verified).toBe(true)
  })
})

describe('back from a provider', () => {
  const begin = (purpose: 'sign-in' | 'link', state = 'begun') => {
    db.identity.providerStates.add(`google ${state}`)
    keepProvider({
      provider: 'google',
      state,
      redirectUri: 'http://localhost:3000/sign-in/google',
      purpose,
      next: '/history',
    })
  }

  it('signs in, and goes on where it was begun', async () => {
    begin('sign-in')
    const { router } = open('/sign-in/google?code=somebody&state=begun')
    await waitFor(() => expect(router.state.location.pathname).toBe('/history'))
  })

  it('asks for the second factor of who has one', async () => {
    db.identity.providerStates.add('github begun')
    keepProvider({
      provider: 'github',
      state: 'begun',
      redirectUri: 'http://x/',
      purpose: 'sign-in',
      next: '/',
    })
    open('/sign-in/github?code=maren&state=begun')
    expect(await screen.findByLabelText('Authenticator app code')).toBeInTheDocument()
  })

  it('connects the account that is signed in', async () => {
    signIn(INES)
    begin('link')
    const { router } = open('/sign-in/google?code=somebody&state=begun')
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'))
    expect(db.identity.identities.some(({ userId }) => userId === INES.id)).toBe(true)
  })

  it.each([
    ['error=access_denied&state=begun', /sign-in was cancelled/],
    ['error=server_error&state=begun', /could not be verified/],
    ['code=somebody&state=another', /was started in another window/],
    ['code=denied&state=begun', /Sign-in with this provider failed/],
    ['code=conflict&state=begun', /with this e-mail address already exists/],
  ])('says what went wrong: %s', async (query, words) => {
    begin('sign-in')
    open(`/sign-in/google?${query}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/sign-in')
  })
})
