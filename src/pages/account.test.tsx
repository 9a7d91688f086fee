import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { invalidate } from '../api/query-client.ts'
import { showToast } from '../ui/toaster.tsx'

vi.mock('../ui/toaster.tsx', async (original) => ({
  ...(await original<typeof import('../ui/toaster.tsx')>()),
  showToast: vi.fn(),
}))
vi.mock('../lib/start-download.ts', () => ({ startDownload: vi.fn() }))

const { open, signIn, db } = withApp()
const ines = () => {
  const found = db.users.find(({ user }) => user.id === INES.id)
  if (!found) throw new Error('no Ines')
  return found
}
beforeEach(() => signIn(INES))
afterEach(() => {
  vi.clearAllMocks()
  sessionStorage.clear()
})

const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') as HTMLElement)
}

describe('the profile', () => {
  it('is saved, and what is typed outlives the session being asked for again', async () => {
    const { user } = open('/account')
    const profile = await panel('Profile')
    const last = profile.getByLabelText('Last name')
    expect(profile.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
    await user.clear(last)
    await user.type(last, 'Duarte Reis')
    ines().user.first_name = 'Inés'
    await invalidate('getMe')
    await waitFor(() => expect(profile.getByLabelText('First name')).toHaveValue('Inés'))
    expect(last).toHaveValue('Duarte Reis')
    await user.click(profile.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(showToast).toHaveBeenCalledWith({ text: 'Profile saved.' }))
    expect(ines().user.last_name).toBe('Duarte Reis')
    await waitFor(() =>
      expect(profile.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true'),
    )
  })

  it('has a time zone that is found by its name', async () => {
    const { user } = open('/account')
    const profile = await panel('Profile')
    await user.click(profile.getByLabelText('Time zone'))
    await user.type(await screen.findByRole('combobox', { name: /Search/ }), 'new york')
    await user.click(await screen.findByRole('option', { name: /New York/ }))
    await user.click(profile.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(ines().user.time_zone).toBe('America/New_York'))
  })

  it('takes an image, and refuses what is none', async () => {
    const { user, container } = open('/account')
    const profile = await panel('Profile')
    const input = profile.getByLabelText('Picture', { selector: 'input' })
    await user.upload(input, new File(['pixels'], 'me.png', { type: 'image/png' }))
    expect(await profile.findByRole('button', { name: 'Remove' })).toBeInTheDocument()
    expect(container.querySelectorAll('img[src*="/user/me/avatar/"]')).toHaveLength(2)
    await user.upload(input, new File([new Uint8Array(5_000_001)], 'large.png', { type: 'image/png' }))
    expect(await profile.findByRole('alert')).toHaveTextContent('larger than 5 MB')
    await user.click(profile.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(profile.queryByRole('button', { name: 'Remove' })).toBeNull())
  })
})

describe('the address', () => {
  it('is changed by a link to the new one, which can be taken back', async () => {
    const { user } = open('/account')
    const email = await panel('E-mail address')
    expect(email.getByText('Not confirmed')).toBeInTheDocument()
    await user.click(email.getByRole('button', { name: 'Send link again' }))
    expect(await email.findByText(/We sent a new link/)).toBeInTheDocument()
    await user.click(email.getByRole('button', { name: 'Change' }))
    await user.type(email.getByLabelText('New address'), MAREN.email)
    await user.click(email.getByRole('button', { name: 'Send link' }))
    await waitFor(() =>
      expect(email.getByLabelText('New address')).toHaveAccessibleDescription(/has an account/),
    )
    await user.clear(email.getByLabelText('New address'))
    await user.type(email.getByLabelText('New address'), 'new@harbour.example{Enter}')
    expect(await email.findByText('new@harbour.example')).toBeInTheDocument()
    await user.click(email.getByRole('button', { name: 'Keep current address' }))
    await waitFor(() => expect(email.queryByText('new@harbour.example')).toBeNull())
  })
})

describe('the password', () => {
  it('is changed, and wrong or weak ones are said where they were typed', async () => {
    const { user } = open('/account')
    const password = await panel('Password')
    await user.type(password.getByLabelText('Current password'), 'wrong')
    await user.type(password.getByLabelText('New password'), 'password1')
    await user.click(password.getByRole('button', { name: 'Change password' }))
    await waitFor(() =>
      expect(password.getByLabelText('Current password')).toHaveAccessibleDescription(/not your present/),
    )
    await user.clear(password.getByLabelText('Current password'))
    await user.type(password.getByLabelText('Current password'), INES.password)
    await user.click(password.getByRole('button', { name: 'Change password' }))
    await waitFor(() =>
      expect(password.getByLabelText('New password')).toHaveAccessibleDescription(/first that would/),
    )
    await user.clear(password.getByLabelText('New password'))
    await user.type(password.getByLabelText('New password'), 'a much longer morning')
    await user.click(password.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(ines().password).toBe('a much longer morning'))
    await waitFor(() => expect(password.getByLabelText('New password')).toHaveValue(''))
  })

  it('that somebody else chose is asked about on every page, until another one is chosen', async () => {
    ines().user.password_due = true
    const { user, router } = open('/history')
    const banner = within(
      (await screen.findByText(/^Someone else set your password/)).closest('[role=status]')!,
    )
    await user.click(banner.getByRole('button', { name: 'Change password' }))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/account', hash: '#password' }),
    )
    const password = await panel('Password')
    await waitFor(() => expect(password.getByLabelText('Current password')).toHaveFocus())
    await user.keyboard(INES.password)
    await user.type(password.getByLabelText('New password'), `${INES.password}{Enter}`)
    await waitFor(() =>
      expect(password.getByLabelText('New password')).toHaveAccessibleDescription('The same as before.'),
    )
    await user.type(password.getByLabelText('New password'), ' and another{Enter}')
    await waitFor(() => expect(ines().user.password_due).toBe(false))
    await waitFor(() => expect(screen.queryByText(/^Someone else set your password/)).toBeNull())
  })

  it('can be a first one', async () => {
    ines().user.has_password = false
    ines().password = null
    const { user } = open('/account')
    const password = await panel('Password')
    expect(password.queryByLabelText('Current password')).toBeNull()
    await user.type(password.getByLabelText('New password'), 'a much longer morning{Enter}')
    await waitFor(() => expect(ines().user.has_password).toBe(true))
  })
})

describe('connected sign-ins', () => {
  it('are taken away, unless one is the only way in', async () => {
    signIn(MAREN)
    for (const session of db.identity.sessions.values()) session.confirmedAt = Date.now()
    const maren = db.users.find(({ user }) => user.id === MAREN.id)
    if (maren) maren.user.has_password = false
    const { user } = open('/account')
    const connected = await panel('Connected sign-ins')
    expect(await connected.findByText('Google')).toBeInTheDocument()
    const disconnect = async () => {
      await user.click(connected.getByRole('button', { name: 'Disconnect' }))
      const asks = within(await screen.findByRole('alertdialog', { name: 'Disconnect GitHub?' }))
      await user.click(asks.getByRole('button', { name: 'Disconnect' }))
      return asks
    }
    const asks = await disconnect()
    expect(await asks.findByRole('alert')).toHaveTextContent('Set a password first')
    await user.click(asks.getByRole('button', { name: 'Keep' }))
    if (maren) maren.user.has_password = true
    await disconnect()
    await waitFor(() => expect(db.identity.identities).toEqual([]))
    expect(await connected.findAllByText('Not connected')).toHaveLength(2)
  })
})

describe('the data', () => {
  it('is downloaded once it is confirmed who asks', async () => {
    signIn(MAREN)
    const { startDownload } = await import('../lib/start-download.ts')
    const { user } = open('/account')
    const data = await panel('Your data')
    await user.click(data.getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('dialog', { name: 'Verify your identity' })).toHaveTextContent(
      'Required to export your data.',
    )
    expect(startDownload).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText('Authenticator app code'), '123456')
    await waitFor(() => expect(vi.mocked(startDownload).mock.calls[0]?.[0]).toBe('/api/v1/user/export/'))
  })

  it('goes with the account, which is asked for by its name and can be kept', async () => {
    const { user, router, unmount } = open('/account')
    const data = await panel('Your data')
    await user.click(data.getByRole('button', { name: 'Delete account' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Delete account?' }))
    const act = asks.getByRole('button', { name: 'Delete account' })
    expect(act).toBeDisabled()
    await user.type(asks.getByRole('textbox'), INES.username)
    await user.click(act)
    expect(await screen.findByText(/will be deleted in 14 days/)).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/sign-in')
    await user.type(screen.getByLabelText('E-mail or user name'), INES.username)
    await user.type(screen.getByLabelText('Password'), `${INES.password}{Enter}`)
    await user.click(await screen.findByRole('button', { name: 'Keep account' }))
    await waitFor(() => expect(ines().user.delete_after).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep account' })).toBeNull())
    unmount()
  })
})

it('asks who it is over the question that is open, which is there again when that is given up', async () => {
  signIn(MAREN)
  const { user } = open('/account')
  const data = await panel('Your data')
  await user.click(data.getByRole('button', { name: 'Delete account' }))
  const question = () => screen.findByRole('alertdialog', { name: 'Delete account?' })
  await user.type(within(await question()).getByRole('textbox'), MAREN.username)
  const act = async () => user.click(within(await question()).getByRole('button', { name: 'Delete account' }))
  await act()
  await screen.findByRole('dialog', { name: 'Verify your identity' })
  await user.keyboard('{Escape}')
  expect(await within(await question()).findByRole('alert')).toHaveTextContent(/Nothing was changed/)
  expect(within(await question()).getByRole('textbox')).toHaveValue(MAREN.username)
  await act()
  await user.type(await screen.findByLabelText('Authenticator app code'), '123456')
  expect(await screen.findByText(/will be deleted in 14 days/)).toBeInTheDocument()
})

it('is not there for a visitor', async () => {
  ines().user.id = 'gone'
  const { router } = open('/account')
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/sign-in', search: '?return=%2Faccount' }),
  )
})
