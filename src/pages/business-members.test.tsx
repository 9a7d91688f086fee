import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { forgetActing } from '../stores/acting.ts'

const { open, signIn, db } = withApp({ width: 100 })
afterEach(() => {
  forgetActing()
  history.replaceState(null, '', '/')
})

const PAGE = '/businesses/biz_7hq2m4kx9tpz3w5c/members'
const rows = () => screen.queryAllByRole('row').filter((row) => row.hasAttribute('data-row'))
const names = () => rows().map((row) => row.querySelector('.font-medium')?.textContent)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const member = (first: string) =>
  db.businesses.members.find(({ email }) => email === `${first}@harbour.example`)!
const loaded = () => waitFor(() => expect(rows()).toHaveLength(8), { timeout: 20_000 })
const gone = (name: string) => waitFor(() => expect(names()).not.toContain(name))
/** Toasts support swiping, which needs pointer APIs that jsdom lacks. */
const undo = async (text: string) => {
  const toast = (await screen.findByText(text)).closest('li')!
  fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
}

async function filter(user: UserEvent, chip: string, choice: string) {
  // The header of the sortable column has the same name.
  await user.click(screen.getAllByRole('button', { name: chip })[0]!)
  await user.click(await screen.findByRole('menuitemcheckbox', { name: choice }))
}
async function giveRole(user: UserEvent, name: string, role: string) {
  await user.click(within(await row(name)).getByRole('combobox', { name: `Role of ${name}` }))
  await user.click(await screen.findByRole('option', { name: role }))
}
async function select(user: UserEvent, ...all: string[]) {
  for (const name of all) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  return screen.findByRole('region', { name: 'Actions for selected items' })
}

describe('the members of a business', () => {
  it('shows each with role, status, second factor and when they were last active', {
    timeout: 30_000,
  }, async () => {
    signIn()
    open(PAGE)
    await loaded()
    expect(names()[0]).toBe('Amara Nwosu')
    expect(await row('Amara Nwosu')).toHaveTextContent('Suspended')
    const joon = await row('Joon Park')
    expect(joon).toHaveTextContent('Employee')
    expect(joon).toHaveTextContent(/Off, 9 days left/)
    expect(await row('Tiago Ferreira')).toHaveTextContent('On')
    expect(within(await row('Maren Okafor')).getByText('You')).toBeInTheDocument()
    expect(within(await row('Maren Okafor')).getByText('Contact')).toBeInTheDocument()
    const [, , , , , active] = within(joon).getAllByRole('cell')
    expect(active).toHaveTextContent(/\d{1,2}:\d{2}/)
    expect(screen.getByText('8 members')).toBeInTheDocument()
    expect(screen.getByText(/^\d members need to set it up\.$/)).toBeInTheDocument()
  })

  it('searches by name and address, and filters by role, status and second factor', async () => {
    signIn()
    const { user, router } = open(PAGE)
    await loaded()
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'lena@')
    await waitFor(() => expect(names()).toEqual(['Lena Moreau']))
    expect(router.state.location.search).toBe('?q=lena%40')
    await filter(user, 'Role', 'Viewer')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await loaded()
    expect(screen.getByRole('searchbox', { name: 'Search members' })).toHaveValue('')
    await filter(user, 'Role', 'Employee')
    await waitFor(() => expect(names()).toEqual(['Amara Nwosu', 'Inês Duarte', 'Joon Park']))
    await filter(user, 'Status', 'Suspended')
    await waitFor(() => expect(names()).toEqual(['Amara Nwosu']))
    await router.navigate(`${PAGE}?factor=true`)
    await waitFor(() => expect(names()).toContain('Lena Moreau'))
    expect(names()).not.toContain('Joon Park')
  })

  it('sorts by when they were last active', async () => {
    signIn()
    const { user, router } = open(PAGE)
    await loaded()
    await user.click(screen.getByRole('button', { name: 'Last active' }))
    await waitFor(() => expect(names()[0]).toBe('Maren Okafor'))
    expect(router.state.location.search).toBe('?sort=active')
  })
})

describe('the role of one', () => {
  it('is changed in the row, and changed back from the toast', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    await giveRole(user, 'Joon Park', 'Manager')
    await waitFor(() => expect(member('joon').role).toBe('manager'))
    await undo('Joon Park is now Manager.')
    await waitFor(() => expect(member('joon').role).toBe('employee'))
    await waitFor(async () =>
      expect(within(await row('Joon Park')).getByRole('combobox')).toHaveTextContent('Employee'),
    )
  })

  it('is not changed if another person changed it first, and shows the new value', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    member('joon').role = 'billing'
    await giveRole(user, 'Joon Park', 'Manager')
    expect(
      await screen.findByText(
        'Another person changed the role of Joon Park to Billing. Your change wasn’t saved.',
      ),
    ).toBeInTheDocument()
    expect(member('joon').role).toBe('billing')
    await waitFor(async () =>
      expect(within(await row('Joon Park')).getByRole('combobox')).toHaveTextContent('Billing'),
    )
  })

  it('is not changed of one who was removed meanwhile', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    member('joon').status = 'removed'
    await giveRole(user, 'Joon Park', 'Manager')
    expect(
      await screen.findByText('Joon Park is no longer a member. Your change wasn’t saved.'),
    ).toBeInTheDocument()
    await gone('Joon Park')
  })

  it('cannot be taken from the last owner', async () => {
    signIn()
    open(PAGE)
    await loaded()
    const own = within(await row('Maren Okafor'))
    expect(own.queryByRole('combobox')).toBeNull()
    expect(own.queryByRole('checkbox')).toBeNull()
    expect(own.queryByRole('button')).toBeNull()
  })
})

describe('several at once', () => {
  it('get a role, and those that could not are named with the reason; the others can be undone', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    const bar = within(await select(user, 'Joon Park', 'Noah Weber', 'Lena Moreau'))
    member('noah').role = 'billing'
    await user.click(bar.getByRole('button', { name: 'Change role of 3' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Role of 3 members' }))
    expect(dialog.getByText('Views usage and invoices, and buys credits.')).toBeInTheDocument()
    await user.click(dialog.getByRole('radio', { name: /^Admin/ }))
    await user.click(dialog.getByRole('button', { name: 'Change role' }))
    expect(
      await screen.findByText(/^Another person changed the role of Noah Weber to Billing/),
    ).toBeInTheDocument()
    expect(['joon', 'lena', 'noah'].map((one) => member(one).role)).toEqual(['admin', 'admin', 'billing'])
    await undo('2 members are now Admin.')
    await waitFor(() => expect(member('lena').role).toBe('manager'))
    await waitFor(() => expect(member('joon').role).toBe('employee'))
  })

  it('are removed after a question, and are after Undo as they were', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    await select(user, 'Amara Nwosu', 'Lena Moreau')
    await user.keyboard('{Delete}')
    const name = 'Remove 2 members from Harbour & Co?'
    const dialog = within(await screen.findByRole('alertdialog', { name }))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(rows()).toHaveLength(6))
    expect(screen.queryByRole('region', { name: 'Actions for selected items' })).toBeNull()
    expect([member('amara').status, member('lena').status]).toEqual(['removed', 'removed'])
    await undo('2 members removed.')
    await loaded()
    // It neither ends the suspension nor removes exceptions from the role.
    await waitFor(() => expect(member('amara')).toMatchObject({ role: 'employee', status: 'suspended' }))
    await waitFor(() =>
      expect(member('lena')).toMatchObject({ status: 'active', grants: { 'audit:read': true } }),
    )
  })

  it('that could not be removed are tried again alone', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    await select(user, 'Amara Nwosu', 'Joon Park')
    await user.keyboard('{Delete}')
    const dialog = within(await screen.findByRole('alertdialog'))
    member('joon').role = 'owner'
    const maren = member('maren')
    maren.role = 'admin'
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      '1 member couldn’t be changed. Your role is too low for this.',
    )
    expect(member('amara').status).toBe('removed')
    maren.role = 'owner'
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(member('joon').status).toBe('removed')
    expect(await screen.findByText('2 members removed.')).toBeInTheDocument()
  })

  it('are kept where the question is answered so', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    await user.click(within(await row('Joon Park')).getByRole('button', { name: 'More for Joon Park' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Joon Park from Harbour & Co?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(member('joon').status).toBe('active')
    expect(screen.getByRole('button', { name: 'More for Joon Park' })).toHaveFocus()
  })

  it('are suspended, and active again from the toast', async () => {
    signIn()
    const { user } = open(PAGE)
    await loaded()
    const bar = within(await select(user, 'Joon Park', 'Noah Weber'))
    await user.click(bar.getByRole('button', { name: 'Suspend 2' }))
    await waitFor(() => expect(member('joon').status).toBe('suspended'))
    await undo('2 members suspended.')
    await waitFor(() => expect([member('joon').status, member('noah').status]).toEqual(['active', 'active']))
  })
})
