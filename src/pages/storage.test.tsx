import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { seedFiles } from '../../tests/mock-api/seed-files.ts'
import { useUploads } from '../stores/uploads.ts'

// Too narrow for a file preview next to the list, whose engine needs a real browser.
const { open, signIn, db } = withApp({ width: 100 })

const rows = () => screen.getAllByRole('row').filter((row) => row.hasAttribute('data-row'))
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name.replace(/[().]/g, '\\$&')) })
const stored = (name: string) => db.storage.files.find((file) => file.name === name)

/** A drag event's data as browsers present it. */
const held = (file: File) => ({
  types: ['Files'],
  files: [file],
  items: [{ kind: 'file', type: file.type, getAsFile: () => file }],
})

describe('Storage', () => {
  it('shows the stored files, and the storage used', { timeout: 30_000 }, async () => {
    signIn()
    open('/storage')
    // Long timeout: the page's code is transformed on first load, which is slow on a busy machine.
    await waitFor(() => expect(rows().length).toBeGreaterThan(5), { timeout: 20_000 })
    expect(screen.getByRole('region', { name: 'Storage used' })).toHaveTextContent(
      /2\.9 GB of 5 GB, 18 files/,
    )
    const lease = await row('Lease, 14 Harbour Row')
    expect(lease).toHaveTextContent('2 links')
    expect(within(lease).getByRole('link')).toHaveAttribute('href', expect.stringContaining('/storage/'))
  })

  it('shows the view that an address asks for, and survives one that makes no sense', async () => {
    signIn()
    open('/storage?family=font&sort=price&view=grid')
    const tile = await screen.findByRole('article', { name: 'Inter-SemiBold.woff2' })
    expect(tile).toHaveTextContent('112 KB')
    expect(screen.getAllByRole('article')).toHaveLength(1)
    expect(screen.getByRole('radio', { name: 'Grid' })).toBeChecked()
  })

  it('searches after a pause, and says when nothing matches', async () => {
    signIn()
    const { user, router } = open('/storage')
    await user.type(await screen.findByRole('searchbox', { name: 'Search storage' }), 'zeppelin')
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    expect(router.state.location.search).toBe('?q=zeppelin')
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
  })

  it('shows what went wrong, with a retry', async () => {
    signIn()
    open('/storage?q=boom')
    expect(await screen.findByRole('button', { name: 'Retry' }, { timeout: 10_000 })).toBeInTheDocument()
  })

  it('renames in place: F2, Enter, and Escape cancels', async () => {
    signIn()
    const { user } = open('/storage?q=HEIC')
    const before = await row('IMG_4821.HEIC')
    before.focus()
    await user.keyboard('{F2}')
    const field = await screen.findByRole('textbox', { name: 'New name for IMG_4821.HEIC' })
    // The extension is not selected: typing keeps it.
    await user.keyboard('Harbour at dusk')
    expect(field).toHaveValue('Harbour at dusk.HEIC')
    await user.keyboard('{Escape}')
    expect(stored('IMG_4821.HEIC')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(before))
    await user.keyboard('{F2}')
    await screen.findByRole('textbox', { name: 'New name for IMG_4821.HEIC' })
    await user.keyboard('Harbour at dusk{Enter}')
    await waitFor(() => expect(stored('Harbour at dusk.HEIC')).toBeDefined())
  })

  it('deletes the selection, and undoes it from the toast', async () => {
    signIn()
    const { user } = open('/storage?q=INV')
    await waitFor(() => expect(rows()).toHaveLength(2))
    await user.keyboard('{Control>}a{/Control}')
    await user.click(await screen.findByRole('button', { name: /^Delete 2/ }))
    await waitFor(() => expect(stored('INV-2026-11873.pdf')?.deletedAt).not.toBeNull())
    expect(await screen.findByText('No matches')).toBeInTheDocument()
    // Toasts support swiping, which needs pointer APIs that jsdom lacks.
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(stored('INV-2026-11873.pdf')?.deletedAt).toBeNull()
  })

  it('restores deleted files, or deletes them permanently after a confirmation that names them', async () => {
    signIn()
    for (const file of db.storage.files.slice(0, 2)) file.deletedAt = new Date().toISOString()
    const { user } = open('/storage')
    await user.click(await screen.findByRole('button', { name: 'Trash (2)' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(rows()[0]).toHaveTextContent(/\bhours? left/)
    await user.click(screen.getByRole('button', { name: 'More for IMG_4821.HEIC' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    await waitFor(() => expect(stored('IMG_4821.HEIC')?.deletedAt).toBeNull())
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.click(within(rows()[0]!).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /^Delete 1 permanently/ }))
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Permanently delete Lease, 14 Harbour Row (final).pdf?',
    })
    await user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
    await waitFor(() => expect(stored('Lease, 14 Harbour Row (final).pdf')).toBeUndefined())
  })

  it('selects a range with Shift, and one with X', async () => {
    signIn()
    const { user } = open('/storage')
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
    const [first, , third] = rows()
    await user.click(within(first!).getByRole('checkbox'))
    await user.keyboard('{Shift>}')
    await user.click(within(third!).getByRole('checkbox'))
    await user.keyboard('{/Shift}')
    const bar = screen.getByRole('region', { name: 'Actions for selected items' })
    expect(bar).toHaveTextContent(/^3 selected/)
    first!.focus()
    await user.keyboard('x')
    expect(bar).toHaveTextContent(/^2 selected/)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Actions for selected items' })).toBeNull()
  })

  it('stores dropped files, and lists them', async () => {
    signIn()
    open('/storage')
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
    const file = new File(['# Kept'], 'kept.md', { type: 'text/markdown' })
    const dataTransfer = held(file)
    fireEvent.dragEnter(screen.getByRole('main'), { dataTransfer })
    expect(await screen.findByText('Drop to upload 1 file')).toBeInTheDocument()
    fireEvent.drop(screen.getByRole('main'), { dataTransfer })
    await waitFor(() => expect(stored('kept.md')).toMatchObject({ bytes: 6 }))
    expect(await row('kept.md')).toBeInTheDocument()
    expect(useUploads.getState().uploads).toMatchObject([{ name: 'kept.md', state: 'done' }])
  })

  it('leaves out what is empty, and says so', async () => {
    signIn()
    open('/storage')
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
    fireEvent.drop(screen.getByRole('main'), { dataTransfer: held(new File([], 'nothing.txt')) })
    expect(await screen.findByText('1 file is empty and was not uploaded.')).toBeInTheDocument()
    expect(useUploads.getState().uploads.some(({ name }) => name === 'nothing.txt')).toBe(false)
  })

  it('says why a file exceeds the quota, and sends nothing of it', async () => {
    signIn()
    db.storage.quota = 1
    open('/storage')
    const meter = await screen.findByRole('region', { name: 'Storage used' })
    expect(meter).toHaveTextContent('Storage is full. Delete files to free up space.')
    const file = new File(['# Kept'], 'too-much.md')
    fireEvent.drop(screen.getByRole('main'), { dataTransfer: held(file) })
    const uploads = await screen.findByRole('region', { name: 'Uploads' })
    fireEvent.click(within(uploads).getByRole('button', { name: 'Show uploads' }))
    expect(await within(uploads).findAllByText(/Your storage is full/)).not.toHaveLength(0)
    expect(db.storage.sessions).toHaveLength(0)
  })

  it('adds files to Convert without sending them', async () => {
    signIn()
    const { user, router } = open('/storage?q=look-04')
    await user.click(await screen.findByRole('button', { name: 'More for look-04-coat.jpg' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Convert' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/convert'))
    expect(await screen.findByRole('article', { name: 'look-04-coat.jpg' })).toBeInTheDocument()
  })

  it('sends for signature what is a PDF or can become one, and offers it of nothing else', async () => {
    signIn()
    const { user } = open('/storage')
    const offered = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `More for ${name}` }))
      await screen.findByRole('menuitem', { name: /^Download/ })
      const item = screen.queryByRole('menuitem', { name: 'Send for signature' })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      return item?.getAttribute('href') ?? null
    }
    const of = (name: string) => `/signing/new?file=${stored(name)?.id}`
    for (const name of ['Lease, 14 Harbour Row (final).pdf', 'look-02-knitwear-detail.webp'])
      expect(await offered(name), name).toBe(of(name))
    expect(await offered('Inter-SemiBold.woff2')).toBeNull()
  })

  it('has few of ten thousand in the page', async () => {
    signIn()
    db.storage.files = seedFiles(MAREN.id, 10_000)
    open('/storage')
    await waitFor(() => expect(rows().length).toBeGreaterThan(5))
    expect(rows().length).toBeLessThan(40)
    expect(screen.getByRole('table', { name: 'Files' })).toHaveAttribute('aria-rowcount', '10001')
  })

  it('explains storage when there are no files', async () => {
    signIn()
    db.storage.files = []
    open('/storage')
    expect(await screen.findByText('No files yet')).toBeInTheDocument()
    expect(screen.queryByRole('searchbox', { name: 'Search storage' })).toBeNull()
  })

  it('shows one file with its details and actions', async () => {
    signIn()
    const id = stored('Tender response vol 2.docx')?.id ?? ''
    const { user, router } = open(`/storage/${id}`)
    expect(await screen.findByRole('heading', { name: 'Tender response vol 2.docx' })).toBeInTheDocument()
    expect(screen.getByText('14.3 MB')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More for Tender response vol 2.docx' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/storage'))
    await waitFor(() => expect(stored('Tender response vol 2.docx')?.deletedAt).not.toBeNull())
  })
})

describe('from Storage', () => {
  it('Convert takes several files, by the keys alone', async () => {
    signIn()
    const { user } = open('/convert')
    await user.click(await screen.findByRole('button', { name: 'From Storage' }))
    const dialog = await screen.findByRole('dialog', { name: 'Choose files from Storage' })
    await user.type(within(dialog).getByRole('searchbox'), 'INV')
    await waitFor(() => expect(within(dialog).getAllByRole('checkbox')).toHaveLength(2))
    for (const box of within(dialog).getAllByRole('checkbox')) await user.click(box)
    await user.click(within(dialog).getByRole('button', { name: 'Add 2 files' }))
    expect(await screen.findByRole('article', { name: 'INV-2026-11873.pdf' })).toBeInTheDocument()
    expect(screen.getByRole('article', { name: 'INV-2026-11874.pdf' })).toBeInTheDocument()
  })

  it('one is picked by keys alone', async () => {
    signIn()
    const { user } = open('/convert')
    await user.click(await screen.findByRole('button', { name: 'From Storage' }))
    const dialog = await screen.findByRole('dialog', { name: 'Choose files from Storage' })
    await waitFor(() => expect(within(dialog).getAllByRole('checkbox').length).toBeGreaterThan(2))
    within(dialog).getByRole('searchbox').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(await screen.findByRole('article', { name: 'IMG_4821.HEIC' })).toBeInTheDocument()
  })
})

describe('Store', () => {
  it('keeps the results that are selected in History', async () => {
    signIn()
    db.storage.files = []
    const { user } = open('/history?q=wordmark')
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
    await user.click(within(rows()[0]!).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /^Save 1 to Storage/ }))
    await waitFor(() => expect(db.storage.files).toHaveLength(1))
    expect(db.storage.files[0]).toMatchObject({ name: 'wordmark-outline.png' })
    expect(await screen.findByText('1 result saved to Storage')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open Storage' })).toBeInTheDocument()
  })

  it('says why a result exceeds the quota, and where to free up space', async () => {
    signIn()
    db.storage.quota = 1
    const { user, router } = open('/history?q=wordmark')
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
    await user.click(within(rows()[0]!).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: /^Save 1 to Storage/ }))
    expect(await screen.findByText(/1 result wasn’t saved\./)).toBeInTheDocument()
    fireEvent.click(screen.getAllByRole('button', { name: 'Open Storage' })[0]!)
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/storage', search: '?sort=largest' }),
    )
  })
})
