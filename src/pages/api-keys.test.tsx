import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()

describe('API keys', () => {
  it('teaches where there are none, makes one, and shows it this one time', async () => {
    signIn(INES)
    const { user, router } = open('/security/api-keys')
    expect(await screen.findByText(/Authorization: Bearer fw_…/)).toHaveTextContent(
      `${location.origin}/api/v1/pdf_handler/convert/`,
    )
    await user.click(screen.getByRole('link', { name: 'Create key' }))
    const asks = within(await screen.findByRole('dialog', { name: 'Create API key' }))
    await user.click(asks.getByRole('button', { name: 'Clear' }))
    await user.click(asks.getByRole('button', { name: 'Create key' }))
    expect(asks.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.')
    expect(asks.getByText('Select at least one permission.')).toBeInTheDocument()
    await user.type(asks.getByLabelText('Name'), 'nightly')
    await user.click(asks.getByLabelText('View conversions'))
    await user.click(asks.getByRole('button', { name: 'Create key' }))

    const made = within(await screen.findByRole('dialog', { name: 'Copy key “nightly”' }))
    const stored = db.identity.keys.find(({ userId }) => userId === INES.id)
    expect(stored?.apiKey.scopes).toEqual(['history:read'])
    expect(made.getByText(stored?.key ?? 'no key')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(await made.findByRole('alert')).toHaveTextContent('copied it yet')
    await user.click(made.getByLabelText('I’ve copied it'))
    await user.click(made.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
    expect(screen.getByText('History: read')).toBeInTheDocument()
    expect(screen.queryByText(stored?.key ?? 'no key')).toBeNull()
  })

  it('marks what has run out, and revokes by name', async () => {
    signIn()
    const { user } = open('/security/api-keys')
    expect(await screen.findByText('Expired')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Revoke nightly' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Revoke “nightly”?' }))
    await user.click(asks.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke nightly' })).toBeNull())
    expect(db.identity.keys.map(({ apiKey }) => apiKey.name)).toEqual(['Office scanner'])
  })
})
