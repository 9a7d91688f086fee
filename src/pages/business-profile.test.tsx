import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES, MAREN } from '../../tests/mock-api/accounts.ts'
import { refreshBusiness } from '../api/businesses.ts'
import { dropQuestion } from '../stores/confirm.ts'

const { open, signIn, db } = withApp()
afterEach(dropQuestion)

const harbour = () => db.businesses.businesses.find(({ name }) => name === 'Harbour & Co')!
const path = () => `/businesses/${harbour().publicId}/profile`
/** Long timeout: the page's code is transformed on first load, which is slow on a busy machine. */
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, {}, { timeout: 40_000 })
const save = () => screen.getByRole('button', { name: 'Save' })
const memberAs = (role: 'admin' | 'viewer') =>
  Object.assign(db.businesses.members.find(({ userId }) => userId === INES.id)!, { role })
const ownMembership = () =>
  db.businesses.members.find(({ userId, businessId }) => userId === MAREN.id && businessId === harbour().id)!

describe('the profile of a business', { timeout: 60_000 }, () => {
  it('keeps what was typed while another tab is looked at', async () => {
    signIn()
    const { user, router } = open(path())
    const website = await field('Website')
    await user.clear(website)
    await user.type(website, 'https://harbour.example/new')
    await router.navigate(path().replace(/\/profile$/, ''))
    await waitFor(() => expect(screen.queryByLabelText('Website')).toBeNull())
    await router.navigate(path())
    expect(await field('Website')).toHaveValue('https://harbour.example/new')
    expect(save()).toBeEnabled()
  })

  it('says what is wrong under its field, and saves what is right', async () => {
    signIn()
    const { user } = open(path())
    const website = await field('Website')
    await user.clear(website)
    await user.type(website, 'harbour')
    const email = await field('E-mail address')
    await user.clear(email)
    await user.type(email, 'office at harbour')
    await user.click(save())
    await waitFor(() => expect(website).toHaveAccessibleDescription(/\w/))
    expect(website).toBeInvalid()
    expect(email).toBeInvalid()
    expect(email).toHaveAccessibleDescription(/\w/)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(harbour().profile).toMatchObject({
      website: 'https://harbour.example',
      email: 'office@harbour.example',
    })
    await user.clear(website)
    await user.type(website, 'https://harbour.example/offices')
    await user.clear(email)
    await user.type(email, 'desk@harbour.example')
    await user.click(save())
    expect(await screen.findByText('Profile saved')).toBeInTheDocument()
    expect(harbour().profile).toMatchObject({
      website: 'https://harbour.example/offices',
      email: 'desk@harbour.example',
    })
    expect(website).toBeValid()
    // After the button, the focus returns to where it was.
    await waitFor(() => expect(save()).toHaveAccessibleDescription('No changes to save.'))
    expect(save()).toHaveFocus()
    expect(db.businesses.events.at(-1)).toMatchObject({
      kind: 'business.updated',
      before: { email: 'office@harbour.example' },
      after: { email: 'desk@harbour.example' },
    })
  })

  it('asks for a name before it asks the service', async () => {
    signIn()
    const { user } = open(path())
    await user.clear(await field('Name'))
    await user.click(save())
    expect(await field('Name')).toHaveAccessibleDescription('Enter a name.')
    expect(harbour().name).toBe('Harbour & Co')
  })

  it('has nothing to save until something is changed, and discards', async () => {
    signIn()
    const { user } = open(path())
    const phone = await field('Phone')
    expect(save()).toHaveAccessibleDescription('No changes to save.')
    await user.type(phone, '9')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(phone).toHaveValue('+351 22 000 00 00')
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
    expect(save()).toHaveFocus()
  })

  it('keeps what another person saved meanwhile, beside what is typed', async () => {
    signIn()
    const { user } = open(path())
    await user.type(await field('Industry'), ' and logistics')
    harbour().profile = { ...harbour().profile, phone: '+351 22 111 11 11' }
    refreshBusiness()
    await waitFor(() => expect(screen.getByLabelText('Phone')).toHaveValue('+351 22 111 11 11'))
    expect(await field('Industry')).toHaveValue('Real estate and logistics')
    harbour().profile = { ...harbour().profile, description: 'Changed, and not seen here yet.' }
    await user.click(save())
    await screen.findByText('Profile saved')
    expect(harbour().profile).toMatchObject({
      industry: 'Real estate and logistics',
      phone: '+351 22 111 11 11',
      description: 'Changed, and not seen here yet.',
    })
    expect(screen.getByLabelText('Description')).toHaveValue('Changed, and not seen here yet.')
  })

  it('locks what was verified, and says why', async () => {
    signIn()
    open(path())
    expect(await field('Legal name')).toHaveAttribute('readonly')
    for (const name of ['Registration number', 'Tax or VAT number', 'Address line 1', 'City', 'Country'])
      expect(screen.getByLabelText(name), name).toHaveAttribute('readonly')
    expect(screen.getByLabelText('Country')).toHaveValue('Portugal')
    expect(screen.getByText(/can’t be edited. Contact the administrator/)).toBeInTheDocument()
    expect(screen.getByLabelText('Phone')).not.toHaveAttribute('readonly')
  })

  it('shows why a change is refused, and what it is now, where it was submitted meanwhile', async () => {
    harbour().verification = 'unverified'
    signIn()
    const { user } = open(path())
    await user.type(await field('Legal name'), ' II')
    harbour().verification = 'submitted'
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent('This action isn’t available right now')
    expect(harbour().profile.legal_name).toBe('Harbour & Company, Lda.')
    expect(await screen.findByText(/during the review/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(await field('Legal name')).toHaveValue('Harbour & Company, Lda.')
  })

  it('is read-only for a viewer', async () => {
    memberAs('viewer')
    signIn(INES)
    open(path())
    expect(await field('Name')).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull()
  })
})

describe('the danger zone', { timeout: 60_000 }, () => {
  beforeEach(() => {
    for (const session of db.identity.sessions.values()) session.confirmedAt = Date.now()
  })

  it('asks who it is before the business closes, and closes nothing without an answer', async () => {
    for (const session of db.identity.sessions.values()) session.confirmedAt = null
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Close Harbour & Co' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Close Harbour & Co?' }))
    await user.type(dialog.getByRole('textbox'), 'Harbour & Co')
    await user.click(dialog.getByRole('button', { name: 'Close business' }))
    const asks = within(await screen.findByRole('dialog', { name: 'Verify your identity' }))
    await user.click(asks.getByRole('button', { name: 'Cancel' }))
    // The first dialog is hidden while the step-up dialog is open.
    const again = within(await screen.findByRole('alertdialog', { name: 'Close Harbour & Co?' }))
    expect(await again.findByRole('alert')).toHaveTextContent('Your identity wasn’t verified')
    await user.click(again.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(harbour().status).toBe('active')
  })

  it('closes the business once its name is typed', async () => {
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Close Harbour & Co' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Close Harbour & Co?' })
    const close = within(dialog).getByRole('button', { name: 'Close business' })
    expect(close).toBeDisabled()
    await user.type(within(dialog).getByRole('textbox'), 'Harbour')
    expect(close).toBeDisabled()
    await user.type(within(dialog).getByRole('textbox'), ' & Co')
    await user.click(close)
    await waitFor(() => expect(harbour().status).toBe('closed'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await screen.findByText(/This business is closed/)).toBeInTheDocument()
    expect(await field('Name')).toHaveAttribute('readonly')
    expect(screen.queryByRole('button', { name: 'Close Harbour & Co' })).toBeNull()
  })

  it('gives the business to another member', async () => {
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Transfer' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer Harbour & Co' }))
    expect(dialog.getByRole('button', { name: 'Transfer' })).toHaveAccessibleDescription('Choose a member.')
    await user.click(await dialog.findByRole('radio', { name: /Tiago Ferreira/ }))
    expect(dialog.queryByRole('radio', { name: /Maren Okafor|Amara Nwosu/ })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Transfer to Tiago Ferreira' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('Tiago Ferreira is now the owner of Harbour & Co.')).toBeInTheDocument()
    expect(ownMembership().role).toBe('admin')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull())
  })

  it('says why the only owner cannot leave', async () => {
    signIn()
    const { user } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave Harbour & Co?' }))
    await user.click(dialog.getByRole('button', { name: 'Leave' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The business needs an owner')
    expect(ownMembership().status).toBe('active')
  })

  it('lets an admin switch off and leave, and not transfer or close', async () => {
    memberAs('admin')
    signIn(INES)
    const { user, router } = open(path())
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    const ask = within(await screen.findByRole('alertdialog', { name: 'Deactivate Harbour & Co?' }))
    await user.click(ask.getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(harbour().isActive).toBe(false))
    expect(await screen.findByText(/This business is deactivated/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Transfer' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Close Harbour & Co' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    const leave = within(await screen.findByRole('alertdialog', { name: 'Leave Harbour & Co?' }))
    await user.click(leave.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/businesses'))
    expect(await screen.findByText('No businesses yet')).toBeInTheDocument()
  })
})
