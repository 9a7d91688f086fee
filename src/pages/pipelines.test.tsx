import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { MAREN } from '../../tests/mock-api/accounts.ts'
import { useDrafts } from '../features/pipelines/drafts.ts'
import { tellSignOut } from '../stores/sign-out.ts'
import { cancelAllUploads } from '../stores/uploads.ts'

// The page of a stored PDF renders it, which jsdom cannot.
vi.mock('../features/preview/pdf/pdf-view.tsx', () => ({ PdfView: () => null }))

const { open, signIn, db } = withApp()

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))
const saved = () => db.pipelines.pipelines
const steps = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('button', { expanded: undefined })
    .filter((button) => button.hasAttribute('aria-expanded') && !button.hasAttribute('aria-haspopup'))
    .map((button) => button.textContent)

/** Timeout for two hundred requests on a busy machine. */
const MANY = 60_000

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })

beforeEach(() => {
  localStorage.clear()
  useDrafts.setState({ drafts: {} })
  tellSignOut()
  cancelAllUploads()
  signIn()
})

describe('pipelines', () => {
  it('lists what there is, searches it, and says when nothing is like that', async () => {
    const { user, router } = open('/pipelines')
    expect(await screen.findByRole('link', { name: 'Stamp and protect' })).toBeInTheDocument()
    expect(screen.getByText('Add watermark, Add page numbers, Encrypt with password')).toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search pipelines' }), 'register')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Stamp and protect' })).toBeNull())
    expect(router.state.location.search).toBe('?q=register')
    await user.type(screen.getByRole('searchbox', { name: 'Search pipelines' }), ' of nothing')
    await user.click(await screen.findByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('link', { name: 'Stamp and protect' })).toBeInTheDocument()
  })

  it('teaches where there are none, and begins from a template', async () => {
    db.pipelines.pipelines = []
    const { user, router } = open('/pipelines')
    expect(await screen.findByText('No pipelines yet')).toBeInTheDocument()
    await user.click(await screen.findByRole('link', { name: 'Use Stamp and number' }))
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Stamp and number'))
    await waitFor(() => expect(steps()).toHaveLength(2))
    expect(router.state.location.search).toBe('')
    await user.click(await screen.findByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(saved()).toHaveLength(1))
    expect(saved()[0]?.steps[0]).toMatchObject({ operation: 'watermark', options: { text: 'DRAFT' } })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/pipelines/${saved()[0]?.id}`))
    expect(useDrafts.getState().drafts).toEqual({})
  })

  it('says where it stands that a step cannot follow, and takes it out with a way back', async () => {
    const { user } = open('/pipelines/new')
    await user.type(await screen.findByLabelText('Name'), 'To Word')
    await user.click(await screen.findByRole('button', { name: 'Add first step' }))
    const first = await dialog('Add step')
    await user.type(first.getByRole('searchbox'), 'docx')
    await user.click(first.getByRole('button', { name: /Convert to DOCX/ }))
    await user.click(await screen.findByRole('button', { name: 'More for step 1, Convert to DOCX' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add step before' }))
    const second = await dialog('Add step')
    await user.type(second.getByRole('searchbox'), 'watermark{Enter}')
    await waitFor(() => expect(steps()[0]).toContain('Add watermark'))
    // Each step offers the operations for the previous step's output.
    await user.click(screen.getByRole('button', { name: 'Add step' }))
    const third = await dialog('Add step')
    const blocked = within(await third.findByRole('region', { name: 'Not available here' }))
    expect(
      blocked.getByRole('button', { name: /Redact.*Needs PDF; the previous step outputs DOCX\./ }),
    ).toHaveAttribute('aria-disabled', 'true')
    await user.click(third.getByRole('button', { name: 'Cancel' }))
    // Moved by its handle with the keyboard.
    const handle = await screen.findByRole('button', { name: 'Move Add watermark, step 1 of 2' })
    handle.focus()
    await user.keyboard('{ArrowDown}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Step 2 (Add watermark) needs PDF, but step 1 outputs DOCX.',
    )
    const save = screen.getByRole('button', { name: /^Save/ })
    expect(save).toHaveAttribute('aria-disabled', 'true')
    expect(save).toHaveAccessibleDescription(/Step 2 can’t run here/)
    await user.click(screen.getByRole('button', { name: 'More for step 2, Add watermark' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(steps()).toHaveLength(1)
    const toast = (await screen.findByText('Add watermark removed')).closest('li') as HTMLElement
    fireEvent.click(within(toast).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(steps()).toHaveLength(2))
  })

  it('keeps a draft in the browser, without the passwords in it', async () => {
    const [stamp] = saved()
    const { user, unmount } = open(`/pipelines/${stamp?.id}`)
    await user.clear(await screen.findByLabelText('Name'))
    await user.type(screen.getByLabelText('Name'), 'Another name')
    await user.click(await screen.findByRole('button', { name: /^Encrypt with password/, expanded: false }))
    expect(await screen.findByText('Saved, encrypted')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Replace Open password' }))
    await user.type(screen.getByLabelText('Open password'), 'another one')
    expect(localStorage.getItem('pipeline-drafts')).toContain('Another name')
    expect(localStorage.getItem('pipeline-drafts')).not.toContain('another one')
    unmount()
    const next = open(`/pipelines/${stamp?.id}`)
    expect(await screen.findByLabelText('Name')).toHaveValue('Another name')
    await next.user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(stamp?.name).toBe('Another name'))
    expect(stamp?.steps[2]?.sealed).toEqual({ user_password: 'another one' })
  })

  it('keeps a password that is not touched', async () => {
    const [stamp] = saved()
    const { user } = open(`/pipelines/${stamp?.id}`)
    await user.type(await screen.findByLabelText('Description'), ' And so on.')
    await user.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(stamp?.description).toBe('For files sent outside the company. And so on.'))
    expect(stamp?.steps[2]?.sealed).toEqual({ user_password: 'harbour' })
  })

  it('leaves other tabs’ drafts where they are', async () => {
    const [stamp, other] = saved()
    const theirs = { [`${MAREN.id}/${other?.id}`]: { name: 'Theirs', description: '', steps: [] } }
    localStorage.setItem('pipeline-drafts', JSON.stringify(theirs))
    const { user } = open(`/pipelines/${stamp?.id}`)
    await user.type(await screen.findByLabelText('Name'), '!')
    const kept = () => Object.keys(JSON.parse(localStorage.getItem('pipeline-drafts') ?? '{}'))
    expect(kept()).toEqual([`${MAREN.id}/${other?.id}`, `${MAREN.id}/${stamp?.id}`])
    expect(await screen.findByText('Unsaved changes are kept in this browser.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.getByLabelText('Name')).toHaveValue('Stamp and protect')
    expect(kept()).toEqual([`${MAREN.id}/${other?.id}`])
  })

  it('asks for a name, and puts what is wrong there', async () => {
    const { user } = open('/pipelines/new?template=for-the-web')
    const name = await screen.findByLabelText('Name')
    await waitFor(() => expect(name).toHaveValue('For the web'))
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: /^Save/ }))
    expect(name).toHaveAccessibleDescription('Enter a name.')
    expect(name).toHaveFocus()
    expect(saved()).toHaveLength(3)
  })

  it('tries a sample: each step shows what it made, and nothing is charged', async () => {
    const [stamp] = saved()
    const { user } = open(`/pipelines/${stamp?.id}`)
    const input = await screen.findByLabelText<HTMLInputElement>('Sample PDF')
    await user.upload(input, pdf('sample.pdf'))
    expect(await screen.findByRole('img', { name: 'The first page after Add watermark' })).toBeInTheDocument()
    expect(
      await screen.findByRole('img', { name: 'The first page after Encrypt with password' }),
    ).toBeInTheDocument()
    expect(screen.getAllByText(/12 pages/)).toHaveLength(3)
    expect(db.pipelines.runs[0]).toMatchObject({ dryRun: true, pipelineId: stamp?.id })
  })

  it('runs on many with the price before, and goes to the run, which says which step failed and why', async () => {
    const [stamp] = saved()
    const { user, router } = open(`/pipelines/${stamp?.id}?run=1`)
    const asks = await dialog('Run “Stamp and protect”')
    expect(asks.getByRole('button', { name: 'Run' })).toHaveAttribute('aria-disabled', 'true')
    await user.upload(screen.getByLabelText<HTMLInputElement>('Files'), [
      pdf('one.pdf'),
      pdf('two damaged.pdf'),
      pdf('three.pdf'),
      new File(['x'], 'note.txt'),
    ])
    expect(await screen.findByText('1 file isn’t a PDF and was skipped.')).toBeInTheDocument()
    expect(asks.getByText('3 files × 3 credits')).toBeInTheDocument()
    await user.click(asks.getByRole('button', { name: 'Run on 3 files' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/pipelines\/runs\//))
    expect(await screen.findByText('Step 1 (Add watermark): Damaged')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Download 2 files as ZIP' })).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: /Failed/ }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'one.pdf' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Retry 1 failed' }))
    const again = await dialog('Run “Stamp and protect”')
    expect(await again.findByText('1 file × 3 credits')).toBeInTheDocument()
  })

  it('says what is missing and leaves everything where it is when the credits do not do', async () => {
    const [stamp] = saved()
    db.granted = 0
    const { user, router } = open(`/pipelines/${stamp?.id}?run=1`)
    const asks = await dialog('Run “Stamp and protect”')
    await user.upload(screen.getByLabelText<HTMLInputElement>('Files'), [pdf('costly.pdf')])
    expect(await asks.findByText(/short\. Nothing is charged and your files stay here\./)).toBeInTheDocument()
    expect(asks.getByRole('button', { name: 'Run on 1 file' })).toHaveAttribute('aria-disabled', 'true')
    expect(router.state.location.search).toBe('?run=1')
    db.granted = 2000
  })

  it(
    'keeps more files than a form takes in Storage first, and runs them all',
    async () => {
      const [stamp] = saved()
      const { user, router } = open(`/pipelines/${stamp?.id}?run=1`)
      const asks = await dialog('Run “Stamp and protect”')
      const many = Array.from({ length: 101 }, (_, index) => pdf(`page ${index + 1}.pdf`))
      await user.upload(screen.getByLabelText<HTMLInputElement>('Files'), many)
      expect(await asks.findByText(/save the originals to Storage first/)).toBeInTheDocument()
      await user.click(asks.getByRole('button', { name: 'Run on 101 files' }))
      await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/pipelines\/runs\//), {
        timeout: MANY,
      })
      expect(db.pipelines.runs[0]?.items).toHaveLength(101)
      expect(db.storage.files.filter(({ name }) => /^page \d+\.pdf$/.test(name))).toHaveLength(101)
    },
    2 * MANY,
  )

  it('leads from a stored PDF to a run of it', async () => {
    const file = db.storage.files.find(({ name }) => name.endsWith('.pdf'))
    const { user, router } = open(`/storage/${file?.id}`)
    await user.click(await screen.findByRole('button', { name: 'Run pipeline' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stamp and protect, 3 credits' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/pipelines/${saved()[0]?.id}`))
    const asks = await dialog('Run “Stamp and protect”')
    expect(await asks.findByText('1 file × 3 credits')).toBeInTheDocument()
    expect(asks.getByText('In Storage')).toBeInTheDocument()
  })

  it('shows one problem where the list would stand, and one way on', async () => {
    const { user } = open('/pipelines?q=boom')
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
    await user.clear(screen.getByRole('searchbox', { name: 'Search pipelines' }))
    expect(await screen.findByRole('link', { name: 'Stamp and protect' })).toBeInTheDocument()
  })

  it('stops a run', async () => {
    const [stamp] = saved()
    const { user } = open(`/pipelines/${stamp?.id}?run=1`)
    const asks = await dialog('Run “Stamp and protect”')
    await user.upload(screen.getByLabelText<HTMLInputElement>('Files'), [pdf('slow one.pdf')])
    await user.click(await asks.findByRole('button', { name: 'Run on 1 file' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel run' }))
    const sure = within(await screen.findByRole('alertdialog'))
    await user.click(sure.getByRole('button', { name: 'Cancel run' }))
    expect(await screen.findByText('Cancelled')).toBeInTheDocument()
  })

  it('reads a foreign document, tells first what it cannot map, and opens it in the builder', async () => {
    const { user } = open('/pipelines')
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const asks = await dialog('Import pipeline')
    await user.click(asks.getByLabelText('Document'))
    await user.paste('{"pipeline": [')
    expect(asks.getByLabelText('Document')).toHaveAccessibleDescription(/isn’t complete JSON/)
    await user.clear(asks.getByLabelText('Document'))
    await user.paste(
      JSON.stringify({
        name: 'From elsewhere',
        pipeline: [
          { operation: '/api/v1/misc/add-watermark', parameters: { watermarkText: 'MINE', font: 'Arial' } },
          { operation: '/api/v1/misc/unheard-of', parameters: {} },
        ],
      }),
    )
    expect(await asks.findByText('2 items can’t be imported')).toBeInTheDocument()
    expect(asks.getByText('/api/v1/misc/unheard-of')).toBeInTheDocument()
    await user.click(asks.getByRole('button', { name: 'Open in editor' }))
    expect(await screen.findByLabelText('Name')).toHaveValue('From elsewhere')
    expect(await screen.findByText('Text: MINE')).toBeInTheDocument()
  })

  it('exports, duplicates and deletes from a row', async () => {
    const written: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      written.push(blob as Blob)
      return 'blob:pipeline'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = open('/pipelines')
    const more = async (entry: string, of = 'Stamp and protect') => {
      await user.click(await screen.findByRole('button', { name: `More for ${of}` }))
      await user.click(await screen.findByRole('menuitem', { name: entry }))
    }
    await more('Export')
    await waitFor(() => expect(written).toHaveLength(1))
    const document = JSON.parse((await written[0]?.text()) ?? '')
    expect(document).toMatchObject({ format: 'filewright-pipeline', name: 'Stamp and protect' })
    expect(document.steps[2].left_out).toEqual(['user_password'])
    await more('Duplicate')
    expect(await screen.findByRole('link', { name: 'Stamp and protect (copy)' })).toBeInTheDocument()
    await more('Delete', 'Stamp and protect (copy)')
    const sure = within(await screen.findByRole('alertdialog'))
    await user.click(sure.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Stamp and protect (copy)' })).toBeNull())
    click.mockRestore()
  })

  it('lists runs, of all pipelines or of one', async () => {
    const { user, router } = open('/pipelines?tab=runs')
    expect(await screen.findByText('Completed, 1 of 3 failed')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Pipeline' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Stamp and protect' }))
    expect(router.state.location.search).toContain(`pipeline=${saved()[0]?.id}`)
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
  })
})
