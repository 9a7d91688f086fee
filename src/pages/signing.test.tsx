import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

// The desk opens the document, which takes a worker of a browser's; what it does is tried end to end.
vi.mock('../features/signing-desk/desk-room.tsx', () => ({ DeskRoom: () => null }))

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

describe('the list of signing sessions', () => {
  it('teaches where there are none', async () => {
    signIn()
    db.signing.sessions = []
    open('/signing')
    expect(await screen.findByText('Nothing to sign yet')).toBeInTheDocument()
    for (const link of screen.getAllByRole('link', { name: 'New session' }))
      expect(link).toHaveAttribute('href', '/signing/new')
  })

  it('says of each who has signed and whether it needs its owner', async () => {
    signIn()
    find('Lease, 14 Harbour Row').deadlineAt = new Date(Date.now() + 3_600_000).toISOString()
    open('/signing')
    const near = await row('Lease, 14 Harbour Row')
    expect(near.getByText('Time runs out')).toBeInTheDocument()
    expect(near.getByText('Inês Almeida: Invited')).toBeInTheDocument()
    expect(near.getByText('Tomasz Okafor: Comes later')).toBeInTheDocument()
    const charter = await row('Charter agreement 2027')
    expect(charter.getAllByText('1 of 2')[0]).toBeInTheDocument()
    expect(charter.getByText('Out to sign')).toBeInTheDocument()
    expect(charter.getByText('Ada Brandt: Has opened it')).toBeInTheDocument()
    expect((await row('Insurance, amendment 3')).getByText('Declined')).toBeInTheDocument()
    expect((await row('Tender response vol 2')).getByText('Could not be sealed')).toBeInTheDocument()
    expect((await row('Dry dock, winter slot')).getByText('Time ran out')).toBeInTheDocument()
  })

  it('filters by state and by words, in the address', async () => {
    signIn()
    const { user, router } = open('/signing')
    await screen.findByRole('link', { name: 'Berth swap' })
    await user.click(screen.getByRole('button', { name: 'State' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Called off' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Charter agreement 2027' })).toBeNull())
    expect(router.state.location.search).toBe('?state=voided')
    await user.type(screen.getByRole('searchbox', { name: 'Search sessions' }), 'nothing like it')
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Search sessions' }), 'lindqvist')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Berth swap' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Charter agreement 2027' })).toBeInTheDocument()
  })

  it.each([
    ['Mooring licence', ['Download the document', 'Save as a template', 'Remove']],
    [
      'Charter agreement 2027',
      [
        'Remind',
        'Change the deadline',
        'Download the document',
        'Use again',
        'Save as a template',
        'Call it off',
      ],
    ],
    [
      'Tender response vol 2',
      ['Try the seal again', 'Download the document', 'Use again', 'Save as a template', 'Call it off'],
    ],
    [
      'Crew contract, Lindqvist',
      ['Download the result', 'Download the document', 'Use again', 'Save as a template', 'Remove'],
    ],
    [
      'Dry dock, winter slot',
      [
        'Change the deadline',
        'Download the document',
        'Use again',
        'Save as a template',
        'Call it off',
        'Remove',
      ],
    ],
    ['Berth swap', ['Download the document', 'Use again', 'Save as a template', 'Remove']],
  ])('offers for “%s” what the service allows, and nothing else', async (title, acts) => {
    signIn()
    const { user } = open('/signing')
    await user.click(await screen.findByRole('button', { name: `More for ${title}` }))
    await screen.findByRole('menuitem', { name: 'Download the document' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(acts)
  })

  it('reminds once, however often it is pressed', async () => {
    signIn()
    const { user } = open('/signing')
    const session = find('Charter agreement 2027')
    const more = await screen.findByRole('button', { name: 'More for Charter agreement 2027' })
    await user.click(more)
    await user.dblClick(await screen.findByRole('menuitem', { name: 'Remind' }))
    expect(await screen.findByText('Ada Brandt is reminded')).toBeInTheDocument()
    expect(session.events.filter(({ event }) => event === 'reminded')).toHaveLength(1)
  })

  it('uses one again: the same people and fields as a draft, and no template stays', async () => {
    signIn()
    const { user, router } = open('/signing')
    const before = db.signing.templates.length
    const session = find('Crew contract, Lindqvist')
    await user.click(await screen.findByRole('button', { name: 'More for Crew contract, Lindqvist' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Use again' }))
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

  it('removes what is over, asked about by name', async () => {
    signIn()
    const { user } = open('/signing')
    await user.click(await screen.findByRole('button', { name: 'More for Berth swap' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Remove “Berth swap”?' }))
    await user.click(asks.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Berth swap' })).toBeNull())
    expect(sessions().some(({ title }) => title === 'Berth swap')).toBe(false)
  })

  it('is each one’s own', async () => {
    signIn(INES)
    open('/signing')
    expect(await screen.findByText('Nothing to sign yet')).toBeInTheDocument()
  })

  it('says what went wrong, and asks again', async () => {
    signIn()
    open('/signing?q=boom')
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 8000 })).toBeInTheDocument()
  }, 20_000)
})

describe('templates', () => {
  it('teach where there are none', async () => {
    signIn()
    db.signing.templates = []
    open('/signing?tab=templates')
    expect(await screen.findByText('No templates yet')).toBeInTheDocument()
  })

  it('are used by naming somebody for each part', async () => {
    signIn()
    const { user, router } = open('/signing')
    await user.click(await screen.findByRole('link', { name: 'Templates' }))
    await user.click(await screen.findByRole('button', { name: 'Use Crew contract' }))
    const asks = await dialog('Use “Crew contract”')
    await user.click(asks.getByRole('button', { name: 'Make a draft' }))
    expect(asks.getByLabelText('Name')).toHaveAccessibleDescription('Give a name.')
    await user.type(asks.getByLabelText('Name'), 'Mirembe Acheng')
    await user.type(asks.getByLabelText('E-mail address'), 'mirembe@')
    expect(asks.getByLabelText('E-mail address')).toHaveAccessibleDescription(/no whole address/)
    await user.type(asks.getByLabelText('E-mail address'), 'crew.example')
    await user.dblClick(asks.getByRole('button', { name: 'Make a draft' }))
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

  it('are kept of a session, and removed', async () => {
    signIn()
    const { user } = open('/signing')
    await user.click(await screen.findByRole('button', { name: 'More for Charter agreement 2027' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a template' }))
    const asks = await dialog('Save as a template')
    await user.clear(asks.getByLabelText('Name'))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(asks.getByLabelText('Name')).toHaveAccessibleDescription('Give it a name.')
    await user.type(asks.getByLabelText('Name'), 'Charter')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Template saved')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('link', { name: 'Templates' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Charter' }))
    const sure = within(await screen.findByRole('alertdialog', { name: 'Remove “Charter”?' }))
    await user.click(sure.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Use Charter' })).toBeNull())
  })
})

describe('without a network', () => {
  it('a dialog says so, and keeps what was typed', async () => {
    signIn()
    const { user } = open(`/signing?void=${find('Charter agreement 2027').id}`)
    const asks = within(
      await screen.findByRole('alertdialog', { name: 'Call off “Charter agreement 2027”?' }),
    )
    await user.type(asks.getByLabelText('Reason'), 'Another boat')
    onlineManager.setOnline(false)
    const lost = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('network'))
    await user.click(asks.getByRole('button', { name: 'Call it off' }))
    expect(await asks.findByRole('alert')).toBeInTheDocument()
    expect(asks.getByLabelText('Reason')).toHaveValue('Another boat')
    lost.mockRestore()
    onlineManager.setOnline(true)
    await user.click(asks.getByRole('button', { name: 'Call it off' }))
    await waitFor(() => expect(find('Charter agreement 2027').state).toBe('voided'))
    expect(find('Charter agreement 2027').voidReason).toBe('Another boat')
  })
})
