import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const shares = () => db.shares.shares

describe('shares', () => {
  it('teaches where there are none, and makes a link to a file in Storage', async () => {
    signIn()
    db.shares.shares = []
    const { user, router } = open('/shares')
    expect(await screen.findByText('No links yet')).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'New link' })[0] as HTMLElement)
    expect(router.state.location.search).toBe('?new=1')
    const choose = await dialog('Share which file?')
    await user.type(choose.getByRole('searchbox'), 'ledger')
    await user.click(await choose.findByRole('button', { name: /november-ledger\.xlsx/ }))
    const asks = await dialog('Share “november-ledger.xlsx”')
    await user.click(asks.getByRole('button', { name: 'Make link' }))
    const ready = await dialog('The link is ready')
    const [share] = shares()
    expect(ready.getByRole('textbox', { name: 'Link' })).toHaveValue(
      `${location.origin}/s/mock-${share?.id}-0`,
    )
    expect(await ready.findByRole('img', { name: 'QR code of the link' })).toBeInTheDocument()
    expect(ready.getByRole('link', { name: 'Open it' })).toHaveAttribute('rel', 'noopener noreferrer')
    await user.click(ready.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
    expect(await screen.findByRole('link', { name: 'november-ledger.xlsx' })).toBeInTheDocument()
  })

  it('says what is wrong before it asks, and shows a made password once', async () => {
    signIn()
    const shown = db.conversions.find(
      ({ conversion }) => conversion.family === 'image' && conversion.download_url && conversion.output,
    )?.conversion.id
    const { user } = open(`/history/${shown}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const asks = await dialog(/^Share “/)
    await user.clear(asks.getByLabelText('Title'))
    await user.type(asks.getByLabelText('Most downloads'), 'many')
    await user.click(asks.getByLabelText('Ask for a password'))
    await user.click(asks.getByRole('button', { name: 'Make link' }))
    expect(asks.getByLabelText('Title')).toHaveAccessibleDescription('Give it a title.')
    expect(asks.getByLabelText('Most downloads')).toHaveAccessibleDescription(/A whole number/)
    expect(asks.getByLabelText('Password')).toHaveAccessibleDescription('At least 4 characters.')
    await user.type(asks.getByLabelText('Title'), 'For the board')
    await user.clear(asks.getByLabelText('Most downloads'))
    await user.type(asks.getByLabelText('Most downloads'), '3')
    await user.click(asks.getByRole('button', { name: 'Make one' }))
    const password = asks.getByLabelText<HTMLInputElement>('Password').value
    expect(asks.getByLabelText('Password')).toHaveAttribute('type', 'text')
    await user.click(asks.getByRole('button', { name: 'Make link' }))
    const ready = await dialog('The link is ready')
    expect(ready.getByRole('textbox', { name: 'Password' })).toHaveValue(password)
    expect(shares()[0]).toMatchObject({
      name: 'For the board',
      password,
      maxDownloads: 3,
      conversionId: shown,
    })
  })

  it('keeps a request that was lost: pressed again it makes one link', async () => {
    signIn()
    const { user } = open('/storage')
    await user.click(await screen.findByRole('button', { name: 'More for IMG_4821.HEIC' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Share' }))
    const asks = await dialog('Share “IMG_4821.HEIC”')
    const before = shares().length
    const real = globalThis.fetch
    // The answer is lost on the way, not the request.
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
      await real(...request)
      throw new TypeError('network')
    })
    await user.click(asks.getByRole('button', { name: 'Make link' }))
    expect(await asks.findByRole('alert')).toBeInTheDocument()
    lost.mockRestore()
    await user.click(asks.getByRole('button', { name: 'Make link' }))
    await dialog('The link is ready')
    expect(shares()).toHaveLength(before + 1)
  })

  it('filters by state and by name, and says when nothing is like that', async () => {
    signIn()
    const { user, router } = open('/shares')
    expect(await screen.findByRole('link', { name: 'The lease to look over' })).toBeInTheDocument()
    expect(screen.getByText('3 of 10')).toBeInTheDocument()
    expect(screen.getByText('Confirmed e-mail, No preview')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'State' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Revoked' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'The lease to look over' })).toBeNull())
    expect(router.state.location.search).toBe('?state=revoked')
    expect(screen.getByRole('link', { name: 'Tender response vol 2.docx' })).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search links' }), 'nothing like it')
    await user.click(await screen.findByRole('button', { name: 'Clear all' }))
    expect(await screen.findByRole('link', { name: 'The lease to look over' })).toBeInTheDocument()
  })

  it('edits, keeps the password that it has, and says why not', async () => {
    signIn()
    const [share] = shares()
    const { user } = open(`/shares?edit=${share?.id}`)
    const asks = await dialog('Edit the link to “The lease to look over”')
    expect(asks.getByLabelText('New password')).toHaveValue('')
    expect(asks.getByLabelText('Message')).toHaveValue('The numbers on page 3 are new.')
    await user.clear(asks.getByLabelText('Most downloads'))
    await user.type(asks.getByLabelText('Most downloads'), '2')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asks.getByLabelText('Most downloads')).toHaveAccessibleDescription('At least 3.'),
    )
    await user.clear(asks.getByLabelText('Most downloads'))
    await user.click(asks.getByLabelText('Tell me by e-mail of each download'))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(share).toMatchObject({ maxDownloads: null, notify: true, password: 'harbour' })
  })

  it('gives a new address and revokes, both asked about by name', async () => {
    signIn()
    const { user } = open('/shares')
    const [share] = shares()
    const more = () => screen.getByRole('button', { name: 'More for The lease to look over' })
    await screen.findByRole('link', { name: 'The lease to look over' })
    await user.click(more())
    await user.click(await screen.findByRole('menuitem', { name: 'New address' }))
    const renew = await screen.findByRole('alertdialog', {
      name: 'Give “The lease to look over” a new address?',
    })
    await user.click(within(renew).getByRole('button', { name: 'New address' }))
    await waitFor(() => expect(share?.generation).toBe(1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(more())
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
    const revoke = await screen.findByRole('alertdialog', {
      name: 'Revoke the link to “The lease to look over”?',
    })
    await user.click(within(revoke).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(share?.revokedAt).not.toBeNull())
    expect(await screen.findAllByText('Revoked')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Copy the link to The lease to look over' })).toBeNull()
  })

  it('tells who came, a page at a time', async () => {
    signIn()
    const { user } = open(`/shares/${shares()[0]?.id}`)
    const log = await screen.findByRole('table', { name: 'Views and downloads' })
    expect(within(log).getAllByRole('row')).toHaveLength(51)
    expect(within(log).getAllByText('Wrong password').length).toBeGreaterThan(0)
    expect(within(log).getAllByText('As they said').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Show earlier ones' }))
    await waitFor(() => expect(within(log).getAllByRole('row')).toHaveLength(61))
    expect(screen.queryByRole('button', { name: 'Show earlier ones' })).toBeNull()
    expect(screen.getByText('The numbers on page 3 are new.')).toBeInTheDocument()
  })

  it('is for accounts, and each for its own', async () => {
    signIn(INES)
    open(`/shares/${shares()[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('lease')
  })

  it('says what went wrong, and asks again', async () => {
    signIn()
    const { user } = open('/shares?q=boom')
    await user.click(await screen.findByRole('button', { name: 'Retry' }, { timeout: 8000 }))
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 8000 })).toBeInTheDocument()
  }, 20_000)
})
