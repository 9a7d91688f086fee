import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'

const { open, signIn, db } = withApp()

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const find = (title: string) => {
  const found = db.signing.sessions.find((one) => one.title === title)
  if (!found) throw new Error(`no session ${title}`)
  return found
}
const show = (title: string) => {
  signIn()
  const session = find(title)
  return { session, ...open(`/signing/${session.id}`) }
}

describe('the page of a signature request', () => {
  it('shows who is awaited, who is next, and the audit log', async () => {
    show('Lease, 14 Harbour Row')
    expect(
      await screen.findByText(/^Waiting for Inês Almeida since .* Next: Tomasz Okafor\./),
    ).toBeInTheDocument()
    expect(screen.getByText('0 of 2 signed')).toBeInTheDocument()
    const log = await screen.findByRole('table', { name: 'Audit log' })
    expect(within(log).getAllByRole('row')).toHaveLength(4)
    expect(within(log).getByText('Created')).toBeInTheDocument()
    expect(await screen.findByText(/Audit log verified/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy SHA-256 of the document' })).toBeInTheDocument()
  })

  it('describes how each of them ended', async () => {
    const cases: [string, RegExp][] = [
      ['Crew contract, Lindqvist', /^Completed .* and sealed\.$/],
      ['Insurance, amendment 3', /^Ada Brandt declined /],
      ['Berth swap', /^Voided /],
      ['Dry dock, winter slot', /^Expired /],
      ['Tender response vol 2', /sealing failed\. Retry sealing/],
    ]
    for (const [title, sentence] of cases) {
      const { unmount } = show(title)
      expect(await screen.findByText(sentence), title).toBeInTheDocument()
      unmount()
    }
  })

  it('reminds one of those whose turn it is', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Inês Almeida' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remind' }))
    expect(await screen.findByText('Reminder sent to Inês Almeida')).toBeInTheDocument()
    expect(session.recipients.map(({ reminded_at }) => reminded_at !== null)).toEqual([true, false])
    await user.click(screen.getByRole('button', { name: 'More for Tomasz Okafor' }))
    await screen.findByRole('menuitem', { name: 'Edit recipient' })
    expect(screen.queryByRole('menuitem', { name: 'Remind' })).toBeNull()
  })

  it('reopens an expired request with a later deadline', async () => {
    const { user, session } = show('Dry dock, winter slot')
    await user.click(await screen.findByRole('button', { name: 'Change deadline' }))
    const asks = await dialog('Deadline of “Dry dock, winter slot”')
    await user.click(asks.getByRole('combobox', { name: 'Deadline' }))
    await user.click(await screen.findByRole('option', { name: 'On a date' }))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(asks.getByLabelText('Last day')).toHaveAccessibleDescription('Choose today or a later date.')
    await user.type(asks.getByLabelText('Last day'), '2099-01-31')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(session.state).toBe('open'))
    expect(session.deadlineAt).toContain('2099-0')
    expect(await screen.findByText('Awaiting signatures')).toBeInTheDocument()
  })

  it('replaces a recipient, who gets a new link', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Inês Almeida' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit recipient' }))
    const asks = await dialog('Edit Inês Almeida')
    await user.clear(asks.getByLabelText('Name'))
    await user.type(asks.getByLabelText('Name'), 'Rosa Almeida')
    await user.click(asks.getByRole('combobox', { name: 'Verification' }))
    await user.click(await screen.findByRole('option', { name: 'Access code' }))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(asks.getByLabelText('Access code')).toHaveAccessibleDescription('At least 4 characters.')
    await user.type(asks.getByLabelText('Access code'), 'anchor')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(session.recipients[0]).toMatchObject({
      name: 'Rosa Almeida',
      access: 'code',
      accessCodeHash: 'anchor',
      generation: 1,
    })
    expect(await screen.findByText('Verification: access code')).toBeInTheDocument()
    expect(await screen.findByText('Recipient changed', { selector: 'span' })).toBeInTheDocument()
  })

  it('is voided with a reason, and names first who is notified', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Lease, 14 Harbour Row' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Void' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Void “Lease, 14 Harbour Row”?' }))
    expect(asks.getByText('Inês Almeida is notified.')).toBeInTheDocument()
    await user.type(asks.getByLabelText('Reason'), 'The house is sold')
    await user.click(asks.getByRole('button', { name: 'Void' }))
    await waitFor(() => expect(session.state).toBe('voided'))
    expect(await screen.findByText('The house is sold')).toBeInTheDocument()
  })

  it('shows a refusal of the server, and the current state', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Lease, 14 Harbour Row' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change deadline' }))
    const asks = await dialog(/^Deadline of/)
    session.state = 'declined'
    session.endedAt = new Date().toISOString()
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(await asks.findByRole('alert')).toHaveTextContent('This action isn’t available right now')
    expect(await screen.findByText('Declined')).toBeInTheDocument()
  })

  it('retries sealing', async () => {
    const { user, session } = show('Tender response vol 2')
    await user.click(await screen.findByRole('button', { name: 'Retry sealing' }))
    await waitFor(() => expect(session.state).toBe('completed'))
    expect(await screen.findByText('Completed')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Verify a signed file' })).toHaveAttribute('href', '/verify')
  })

  it('shows who delegated to whom, and why a recipient declined', async () => {
    const { session, unmount } = show('Lease, 14 Harbour Row')
    const [first, second] = session.recipients
    if (!first || !second) throw new Error('two of them')
    first.state = 'delegated'
    second.delegated_from = first.id
    second.state = 'viewed'
    expect(await screen.findByText('Delegated to Tomasz Okafor')).toBeInTheDocument()
    expect(screen.getByText('Delegated by Inês Almeida')).toBeInTheDocument()
    unmount()
    show('Insurance, amendment 3')
    expect(
      await screen.findByText('The premium on page 2 is not what we agreed.', { selector: 'p' }),
    ).toBeInTheDocument()
  })

  it('is left after deletion', async () => {
    const { user, router } = show('Berth swap')
    await user.click(await screen.findByRole('button', { name: 'More for Berth swap' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Delete “Berth swap”?' }))
    await user.click(asks.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/signing'))
  })
})
