import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { send } from '../../tests/mock-api/identity.ts'

const { open, signIn, db } = withApp()

describe('Outbox', () => {
  it('asks who it is, lists what was written, and links only to this very place', async () => {
    signIn()
    send(
      db,
      'mail',
      MAREN.email,
      'Choose a new password',
      `Open ${location.origin}/reset-password#token=abc or https://evil.example/x`,
    )
    const { user, router } = open('/outbox')
    const asks = within(await screen.findByRole('dialog', { name: 'Verify your identity' }))
    await waitFor(() => expect(asks.getByLabelText('Authenticator app code')).toHaveFocus())
    await user.keyboard('123456')
    expect(await screen.findByText(/No mail server is configured/)).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Choose a new password' }))
    expect(router.state.location.search).toMatch(/^\?message=/)
    const message = within(await screen.findByRole('dialog', { name: 'Choose a new password' }))
    expect(message.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `${location.origin}/reset-password#token=abc`,
    ])
    expect(message.getByText(/evil\.example/)).toBeInTheDocument()
  })

  it('is for who runs the instance', async () => {
    signIn(INES)
    open('/outbox')
    expect(await screen.findByText('Administrators only')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Outbox' })).toBeNull()
  })

  it('leaves it at a refusal that can be tried again, when nobody confirms', async () => {
    signIn()
    const { user } = open('/outbox')
    await screen.findByRole('dialog', { name: 'Verify your identity' })
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('dialog', { name: 'Verify your identity' })).toBeInTheDocument()
  })
})
