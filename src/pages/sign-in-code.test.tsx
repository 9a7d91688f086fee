import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { keepCode } from '../stores/pending-sign-in.ts'

const { open, db } = withApp()
afterEach(() => sessionStorage.clear())

async function toCode(who: string = MAREN.username) {
  const app = open('/sign-in?return=%2Fhistory%3Fstatus%3Dfailed')
  await app.user.type(await screen.findByLabelText('E-mail or user name'), who)
  await app.user.type(screen.getByLabelText('Password'), `${MAREN.password}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Verification code' })).toBeInTheDocument()
  return app
}
const field = () => screen.findByLabelText('Authenticator app code')

describe('the second half of a sign-in', () => {
  it('says a wrong code where it was typed, and goes on where one wanted to go', async () => {
    const { user, router } = await toCode()
    expect(screen.getByText(/from your authenticator app for/)).toHaveTextContent('maren')
    expect(screen.getByRole('timer')).toHaveTextContent(/^Expires in (10|9):\d\d/)
    expect(await field()).toHaveAttribute('autocomplete', 'one-time-code')
    await user.type(await field(), '000000')
    await waitFor(async () => expect(await field()).toHaveAccessibleDescription(/4 attempts left/))
    expect(await field()).toHaveValue('')
    await user.click(await field())
    await user.paste('418 032')
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/history', search: '?status=failed' }),
    )
  })

  it('ends after five wrong codes, with a sentence', async () => {
    const { user, router } = await toCode()
    for (let at = 0; at < 5; at++) {
      await user.type(await field(), '000000')
      await waitFor(() =>
        expect(db.identity.events.filter(({ kind }) => kind === 'confirm_failed')).toHaveLength(at + 3),
      )
      await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
    }
    expect(await screen.findByText(/Too many wrong codes/)).toBeInTheDocument()
    expect(router.state.location).toMatchObject({
      pathname: '/sign-in',
      search: '?return=%2Fhistory%3Fstatus%3Dfailed',
    })
  })

  it('can be an e-mail or a backup code, and a device can be trusted', async () => {
    const { user } = await toCode(MAREN.email)
    await user.click(screen.getByRole('button', { name: 'Send a code to m•••••@harbour.example' }))
    expect(await screen.findByText(/Send again in/)).toBeInTheDocument()
    expect(db.identity.outbox).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }))
    await user.type(screen.getByLabelText('Backup code'), 'aaaa-aaaa{Enter}')
    await waitFor(() =>
      expect(screen.getByLabelText('Backup code')).toHaveAccessibleDescription(/Wrong code/),
    )
    expect(screen.getByLabelText('Backup code')).toHaveValue('aaaa-aaaa')
    await user.clear(screen.getByLabelText('Backup code'))
    await user.type(screen.getByLabelText('Backup code'), '7H2K-QX9M')
    await user.click(screen.getByRole('checkbox', { name: /Trust this device/ }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(db.identity.devices).toHaveLength(3))
  })

  it('that has run out leads back to its beginning, and so does one that never began', async () => {
    const { user } = await toCode()
    for (const challenge of db.identity.challenges.values()) challenge.expiresAt = 0
    await user.type(await field(), '123456')
    expect(await screen.findByText(/timed out/)).toBeInTheDocument()

    const { router } = open('/sign-in/code?return=%2Fhistory')
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'))
    expect(router.state.location.search).toBe('?return=%2Fhistory')
  })

  it('is still there when the page is loaded again', async () => {
    keepCode({ methods: ['email'], expiresAt: Date.now() + 60_000, who: 'maren', sent: true })
    open('/sign-in/code')
    expect(await screen.findByLabelText('E-mail code')).toBeInTheDocument()
    expect(db.identity.outbox, 'nothing is sent again').toEqual([])
  })
})
