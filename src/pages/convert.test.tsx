import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { runMutation } from '../../tests/component/run-mutation.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { pay } from '../../tests/mock-api/billing.ts'
import { creditsOf } from '../../tests/mock-api/submit.ts'
import { useRemoveConversions } from '../api/history.ts'
import { keyOf, queryClient } from '../api/query-client.ts'
import { forgetFiles } from '../features/convert/queue/index.ts'

// File previews next to the list need a real browser.
const { open, signIn, db } = withApp({ width: 80 })
afterEach(forgetFiles)

const text = (name: string) => new File(['hello, harbour'], name)

async function add(user: ReturnType<typeof open>['user'], ...files: File[]) {
  await screen.findByRole('heading', { name: 'Convert' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files)
}

const row = (name: string) => screen.findByRole('article', { name })

/** The panel's button; the phone's footer has the same, and only CSS decides which is visible. */
const run = async (name: RegExp) =>
  within(await screen.findByRole('region', { name: 'Next batch' })).findByRole('button', { name })

describe('Convert', () => {
  it('observes the catalog as often for five files as for one', async () => {
    const observers = () =>
      queryClient
        .getQueryCache()
        .find({ queryKey: keyOf('getCatalog') })
        ?.getObserversCount()
    const { user } = open('/convert')
    await add(user, text('first.md'))
    await row('first.md')
    const forOne = observers()
    expect(forOne).toBeGreaterThan(0)
    await add(user, ...Array.from({ length: 4 }, (_, index) => text(`more-${index}.md`)))
    await row('more-3.md')
    expect(observers()).toBe(forOne)
  })

  it('says the price before the run, and what came of it after', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('notes.md'), text('table.csv'))
    expect(await run(/Convert 2 files/)).toBeEnabled()
    expect(screen.getByText('2 ready')).toBeInTheDocument()
    await user.click(await run(/Convert 2 files/))
    await waitFor(() => expect(screen.getByText('2 completed')).toBeInTheDocument(), { timeout: 5000 })
    expect(within(await row('notes.md')).getByText(/smaller$/)).toBeInTheDocument()
    expect(within(await row('notes.md')).getByRole('link', { name: /Download notes.pdf/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/download/'),
    )
    // Files that were started together share a batch.
    const [first, second] = db.conversions
    expect(first?.conversion.batch_id).toBe(second?.conversion.batch_id)
  })

  it('says why a file failed, that nothing was charged, and lets another target be chosen', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('encrypted letter.md'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    const failed = await row('encrypted letter.md')
    await waitFor(() => expect(failed).toHaveTextContent(/is password-protected/), { timeout: 5000 })
    expect(failed).toHaveTextContent('Nothing was charged')
    expect(within(failed).getByRole('combobox', { name: /Output format/ })).toBeInTheDocument()
  })

  it('says before the run what the target does not keep', async () => {
    const { user } = open('/convert')
    await add(user, text('notes.md'))
    await user.click(within(await row('notes.md')).getByRole('combobox', { name: /Output format/ }))
    await user.click(await screen.findByRole('option', { name: /Plain text/ }))
    const panel = within(screen.getByRole('region', { name: 'Next batch' }))
    expect(await panel.findByText('Images and styles are not kept.')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'What isn’t preserved' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'What isn’t preserved' }))
    expect(sheet.getByText('Images and styles are not kept.')).toBeInTheDocument()
  })

  it('runs for a visitor within the free quota, and offers an account beyond it', async () => {
    const { user } = open('/convert')
    await add(user, ...Array.from({ length: 11 }, (_, index) => text(`page-${index}.md`)))
    const panel = within(await screen.findByRole('region', { name: 'Next batch' }))
    expect(await panel.findByText(/exceeds the free quota/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove page-0.md' }))
    expect(await run(/Convert 10 files/)).not.toHaveAttribute('aria-disabled')
  })

  it('leads a visitor who cannot pay for a single file to an account, and the list stays', async () => {
    db.anonymousGranted = 1
    const { user } = open('/convert')
    await add(user, text('notes.md'))
    const panel = within(await screen.findByRole('region', { name: 'Next batch' }))
    expect(await panel.findByText('1 of 1')).toBeInTheDocument()
    expect(panel.queryByText(/−/)).toBeNull()
    expect(await row('notes.md')).toHaveTextContent('Not enough credits')
    await user.click(panel.getByRole('link', { name: 'Create account' }))
    await user.type(await screen.findByLabelText('User name'), 'newcomer')
    await user.type(screen.getByLabelText('E-mail address'), 'newcomer@mail.example')
    await user.type(screen.getByLabelText('Password'), 'correct horse')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await user.click(await run(/Convert 1 file/))
    await waitFor(() => expect(screen.getByText('1 completed')).toBeInTheDocument(), { timeout: 5000 })
  })

  it('says plainly to an account what is missing, and runs what can be paid', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('a.md'), text('b.md'))
    await run(/Convert 2 files/)
    const account = {
      id: MAREN.id,
      user: db.users[0]!.user,
      session: null,
      key: null,
      pending: null,
      device: null,
      pass: null,
      reading: null,
      signing: null,
    }
    // Credits spent elsewhere: the server refuses the second conversion with the remaining balance.
    db.granted += 3 - creditsOf(db, account).remaining
    await user.click(await run(/Convert 2 files/))
    await waitFor(() => expect(screen.getByText('1 completed')).toBeInTheDocument(), { timeout: 5000 })
    const dialog = within(await screen.findByRole('dialog', { name: '1 credit short' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('1 ready')).toBeInTheDocument()
    const panel = within(screen.getByRole('region', { name: 'Next batch' }))
    expect(await panel.findByText('Short by')).toBeInTheDocument()
    expect(panel.queryByRole('button', { name: /Convert 1 file/ })).toBeNull()
    expect(panel.getByText(/Choose a cheaper format./)).toBeInTheDocument()
    // The checkout opens in a new tab, and the refused file runs after the payment.
    const tab = { location: { href: '' }, close: vi.fn() }
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await user.click(panel.getByRole('button', { name: 'Buy credits and convert' }))
    const buying = within(await screen.findByRole('dialog', { name: '1 credit short' }))
    await user.click(await buying.findByRole('button', { name: 'Pay €4.00' }))
    expect(await buying.findByText('Waiting for payment in the other tab')).toBeInTheDocument()
    const [purchase] = db.billing.purchases
    expect(tab.location.href).toBe(purchase?.checkout_url)
    expect(purchase?.return_to).toBe('/convert')
    pay(db, purchase?.purchase_id ?? '')
    await waitFor(() => expect(screen.getByText('2 completed')).toBeInTheDocument(), { timeout: 10_000 })
    expect(screen.queryByRole('dialog')).toBeNull()
    opened.mockRestore()
  })

  it('does not offer what the instance does not know', async () => {
    const { user } = open('/convert')
    await add(user, text('strange.xyz'))
    const strange = await row('strange.xyz')
    await waitFor(() => expect(strange).toHaveTextContent('Unsupported format'))
  })

  it('puts files together, moves them by key, and makes one of them', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('a.pdf'), text('b.pdf'), text('c.png'), text('notes.md'))
    await user.click(await screen.findByRole('button', { name: /^Merge/ }))
    const popup = within(await screen.findByRole('dialog', { name: 'Merge into one PDF' }))
    // Two PDFs are preselected, and the image can be added; text files cannot.
    expect(popup.getByRole('checkbox', { name: 'c.png' })).not.toBeChecked()
    expect(popup.queryByRole('checkbox', { name: 'notes.md' })).toBeNull()
    await user.click(popup.getByRole('checkbox', { name: 'c.png' }))
    await user.click(popup.getByRole('button', { name: 'Merge 3 files' }))
    const merged = await row('a.pdf and 2 more')
    await within(merged).findByRole('list', { name: 'Files in merge order' })
    within(merged).getByRole('button', { name: 'Move c.png, file 3 of 3' }).focus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(await row('c.png and 2 more')).toBeInTheDocument()
    expect(within(merged).getByText('c.png is now file 1 of 3')).toBeInTheDocument()
    expect(within(merged).getByRole('button', { name: 'Move c.png, file 1 of 3' })).toHaveFocus()
    expect(await run(/Convert 4 files/)).toBeEnabled()
    await user.click(await run(/Convert 4 files/))
    await waitFor(() => expect(screen.getByText('4 completed')).toBeInTheDocument(), { timeout: 5000 })
    const made = db.conversions.map(({ conversion }) => conversion).find((one) => one.operation === 'merge')
    expect(made).toMatchObject({ filename: 'c.png', file_count: 3, target_format: 'pdf', family: 'document' })
  })

  it('says which of several files is why they did not become one, and goes on without it', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('a.pdf'), text('damaged.pdf'), text('c.pdf'))
    await user.click(await screen.findByRole('button', { name: /^Merge/ }))
    await user.click(await screen.findByRole('button', { name: 'Merge 3 files' }))
    const merged = await row('a.pdf and 2 more')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(merged).toHaveTextContent('damaged.pdf: The file ends'), { timeout: 5000 })
    expect(merged).toHaveTextContent('Nothing was charged.')
    await user.click(within(merged).getByRole('button', { name: 'Remove file' }))
    expect(await row('damaged.pdf')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove damaged.pdf' }))
    await user.click(await run(/Merge 2 files/))
    await waitFor(() => expect(screen.getByText('2 completed')).toBeInTheDocument(), { timeout: 5000 })
  })

  it('makes a file ready again whose conversion was removed elsewhere', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('notes.md'))
    await user.click(await run(/Convert 1 file/))
    await waitFor(() => expect(screen.getByText('1 completed')).toBeInTheDocument(), { timeout: 5000 })
    await runMutation(
      useRemoveConversions,
      db.conversions.map(({ conversion }) => conversion.id),
    )
    expect(await screen.findByText('1 ready')).toBeInTheDocument()
  })

  it('keeps the list while one goes away and comes back', async () => {
    signIn()
    const { user } = open('/convert')
    await add(user, text('notes.md'))
    await row('notes.md')
    await user.keyboard('gh')
    await screen.findByRole('heading', { name: 'History' })
    await user.keyboard('gc')
    expect(await row('notes.md')).toBeInTheDocument()
  })
})
