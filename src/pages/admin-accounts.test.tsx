import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { sessionToken } from '../../tests/mock-api/identity.ts'

const { open, signIn, db } = withApp()
type User = ReturnType<typeof open>['user']
const REASON = 'Reported by the bank'

/** Confirms the identity, if required. */
async function confirm(user: User) {
  const asks = within(await screen.findByRole('dialog', { name: 'Verify your identity' }))
  await user.click(asks.getByLabelText('Authenticator app code'))
  await user.paste('123 456')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Verify your identity' })).toBeNull())
}

async function giveReason(user: User, title: string, label: string, text: string, button: string) {
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(dialog.getByRole('button', { name: button })).toBeDisabled()
  await user.type(dialog.getByLabelText(label), text)
  await user.click(dialog.getByRole('button', { name: button }))
}

describe('the administrator’s list of accounts', { timeout: 30_000 }, () => {
  it('is hidden from everyone else', async () => {
    signIn(INES)
    open('/admin/accounts')
    expect(await screen.findByText('Page not found')).toBeInTheDocument()
  })

  it('finds an account by a part of its address and leads to its page', async () => {
    signIn()
    const { user } = open('/admin/accounts')
    expect(
      await screen.findByRole('row', { name: /^maren.*Admin maren@harbour.example/ }),
    ).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'ines@')
    await waitFor(() => expect(screen.queryByRole('row', { name: /^maren/ })).toBeNull())
    await user.click(screen.getByRole('link', { name: 'ines' }))
    expect(await screen.findByText(INES.id)).toBeInTheDocument()
  })

  it('says what can be entered where nothing is found', async () => {
    signIn()
    open('/admin/accounts?q=nobody')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
  })
})

describe('the page of an account', { timeout: 30_000 }, () => {
  it('locks and unlocks with a reason, after a confirmation', async () => {
    signIn()
    const { user } = open(`/admin/accounts/${INES.id}`)
    await user.click(await screen.findByRole('button', { name: 'Lock account' }))
    await giveReason(user, 'Lock ines?', 'Reason', REASON, 'Lock account')
    await confirm(user)
    expect(await screen.findByText('ines locked')).toBeInTheDocument()
    expect(await screen.findByText(REASON)).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Unlock account' }))
    await giveReason(user, 'Unlock ines?', 'Reason', 'The bank took it back', 'Unlock account')
    expect(await screen.findByRole('button', { name: 'Lock account' })).toBeInTheDocument()
    expect(db.admin.events.map(({ act }) => act)).toEqual(['account.unlocked', 'account.locked'])
  })

  it('offers none of it for one’s own account', async () => {
    signIn()
    open(`/admin/accounts/${MAREN.id}`)
    expect(await screen.findByText(/^This is your own account/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Lock account' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Reset second factor' })).toBeDisabled()
  })

  it('resets a second factor only with what was checked', async () => {
    db.identity.factors.push({
      ...{ userId: INES.id, method: 'totp', target: null },
      ...{ added_at: new Date().toISOString(), last_used_at: null },
    })
    signIn()
    const { user } = open(`/admin/accounts/${INES.id}`)
    await user.click(await screen.findByRole('button', { name: 'Reset second factor' }))
    const title = 'Reset the second factor of ines?'
    const checked = 'Called back at the number on file'
    await giveReason(user, title, 'How was the person identified?', checked, 'Reset second factor')
    await confirm(user)
    expect(await screen.findByText('Second factor of ines reset')).toBeInTheDocument()
    expect(db.admin.events[0]).toMatchObject({ act: 'account.second_factor_reset', reason: checked })
  })

  it('quarantines a stored file, which its owner can’t open then', async () => {
    const file = db.storage.files.find(({ owner, deletedAt }) => owner === MAREN.id && deletedAt === null)
    const name = file?.name ?? ''
    signIn()
    const { user } = open(`/admin/accounts/${MAREN.id}`)
    await user.click(await screen.findByRole('button', { name: `Quarantine ${name}` }))
    await giveReason(user, `Quarantine ${name}?`, 'Reason', REASON, 'Quarantine file')
    await confirm(user)
    expect(await screen.findByRole('button', { name: `Release ${name}` })).toBeInTheDocument()
    expect(db.admin.quarantines).toMatchObject([{ fileName: name, reason: REASON }])
  })
})

describe('the audit log of the instance', { timeout: 30_000 }, () => {
  const entry = (act: 'account.locked' | 'file.released', accountId: string, name: string) =>
    db.admin.events.unshift({
      ...{ id: crypto.randomUUID(), act, at: new Date().toISOString(), target: null, reason: REASON },
      administrator: { user_id: MAREN.id, name: MAREN.username },
      ...{ account: { account_id: accountId, name }, detail: {}, address: '192.0.2.14' },
    })

  it('lists what was done, and narrows to an act and an account', async () => {
    entry('account.locked', INES.id, 'ines')
    entry('file.released', MAREN.id, 'maren')
    signIn()
    const { user, router } = open('/admin/audit')
    const locked = await screen.findByRole('row', { name: /Account locked maren ines Reported by the bank/ })
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      '/api/v1/admin/audit/export/',
    )
    await user.click(within(locked).getByRole('button', { name: 'ines' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /File released/ })).toBeNull())
    expect(router.state.location.search).toBe(`?account=${INES.id}`)
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/v1/admin/audit/export/?account_id=${INES.id}`,
    )
  })
})

describe('a locked account', { timeout: 30_000 }, () => {
  it('is told so once the password was right', async () => {
    db.admin.locks.set(INES.id, { at: new Date().toISOString(), reason: REASON })
    db.identity.sessions.delete(sessionToken(INES.id))
    const { user } = open('/sign-in')
    await user.type(await screen.findByLabelText('E-mail or user name'), INES.username)
    await user.type(screen.getByLabelText('Password'), INES.password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/This account is locked/)).toBeInTheDocument()
  })
})
