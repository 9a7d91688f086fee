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

describe('the page of a signing session', () => {
  it('says who is waited for, who comes next, and what happened', async () => {
    show('Lease, 14 Harbour Row')
    expect(
      await screen.findByText(/^Waiting for Inês Almeida since .* Then, after them, comes Tomasz Okafor\./),
    ).toBeInTheDocument()
    expect(screen.getByText('0 of 2 signed')).toBeInTheDocument()
    const log = await screen.findByRole('table', { name: 'What happened' })
    expect(within(log).getAllByRole('row')).toHaveLength(4)
    expect(within(log).getByText('Made')).toBeInTheDocument()
    expect(await screen.findByText(/Every row is as it was written/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy the SHA-256 of the document' })).toBeInTheDocument()
  })

  it('has words for how each of them ended', async () => {
    const cases: [string, RegExp][] = [
      ['Crew contract, Lindqvist', /^All had signed .* The result is sealed\.$/],
      ['Insurance, amendment 3', /^Ada Brandt declined /],
      ['Berth swap', /^You called it off /],
      ['Dry dock, winter slot', /^The time ran out /],
      ['Tender response vol 2', /could not be sealed\. Try it again/],
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
    expect(await screen.findByText('Inês Almeida is reminded')).toBeInTheDocument()
    expect(session.recipients.map(({ reminded_at }) => reminded_at !== null)).toEqual([true, false])
    await user.click(screen.getByRole('button', { name: 'More for Tomasz Okafor' }))
    await screen.findByRole('menuitem', { name: 'Change the recipient' })
    expect(screen.queryByRole('menuitem', { name: 'Remind' })).toBeNull()
  })

  it('opens one whose time ran out again by a later deadline', async () => {
    const { user, session } = show('Dry dock, winter slot')
    await user.click(await screen.findByRole('button', { name: 'Change the deadline' }))
    const asks = await dialog('Deadline of “Dry dock, winter slot”')
    await user.click(asks.getByRole('combobox', { name: 'It ends' }))
    await user.click(await screen.findByRole('option', { name: 'On a date' }))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(asks.getByLabelText('Last day')).toHaveAccessibleDescription('Choose today or a later day.')
    await user.type(asks.getByLabelText('Last day'), '2099-01-31')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(session.state).toBe('open'))
    expect(session.deadlineAt).toContain('2099-0')
    expect(await screen.findByText('Out to sign')).toBeInTheDocument()
  })

  it('puts somebody else in a place; the link from before is another', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Inês Almeida' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change the recipient' }))
    const asks = await dialog('Change Inês Almeida')
    await user.clear(asks.getByLabelText('Name'))
    await user.type(asks.getByLabelText('Name'), 'Rosa Almeida')
    await user.click(asks.getByRole('combobox', { name: 'They show who they are' }))
    await user.click(await screen.findByRole('option', { name: 'By a code that you tell them' }))
    await user.click(asks.getByRole('button', { name: 'Change' }))
    expect(asks.getByLabelText('Code')).toHaveAccessibleDescription('At least 4 characters.')
    await user.type(asks.getByLabelText('Code'), 'anchor')
    await user.click(asks.getByRole('button', { name: 'Change' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(session.recipients[0]).toMatchObject({
      name: 'Rosa Almeida',
      access: 'code',
      accessCodeHash: 'anchor',
      generation: 1,
    })
    expect(await screen.findByText('Shows a code that you told them')).toBeInTheDocument()
    expect(await screen.findByText('Recipient changed', { selector: 'span' })).toBeInTheDocument()
  })

  it('is called off with a reason, and says before who hears of it', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Lease, 14 Harbour Row' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Call it off' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Call off “Lease, 14 Harbour Row”?' }))
    expect(asks.getByText('Told of it: Inês Almeida.')).toBeInTheDocument()
    await user.type(asks.getByLabelText('Reason'), 'The house is sold')
    await user.click(asks.getByRole('button', { name: 'Call it off' }))
    await waitFor(() => expect(session.state).toBe('voided'))
    expect(await screen.findByText('The house is sold')).toBeInTheDocument()
  })

  it('says where the machine refuses, and shows how things stand now', async () => {
    const { user, session } = show('Lease, 14 Harbour Row')
    await user.click(await screen.findByRole('button', { name: 'More for Lease, 14 Harbour Row' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change the deadline' }))
    const asks = await dialog(/^Deadline of/)
    session.state = 'declined'
    session.endedAt = new Date().toISOString()
    await user.click(asks.getByRole('button', { name: 'Save' }))
    expect(await asks.findByRole('alert')).toHaveTextContent('This action isn’t available right now')
    expect(await screen.findByText('Declined')).toBeInTheDocument()
  })

  it('tries the seal again', async () => {
    const { user, session } = show('Tender response vol 2')
    await user.click(await screen.findByRole('button', { name: 'Try the seal again' }))
    await waitFor(() => expect(session.state).toBe('completed'))
    expect(await screen.findByText('Signed by all')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Check a signed file' })).toHaveAttribute('href', '/verify')
  })

  it('shows who passed it on, to whom, and why somebody declined', async () => {
    const { session, unmount } = show('Lease, 14 Harbour Row')
    const [first, second] = session.recipients
    if (!first || !second) throw new Error('two of them')
    first.state = 'delegated'
    second.delegated_from = first.id
    second.state = 'viewed'
    expect(await screen.findByText('Tomasz Okafor acts in their place')).toBeInTheDocument()
    expect(screen.getByText('In the place of Inês Almeida')).toBeInTheDocument()
    unmount()
    show('Insurance, amendment 3')
    expect(
      await screen.findByText('The premium on page 2 is not what we agreed.', { selector: 'p' }),
    ).toBeInTheDocument()
  })

  it('is left once it is removed', async () => {
    const { user, router } = show('Berth swap')
    await user.click(await screen.findByRole('button', { name: 'More for Berth swap' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Remove “Berth swap”?' }))
    await user.click(asks.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/signing'))
  })
})
