import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { openSession } from '../../tests/mock-api/identity.ts'
import { sessionQuery } from '../api/account.ts'
import { queryClient } from '../api/query-client.ts'

const { open, signIn, db } = withApp()

/** As just after signing in: no step-up authentication is required. */
function confirmed() {
  for (const session of db.identity.sessions.values()) session.confirmedAt = Date.now()
}
const row = (name: string) => screen.getByText(name, { selector: 'span' }).closest('li') as HTMLElement
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('Security', () => {
  it('says how strong signing in is, and only the best next step is the primary button', async () => {
    signIn()
    open('/security')
    expect(await screen.findByRole('meter', { name: 'Sign-in security' })).toHaveAttribute(
      'aria-valuenow',
      '80',
    )
    expect(screen.getByText(/Renew your backup codes to reach 95/)).toBeInTheDocument()
    expect(within(row('Authenticator app')).getByText('Default')).toBeInTheDocument()
    expect(within(row('E-mail code')).getByText(/m•••••@harbour.example/)).toBeInTheDocument()
    const main = within(screen.getByRole('main'))
    const primary = [...main.getAllByRole('button'), ...main.getAllByRole('link')].filter((one) =>
      one.className.includes('bg-accent '),
    )
    expect(primary.map((one) => one.textContent)).toEqual(['Renew'])
  })

  it('teaches who has no second factor, and keeps the weakest for last', async () => {
    signIn(INES)
    open('/security')
    expect(await screen.findByText(/A stolen password is enough to sign in/)).toHaveTextContent(
      'Add an authenticator app to reach 75.',
    )
    expect(screen.getByRole('button', { name: 'Add Text message' })).toHaveAccessibleDescription(
      'Add an app or e-mail codes first.',
    )
  })

  it('adds an app, says what is wrong, and lets nobody lose the backup codes unasked', async () => {
    signIn(INES)
    const { user, router } = open('/security')
    await user.click(await screen.findByRole('link', { name: 'Add Authenticator app' }))
    expect(router.state.location.search).toBe('?set-up=totp')
    const app = await dialog('Add authenticator app')
    expect(await app.findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
    expect(await app.findByRole('img', { name: /QR code/ })).toBeInTheDocument()
    await waitFor(() => expect(app.getByLabelText('Authenticator app code')).toHaveFocus())
    await user.keyboard('000000')
    await waitFor(() =>
      expect(app.getByLabelText('Authenticator app code')).toHaveAccessibleDescription(/4 attempts left/),
    )
    await user.click(app.getByLabelText('Authenticator app code'))
    await user.keyboard('123456')

    const codes = await dialog('Save your backup codes')
    const all = db.identity.backupCodes.get(INES.id)?.codes ?? []
    expect(all).toHaveLength(10)
    for (const code of all) expect(codes.getByText(code)).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(await codes.findByRole('alert')).toHaveTextContent('saved them yet')
    await user.click(codes.getByRole('button', { name: 'Close anyway' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')

    // They stay until the user confirms that they are saved, on other pages too.
    await router.navigate('/history')
    await screen.findByRole('heading', { name: 'History' })
    await router.navigate('/security')
    expect(await screen.findByText(all[0] ?? '')).toBeInTheDocument()
    await user.click(screen.getByLabelText('I’ve saved them'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText(all[0] ?? '')).toBeNull()
  })

  it('begins again when a set-up has run out', async () => {
    signIn(INES)
    const { user } = open('/security?set-up=email')
    const mail = await dialog('Add e-mail codes')
    expect(await mail.findByText(/We sent a code to/)).toHaveTextContent('i•••••@harbour.example')
    expect(mail.getByText(/Send again in/)).toBeInTheDocument()
    db.identity.setups.clear()
    await user.click(mail.getByLabelText('E-mail code'))
    await user.keyboard('418032')
    expect(await mail.findByRole('alert')).toHaveTextContent('Nothing was changed')
    await user.click(mail.getByRole('button', { name: 'Start again' }))
    await user.click(await mail.findByLabelText('E-mail code'))
    await user.keyboard('418032')
    await dialog('Save your backup codes')
  })

  it('asks who it is first, goes on by itself, and says what is wrong with a number under it', async () => {
    signIn()
    const { user } = open('/security?set-up=sms')
    const phone = await dialog('Add phone number')
    await user.type(phone.getByLabelText('Phone number with country code'), '0912 345 678{Enter}')
    const asks = await dialog('Verify your identity')
    await waitFor(() => expect(asks.getByLabelText('Authenticator app code')).toHaveFocus())
    await user.keyboard('123456')
    const again = await dialog('Add phone number')
    await waitFor(() =>
      expect(again.getByLabelText('Phone number with country code')).toHaveAccessibleDescription(
        /With its country/,
      ),
    )
    const field = again.getByLabelText('Phone number with country code')
    await user.clear(field)
    await user.type(field, '+351 912 345 678{Enter}')
    await user.click(await again.findByLabelText('Text message code'))
    await user.keyboard('418032')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Phone number added.')).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Sign out other sessions' })).not.toHaveLength(0)
  })

  it('moves the focus to the question that comes over a question', async () => {
    signIn()
    const { user } = open('/security')
    await user.click((await screen.findAllByRole('button', { name: 'Renew' }))[0]!)
    const ask = within(await screen.findByRole('alertdialog', { name: 'Renew backup codes?' }))
    await user.click(ask.getByRole('button', { name: 'Renew' }))
    const asks = await dialog('Verify your identity')
    await waitFor(() => expect(asks.getByLabelText('Authenticator app code')).toHaveFocus())
    await user.keyboard('123456')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await screen.findByText('New set')).toBeInTheDocument()
    expect(db.identity.backupCodes.get(MAREN.id)?.codes).toHaveLength(10)
  })

  it('says what goes with the last factor before it is removed', async () => {
    signIn()
    confirmed()
    db.identity.factors = db.identity.factors.filter(({ method }) => method === 'totp')
    const { user } = open('/security?manage=totp')
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const asks = within(await screen.findByRole('alertdialog', { name: /Remove “Authenticator app”/ }))
    expect(asks.getByText(/Backup codes and trusted devices are removed too/)).toBeInTheDocument()
    await user.click(asks.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/A stolen password is enough/)).toBeInTheDocument()
    expect(db.identity.devices.filter(({ userId }) => userId === MAREN.id)).toEqual([])
  })

  it('ends one session, then the others', async () => {
    signIn()
    confirmed()
    const { user } = open('/security')
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Safari on iPhone/ })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Sign out other session' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out other sessions' }),
    )
    await waitFor(() =>
      expect([...db.identity.sessions.values()].filter(({ userId }) => userId === MAREN.id)).toHaveLength(1),
    )
  })

  it('forgets a trusted device', async () => {
    signIn()
    const { user } = open('/security')
    await user.click(await screen.findByRole('button', { name: 'Remove iPhone' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove iPhone' })).toBeNull())
  })

  it('is for accounts', async () => {
    const { router } = open('/security?set-up=totp')
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'))
    expect(router.state.location.search).toContain('security')
  })
})

describe('Security log', () => {
  it('shows what happened by day, and only what failed where that is asked for', async () => {
    signIn()
    const { user, router } = open('/security/log')
    expect(await screen.findByText('API key “nightly” created')).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Failed only' }))
    expect(router.state.location.search).toBe('?only=failed')
    await waitFor(() => expect(screen.queryByText('API key “nightly” created')).toBeNull())
    expect(screen.getAllByText('Wrong code (app)')).toHaveLength(2)
    expect(screen.getByText('End of list')).toBeInTheDocument()
  })
})

describe('Security without a network or with a service that fails', () => {
  it('says so, where the data would stand', async () => {
    signIn()
    await queryClient.fetchQuery(sessionQuery)
    onlineManager.setOnline(false)
    try {
      open('/security')
      expect((await screen.findAllByText(/You’re offline. This loads when/)).length).toBeGreaterThan(2)
    } finally {
      onlineManager.setOnline(true)
    }
    expect(await screen.findByRole('meter', { name: 'Sign-in security' })).toBeInTheDocument()
  })

  it('shows the first of many sessions, and all of them at a press', async () => {
    signIn()
    const user = db.users[0]?.user
    if (!user) throw new Error('the mock has nobody')
    for (let at = 0; at < 20; at++) openSession(db, user, ['password'])
    const { user: person } = open('/security')
    const table = within(await screen.findByRole('table', { name: 'Sessions' }))
    expect(table.getAllByRole('row')).toHaveLength(1 + 8)
    await person.click(screen.getByRole('button', { name: 'Show all 23' }))
    expect(table.getAllByRole('row')).toHaveLength(1 + 23)
  })
})
