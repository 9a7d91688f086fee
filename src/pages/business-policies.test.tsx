import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()

const harbour = () => db.businesses.businesses.find(({ name }) => name === 'Harbour & Co')!
const path = (tab: string) => `/businesses/${harbour().publicId}/${tab}`
const box = (name: string) => screen.findByRole('checkbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })
const confirmed = () => {
  for (const session of db.identity.sessions.values()) session.confirmedAt = Date.now()
}

describe('the policies of a business', { timeout: 30_000 }, () => {
  it('keep what was typed while another tab is looked at', async () => {
    signIn()
    const { user, router } = open(path('policies'))
    const days = await screen.findByLabelText('Grace period (days)')
    await user.clear(days)
    await user.type(days, '31')
    await router.navigate(path('members'))
    await waitFor(() => expect(screen.queryByLabelText('Grace period (days)')).toBeNull())
    await router.navigate(path('policies'))
    expect(await screen.findByLabelText('Grace period (days)')).toHaveValue('31')
  })

  it('says from when a second factor is required, and who lacks one', async () => {
    // Otherwise as many members have it as do not.
    db.users.find(({ user }) => user.username === 'noah')!.user.mfa_enabled = true
    signIn()
    const { user, router } = open(path('policies'))
    expect(await box('Require two-factor authentication')).toBeChecked()
    expect(screen.getByLabelText('Grace period (days)')).toHaveValue('14')
    expect(screen.getByLabelText('Grace period (days)')).toHaveAccessibleDescription(
      /^Required from \d+ \w+.*\. New members get the same grace period\.$/,
    )
    expect(await screen.findByText('3 members without two-factor authentication.')).toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Show members' }))
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: path('members'), search: '?factor=false' }),
    )
  })

  it('saves all of them at once, and writes it down', async () => {
    signIn()
    const { user } = open(path('policies'))
    const days = await screen.findByLabelText('Grace period (days)')
    expect(save()).toHaveAccessibleDescription('No changes to save.')
    await user.clear(days)
    await user.type(days, '30')
    const domains = screen.getByLabelText('Allowed domains')
    await user.clear(domains)
    await user.type(domains, '@Harbour.example, quay.example')
    await user.click(await box('Require a password for share links'))
    await user.click(await box('Limit link duration'))
    expect(screen.queryByLabelText('Maximum days')).toBeNull()
    await user.click(await box('Billing'))
    await user.click(save())
    expect(await screen.findByText('Policies saved')).toBeInTheDocument()
    expect(harbour().policies).toMatchObject({
      second_factor: { required: true, grace_days: 30 },
      email_domains: ['harbour.example', 'quay.example'],
      links: { max_days: null, password_required: true },
      buyers: ['owner', 'admin'],
    })
    expect(domains).toHaveValue('harbour.example\nquay.example')
    expect(db.businesses.events.at(-1)?.kind).toBe('business.policies_updated')
    expect(save()).toHaveAccessibleDescription('No changes to save.')
  })

  it('says what is out of bounds before it asks, and which domain is none', async () => {
    signIn()
    const { user } = open(path('policies'))
    const grace = await screen.findByLabelText('Grace period (days)')
    await user.clear(grace)
    await user.type(grace, '91')
    const days = screen.getByLabelText('Maximum days')
    await user.clear(days)
    expect(grace).toHaveAccessibleDescription('Enter a whole number from 0 to 90.')
    expect(days).toHaveAccessibleDescription('Enter a whole number from 1 to 3,650.')
    await user.click(save())
    expect(harbour().policies.second_factor.grace_days).toBe(14)
    await user.clear(grace)
    await user.type(grace, '90')
    await user.type(days, '10')
    const domains = screen.getByLabelText('Allowed domains')
    await user.clear(domains)
    await user.type(domains, 'harbour')
    await user.click(save())
    await waitFor(() => expect(domains).toHaveAccessibleDescription('This is not a domain.'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(harbour().policies.links.max_days).toBe(30)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(domains).toHaveValue('harbour.example\npartner.example')
    expect(domains).toHaveAccessibleDescription(/^One domain per line/)
    expect(grace).toHaveValue('14')
    expect(save()).toHaveFocus()
  })

  it('can be read and not changed without the right to', async () => {
    signIn(INES)
    open(path('policies'))
    expect(await box('Require two-factor authentication')).toBeDisabled()
    expect(screen.getByLabelText('Allowed domains')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})

describe('the roles of a business', { timeout: 30_000 }, () => {
  it('are a table that says which role may do what', async () => {
    signIn(INES)
    open(path('roles'))
    const matrix = within(await screen.findByRole('region', { name: 'Permissions by role' }))
    const heads = matrix.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.slice(0, 7)).toEqual([
      'Permission',
      'Owner',
      'Admin',
      'Manager',
      'Employee',
      'Billing',
      'Viewer',
    ])
    const cells = (name: string) =>
      within(matrix.getByRole('rowheader', { name }).closest('tr')!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replace('–', ''))
    expect(cells('Transfer and close the business')).toEqual(['Yes', 'No', 'No', 'No', 'No', 'No'])
    expect(cells('Invite, change and remove members')).toEqual(['Yes', 'Yes', 'Yes', 'No', 'No', 'No'])
    expect(cells('Buy credits and change plans')).toEqual(['Yes', 'Yes', 'No', 'No', 'Yes', 'No'])
    expect(screen.getByText('Employee', { selector: 'dt' })).toHaveTextContent('EmployeeYou')
  })
})

describe('the API keys of a business', { timeout: 30_000 }, () => {
  it('are shown once, and revoked by name', async () => {
    confirmed()
    signIn()
    const { user } = open(path('api-keys'))
    await user.click(await screen.findByRole('link', { name: 'Create key' }))
    const asks = within(await screen.findByRole('dialog', { name: 'Create API key' }))
    await user.type(asks.getByLabelText('Name'), 'Scanner')
    await user.click(asks.getByRole('button', { name: 'Create key' }))
    const made = within(await screen.findByRole('dialog', { name: 'Copy key “Scanner”' }))
    const stored = db.identity.keys.find(({ owner }) => owner === harbour().id)
    expect(made.getByText(stored?.key ?? 'no key')).toBeInTheDocument()
    await user.click(made.getByLabelText('I’ve copied it'))
    await user.click(made.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(stored?.key ?? 'no key')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Revoke Scanner' }))
    const revoke = within(await screen.findByRole('alertdialog', { name: 'Revoke “Scanner”?' }))
    await user.click(revoke.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(db.identity.keys.some(({ owner }) => owner === harbour().id)).toBe(false))
    expect(await screen.findByText('No API keys yet')).toBeInTheDocument()
    expect(db.businesses.events.slice(-2).map(({ kind, target }) => [kind, target])).toEqual([
      ['api_key.created', 'Scanner'],
      ['api_key.revoked', 'Scanner'],
    ])
  })
})
