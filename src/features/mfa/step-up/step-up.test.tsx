import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../../../tests/component/app.tsx'
import { INES } from '../../../../tests/mock-api/accounts.ts'
import { call } from '../../../api/client.ts'

const { open, signIn, db } = withApp()

const makeKey = () => call('createApiKey', { body: { name: 'nightly', scopes: ['convert:write'] } })
const dialog = () => screen.findByRole('dialog', { name: 'Verify your identity' })

describe('a sensitive act', () => {
  it('asks first, says what is wrong where it was typed, and goes on by itself', async () => {
    signIn()
    const { user } = open('/history')
    await screen.findByRole('heading', { name: 'History' })
    const made = makeKey()
    const asks = within(await dialog())
    expect(asks.getByText(/Required to create an API key/)).toBeInTheDocument()
    const code = asks.getByLabelText('Authenticator app code')
    await waitFor(() => expect(code).toHaveFocus())
    await user.keyboard('000000')
    await waitFor(() =>
      expect(asks.getByLabelText('Authenticator app code')).toHaveAccessibleDescription(/4 attempts left/),
    )
    expect(asks.getByLabelText('Authenticator app code')).toHaveValue('')
    await user.click(asks.getByLabelText('Authenticator app code'))
    await user.paste('123 456')
    expect(await made).toMatchObject({ name: 'nightly' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await makeKey()
  })

  it('offers other ways, and sends a code where the way is one that sends', async () => {
    signIn()
    const { user } = open('/history')
    const made = makeKey()
    const asks = within(await dialog())
    await user.click(asks.getByRole('button', { name: 'Send a code by e-mail' }))
    expect(await asks.findByText(/Sent to m•••••@harbour.example/)).toBeInTheDocument()
    expect(asks.getByText(/Send again in/)).toBeInTheDocument()
    expect(db.identity.outbox[0]?.to).toBe('maren@harbour.example')
    await user.click(asks.getByRole('button', { name: 'Use a backup code' }))
    await user.type(asks.getByLabelText('Backup code'), '7h2k qx9m{Enter}')
    expect(await made).toMatchObject({ name: 'nightly' })
  })

  it('is given up with Escape, and refused as it was', async () => {
    signIn()
    const { user } = open('/history')
    const made = Promise.allSettled([makeKey(), call('regenerateBackupCodes')])
    await dialog()
    await user.keyboard('{Escape}')
    expect(await made).toMatchObject([
      { reason: { code: 'step_up_required' } },
      { reason: { code: 'step_up_required' } },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks who has no second factor for the password', async () => {
    signIn(INES)
    for (const session of db.identity.sessions.values()) session.confirmedAt = null
    const { user } = open('/history')
    const made = makeKey()
    const asks = within(await dialog())
    await user.type(asks.getByLabelText('Your password'), 'wrong{Enter}')
    await waitFor(() =>
      expect(asks.getByLabelText('Your password')).toHaveAccessibleDescription(/Wrong password/),
    )
    await user.clear(asks.getByLabelText('Your password'))
    await user.type(asks.getByLabelText('Your password'), INES.password)
    await user.click(asks.getByRole('button', { name: 'Confirm' }))
    expect(await made).toMatchObject({ name: 'nightly' })
  })

  it('says what to do where there is nothing to confirm with', async () => {
    signIn(INES)
    const ines = db.users.find(({ user }) => user.id === INES.id)
    if (ines) ines.user.has_password = false
    for (const session of db.identity.sessions.values()) session.confirmedAt = null
    const { user } = open('/history')
    const made = Promise.allSettled([makeKey()])
    expect(await screen.findByRole('dialog', { name: 'Sign in again to continue' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await made).toMatchObject([{ reason: { code: 'step_up_required' } }])
  })
})
