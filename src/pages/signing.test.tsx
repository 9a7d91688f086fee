import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

// The editor opens the document in a worker, which jsdom lacks; end-to-end tests cover it.
vi.mock('../features/signing/editor/editor-workspace.tsx', () => ({ DeskRoom: () => null }))

const { open, signIn, db } = withApp()
afterEach(() => onlineManager.setOnline(true))

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const sessions = () => db.signing.sessions
const find = (title: string) => {
  const found = sessions().find((one) => one.title === title)
  if (!found) throw new Error(`no session ${title}`)
  return found
}
const row = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest<HTMLElement>('[role=row]') as HTMLElement)

describe('the list of signature requests', () => {
  it('explains signature requests when there are none', async () => {
    signIn()
    db.signing.sessions = []
    open('/signing')
    expect(await screen.findByText('No signature requests yet')).toBeInTheDocument()
    for (const link of screen.getAllByRole('link', { name: 'New signature request' }))
      expect(link).toHaveAttribute('href', '/signing/new')
  })

  it('shows for each who has signed and whether the owner has to act', async () => {
    signIn()
    find('Lease, 14 Harbour Row').deadlineAt = new Date(Date.now() + 3_600_000).toISOString()
    open('/signing')
    const near = await row('Lease, 14 Harbour Row')
    expect(near.getByText('Expires soon')).toBeInTheDocument()
    expect(near.getByText('Inês Almeida: Sent')).toBeInTheDocument()
    expect(near.getByText('Tomasz Okafor: Waiting')).toBeInTheDocument()
    const charter = await row('Charter agreement 2027')
    expect(charter.getAllByText('1 of 2')[0]).toBeInTheDocument()
    expect(charter.getByText('Awaiting signatures')).toBeInTheDocument()
    expect(charter.getByText('Ada Brandt: Viewed')).toBeInTheDocument()
    expect((await row('Insurance, amendment 3')).getByText('Declined')).toBeInTheDocument()
    expect((await row('Tender response vol 2')).getByText('Sealing failed')).toBeInTheDocument()
    expect((await row('Dry dock, winter slot')).getByText('Expired')).toBeInTheDocument()
  })

  it('filters by state and by text, in the URL', async () => {
    signIn()
    const { user, router } = open('/signing')
    await screen.findByRole('link', { name: 'Berth swap' })
    await user.click(screen.getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Voided' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Charter agreement 2027' })).toBeNull())
    expect(router.state.location.search).toBe('?state=voided')
    await user.type(screen.getByRole('searchbox', { name: 'Search signature requests' }), 'nothing like it')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Search signature requests' }), 'lindqvist')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Berth swap' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Charter agreement 2027' })).toBeInTheDocument()
  })

  it.each([
    ['Mooring licence', ['Download document', 'Save as template', 'Delete']],
    [
      'Charter agreement 2027',
      ['Remind', 'Change deadline', 'Download document', 'Duplicate', 'Save as template', 'Void'],
    ],
    [
      'Tender response vol 2',
      ['Retry sealing', 'Download document', 'Duplicate', 'Save as template', 'Void'],
    ],
    [
      'Crew contract, Lindqvist',
      ['Download signed PDF', 'Download document', 'Duplicate', 'Save as template', 'Delete'],
    ],
    [
      'Dry dock, winter slot',
      ['Change deadline', 'Download document', 'Duplicate', 'Save as template', 'Void', 'Delete'],
    ],
    ['Berth swap', ['Download document', 'Duplicate', 'Save as template', 'Delete']],
  ])('offers for “%s” what the service allows, and nothing else', async (title, acts) => {
    signIn()
    const { user } = open('/signing')
    await user.click(await screen.findByRole('button', { name: `More for ${title}` }))
    await screen.findByRole('menuitem', { name: 'Download document' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(acts)
  })

  it('reminds once, however often the button is pressed', async () => {
    signIn()
    const { user } = open('/signing')
    const session = find('Charter agreement 2027')
    const more = await screen.findByRole('button', { name: 'More for Charter agreement 2027' })
    await user.click(more)
    await user.dblClick(await screen.findByRole('menuitem', { name: 'Remind' }))
    expect(await screen.findByText('Reminder sent to Ada Brandt')).toBeInTheDocument()
    expect(session.events.filter(({ event }) => event === 'reminded')).toHaveLength(1)
  })

  it('duplicates one: a draft with the same recipients and fields, and no template', async () => {
    signIn()
    const { user, router } = open('/signing')
    const before = db.signing.templates.length
    const session = find('Crew contract, Lindqvist')
    await user.click(await screen.findByRole('button', { name: 'More for Crew contract, Lindqvist' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
    const draft = await waitFor(() => {
      const found = sessions().find((one) => one.title === session.title && one.state === 'draft')
      if (!found) throw new Error('no draft yet')
      return found
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/signing/${draft.id}`))
    expect(draft.recipients.map(({ name }) => name)).toEqual(['Jonas Lindqvist'])
    expect(draft.fields[0]?.recipient_id).toBe(draft.recipients[0]?.id)
    expect(draft.recipients[0]?.id).not.toBe(session.recipients[0]?.id)
    expect(db.signing.templates).toHaveLength(before)
  })

  it('deletes an ended request after a confirmation that names it', async () => {
    signIn()
    const { user } = open('/signing')
    await user.click(await screen.findByRole('button', { name: 'More for Berth swap' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Delete “Berth swap”?' }))
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Berth swap' })).toBeNull())
    expect(sessions().some(({ title }) => title === 'Berth swap')).toBe(false)
  })

  it('is each one’s own', async () => {
    signIn(INES)
    open('/signing')
    expect(await screen.findByText('No signature requests yet')).toBeInTheDocument()
  })

  it('shows what went wrong, and retries', async () => {
    signIn()
    open('/signing?q=boom')
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 8000 })).toBeInTheDocument()
  }, 20_000)
})

describe('templates', () => {
  it('explain templates when there are none', async () => {
    signIn()
    db.signing.templates = []
    open('/signing?tab=templates')
    expect(await screen.findByText('No templates yet')).toBeInTheDocument()
  })

  it('are used by naming a person for each recipient', async () => {
    signIn()
    const { user, router } = open('/signing')
    await user.click(await screen.findByRole('link', { name: 'Templates' }))
    await user.click(await screen.findByRole('button', { name: 'Use Crew contract' }))
    const asks = await dialog('Use “Crew contract”')
    await user.click(asks.getByRole('button', { name: 'Create draft' }))
    expect(asks.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.')
    await user.type(asks.getByLabelText('Name'), 'Mirembe Acheng')
    await user.type(asks.getByLabelText('E-mail address'), 'mirembe@')
    expect(asks.getByLabelText('E-mail address')).toHaveAccessibleDescription(/complete e-mail address/)
    await user.type(asks.getByLabelText('E-mail address'), 'crew.example')
    await user.dblClick(asks.getByRole('button', { name: 'Create draft' }))
    const made = await waitFor(() => {
      const found = sessions().filter(({ recipients }) =>
        recipients.some(({ email }) => email === 'mirembe@crew.example'),
      )
      expect(found).toHaveLength(1)
      return found[0]
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/signing/${made?.id}`))
    expect(made).toMatchObject({ state: 'draft', title: 'Crew contract' })
    expect(made?.fields[0]?.recipient_id).toBe(made?.recipients[0]?.id)
  })

  it('are saved from a signature request, and deleted', async () => {
    signIn()
    const { user } = open('/signing')
    await user.click(await screen.findByRole('button', { name: 'More for Charter agreement 2027' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as template' }))
    const asks = await dialog('Save as template')
    await user.clear(asks.getByLabelText('Name'))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(asks.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.')
    await user.type(asks.getByLabelText('Name'), 'Charter')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Template saved')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('link', { name: 'Templates' }))
    await user.click(await screen.findByRole('button', { name: 'Delete Charter' }))
    const sure = within(await screen.findByRole('alertdialog', { name: 'Delete “Charter”?' }))
    await user.click(sure.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Use Charter' })).toBeNull())
  })
})

describe('without a network', () => {
  it('a dialog says so, and keeps what was typed', async () => {
    signIn()
    const { user } = open(`/signing?void=${find('Charter agreement 2027').id}`)
    const asks = within(await screen.findByRole('alertdialog', { name: 'Void “Charter agreement 2027”?' }))
    await user.type(asks.getByLabelText('Reason'), 'Another boat')
    onlineManager.setOnline(false)
    const lost = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('network'))
    await user.click(asks.getByRole('button', { name: 'Void' }))
    expect(await asks.findByRole('alert')).toBeInTheDocument()
    expect(asks.getByLabelText('Reason')).toHaveValue('Another boat')
    lost.mockRestore()
    onlineManager.setOnline(true)
    await user.click(asks.getByRole('button', { name: 'Void' }))
    await waitFor(() => expect(find('Charter agreement 2027').state).toBe('voided'))
    expect(find('Charter agreement 2027').voidReason).toBe('Another boat')
  })
})
