import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { putInQuarantine } from '../../tests/component/put-in-quarantine.ts'
import { INES } from '../../tests/mock-api/accounts.ts'

const { open, signIn, db } = withApp()

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const shares = () => db.shares.shares

describe('shares', () => {
  it('explains links when there are none, and creates one to a file in Storage', async () => {
    signIn()
    db.shares.shares = []
    const { user, router } = open('/shares')
    expect(await screen.findByText('No links yet')).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'New link' })[0] as HTMLElement)
    expect(router.state.location.search).toBe('?new=1')
    const choose = await dialog('Choose a file to share')
    await user.type(choose.getByRole('searchbox'), 'ledger')
    await user.click(await choose.findByRole('button', { name: /november-ledger\.xlsx/ }))
    const asks = await dialog('Share “november-ledger.xlsx”')
    await user.click(asks.getByRole('button', { name: 'Create link' }))
    const ready = await dialog('Link ready')
    const [share] = shares()
    expect(ready.getByRole('textbox', { name: 'Link' })).toHaveValue(
      `${location.origin}/s/mock-${share?.id}-0`,
    )
    expect(await ready.findByRole('img', { name: 'QR code for the link' })).toBeInTheDocument()
    expect(ready.getByRole('link', { name: 'Open link' })).toHaveAttribute('rel', 'noopener noreferrer')
    await user.click(ready.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.search).toBe('')
    expect(await screen.findByRole('link', { name: 'november-ledger.xlsx' })).toBeInTheDocument()
  })

  it('validates before sending, and shows a generated password once', async () => {
    signIn()
    const shown = db.conversions.find(
      ({ conversion }) => conversion.family === 'image' && conversion.download_url && conversion.output,
    )?.conversion.id
    const { user } = open(`/history/${shown}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const asks = await dialog(/^Share “/)
    await user.clear(asks.getByLabelText('Title'))
    await user.type(asks.getByLabelText('Download limit'), 'many')
    await user.click(asks.getByLabelText('Require a password'))
    await user.click(asks.getByRole('button', { name: 'Create link' }))
    expect(asks.getByLabelText('Title')).toHaveAccessibleDescription('Enter a title.')
    expect(asks.getByLabelText('Download limit')).toHaveAccessibleDescription(/Enter a number/)
    expect(asks.getByLabelText('Password')).toHaveAccessibleDescription('At least 4 characters.')
    await user.type(asks.getByLabelText('Title'), 'For the board')
    await user.clear(asks.getByLabelText('Download limit'))
    await user.type(asks.getByLabelText('Download limit'), '3')
    await user.click(asks.getByRole('button', { name: 'Generate' }))
    const password = asks.getByLabelText<HTMLInputElement>('Password').value
    expect(asks.getByLabelText('Password')).toHaveAttribute('type', 'text')
    await user.click(asks.getByRole('button', { name: 'Create link' }))
    const ready = await dialog('Link ready')
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
    // The response is lost, not the request.
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const answer = await real(...request)
      if (request[1]?.method === 'POST') throw new TypeError('network')
      return answer
    })
    await user.click(asks.getByRole('button', { name: 'Create link' }))
    expect(await asks.findByRole('alert')).toBeInTheDocument()
    lost.mockRestore()
    await user.click(asks.getByRole('button', { name: 'Create link' }))
    await dialog('Link ready')
    expect(shares()).toHaveLength(before + 1)
  })

  it('filters by state and by name, and says when nothing matches', async () => {
    signIn()
    const { user, router } = open('/shares')
    expect(await screen.findByRole('link', { name: 'The lease to look over' })).toBeInTheDocument()
    expect(screen.getByText('3 of 10')).toBeInTheDocument()
    expect(screen.getByText('Verified e-mail, No preview')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Status' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Revoked' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'The lease to look over' })).toBeNull())
    expect(router.state.location.search).toBe('?state=revoked')
    expect(screen.getByRole('link', { name: 'Tender response vol 2.docx' })).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search links' }), 'nothing like it')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByRole('link', { name: 'The lease to look over' })).toBeInTheDocument()
  })

  it('says of a link whose file is in quarantine that it is, and not that it was deleted', async () => {
    signIn()
    const share = shares().find(({ name }) => name === 'Walk through the harbour')!
    const file = db.storage.files.find(({ id }) => id === share.fileId)!
    putInQuarantine(db, file)
    const { user } = open('/shares')
    const row = await screen.findByRole('row', { name: /Walk through the harbour/ })
    expect(row).toHaveTextContent('In quarantine')
    expect(screen.queryByText('File deleted')).toBeNull()
    await user.click(within(row).getByRole('link', { name: 'Walk through the harbour' }))
    expect(await screen.findByText(/The link opens again once the file is released\./)).toBeInTheDocument()
    expect(screen.queryByText(/The file was deleted/)).toBeNull()
  })

  it('edits, keeps the current password, and shows refusals', async () => {
    signIn()
    const [share] = shares()
    const { user } = open(`/shares?edit=${share?.id}`)
    const asks = await dialog('Edit link to “The lease to look over”')
    expect(asks.getByLabelText('New password')).toHaveValue('')
    expect(asks.getByLabelText('Message')).toHaveValue('The numbers on page 3 are new.')
    await user.clear(asks.getByLabelText('Download limit'))
    await user.type(asks.getByLabelText('Download limit'), '2')
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(asks.getByLabelText('Download limit')).toHaveAccessibleDescription('At least 3.'),
    )
    await user.clear(asks.getByLabelText('Download limit'))
    await user.click(asks.getByLabelText('Notify me by e-mail of each download'))
    await user.click(asks.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(share).toMatchObject({ maxDownloads: null, notify: true, password: 'harbour' })
  })

  it('replaces and revokes a link, each after a confirmation that names it', async () => {
    signIn()
    const { user } = open('/shares')
    const [share] = shares()
    const more = () => screen.getByRole('button', { name: 'More for The lease to look over' })
    await screen.findByRole('link', { name: 'The lease to look over' })
    await user.click(more())
    await user.click(await screen.findByRole('menuitem', { name: 'Replace link' }))
    const renew = await screen.findByRole('alertdialog', {
      name: 'Replace the link to “The lease to look over”?',
    })
    await user.click(within(renew).getByRole('button', { name: 'Replace link' }))
    await waitFor(() => expect(share?.generation).toBe(1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(more())
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
    const revoke = await screen.findByRole('alertdialog', {
      name: 'Revoke the link to “The lease to look over”?',
    })
    await user.click(within(revoke).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(share?.revokedAt).not.toBeNull())
    const list = within(screen.getByRole('table', { name: 'Share links' }))
    await waitFor(() => expect(list.getAllByText('Revoked')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Copy link to The lease to look over' })).toBeNull()
  })

  it('revokes all links that are selected, and goes on after one that failed', async () => {
    signIn()
    const { user } = open('/shares')
    const names = ['The lease to look over', 'Walk through the harbour', 'Tender response vol 2.docx']
    for (const name of names)
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    // The third one is already revoked.
    await user.click(screen.getByRole('button', { name: 'Revoke 2' }))
    const asks = within(await screen.findByRole('alertdialog', { name: 'Revoke 2 links?' }))
    const real = globalThis.fetch
    let sent = 0
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation((...request) => {
      if (request[1]?.method !== 'DELETE') return real(...request)
      sent += 1
      return sent === 2 ? Promise.reject(new TypeError('network')) : real(...request)
    })
    const revoked = () => shares().filter(({ name, revokedAt }) => names.includes(name) && revokedAt !== null)
    await user.click(asks.getByRole('button', { name: 'Revoke' }))
    expect(await asks.findByRole('alert')).toBeInTheDocument()
    expect(revoked()).toHaveLength(2)
    await user.click(asks.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('2 links revoked')).toBeInTheDocument()
    expect(revoked()).toHaveLength(3)
    expect(sent).toBe(3)
    lost.mockRestore()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Revoke \d/ })).toBeNull())
  })

  it('lists views and downloads, a page at a time', async () => {
    signIn()
    const { user } = open(`/shares/${shares()[0]?.id}`)
    const log = await screen.findByRole('table', { name: 'Views and downloads' })
    expect(within(log).getAllByRole('row')).toHaveLength(51)
    expect(within(log).getAllByText('Wrong password').length).toBeGreaterThan(0)
    expect(within(log).getAllByText('Not verified').length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(within(log).getAllByRole('row')).toHaveLength(61))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(screen.getByText('The numbers on page 3 are new.')).toBeInTheDocument()
  })

  it('is for accounts, and each for its own', async () => {
    signIn(INES)
    open(`/shares/${shares()[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('lease')
  })

  it('shows what went wrong, and retries', async () => {
    signIn()
    const { user } = open('/shares?q=boom')
    await user.click(await screen.findByRole('button', { name: 'Retry' }, { timeout: 8000 }))
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 8000 })).toBeInTheDocument()
  }, 20_000)
})
