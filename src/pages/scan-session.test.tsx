import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { OPEN_SCAN } from '../../tests/mock-api/seed-scans.ts'
import { type StoredPage, touch } from '../../tests/mock-api/stored-scans.ts'
import { forgetDesk } from '../features/scan/desk/live/desk-store.ts'
import { usePairings } from '../features/scan/desk/pairing/pairing-store.ts'
import { browseFiles } from '../stores/file-taker.ts'

const { open, signIn, db } = withApp()
afterEach(() => {
  localStorage.clear()
  forgetDesk()
  usePairings.setState({ pairings: {} })
})

const AT = `/scan/${OPEN_SCAN}`
const session = () => db.scans.sessions.find(({ id }) => id === OPEN_SCAN)!
const live = () => session().pages.filter(({ deletedAt }) => deletedAt === null)
const strip = async () => within(await screen.findByRole('region', { name: 'Pages' }))
/** Changes a page as a phone does. */
function onPhone(change: (page: StoredPage) => void, at = 0) {
  const page = live()[at]!
  change(page)
  Object.assign(page, { version: page.version + 1, changedBy: session().phones[0]?.id })
  touch(session())
}

describe('the desk', () => {
  it('shows pages, phones and what the PDF costs', async () => {
    signIn()
    open(AT)
    const pages = await strip()
    expect(pages.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Page 1',
      'Page 2',
      'Page 3',
    ])
    expect(pages.getByText('3 pages')).toBeInTheDocument()
    const phones = within(screen.getByRole('list', { name: 'Phones' }))
    expect(phones.getByText('Ines, Chrome on Android').closest('li')).toHaveTextContent('3 pages')
    expect(screen.getByText('2 phones connected')).toBeInTheDocument()
    expect(await screen.findByText('3 pages, searchable')).toBeInTheDocument()
    expect(screen.getByText('3 + 3')).toBeInTheDocument()
    expect(
      await screen.findByText(/^Kitchen fit-out, delivery notes \d{4}-\d\d-\d\d\.pdf$/),
    ).toBeInTheDocument()
  })

  it('shows what a phone does as it happens, with its name', async () => {
    signIn()
    open(AT)
    await screen.findByRole('button', { name: /^Top left corner, 18%/ })
    onPhone((page) => {
      const [, ...rest] = page.settings.quad!
      page.settings = { ...page.settings, quad: [[0.3, 0.3], ...rest] as typeof page.settings.quad }
    })
    expect(await screen.findByText('Ines moved this corner')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Top left corner, 30%/ })).toBeInTheDocument()
  })

  it('rotates, filters and undoes, also what a phone did', async () => {
    signIn()
    const { user } = open(AT)
    await user.click(await screen.findByRole('button', { name: 'Rotate clockwise' }))
    expect((await strip()).getByRole('button', { name: 'Page 1, rotated' })).toBeInTheDocument()
    await waitFor(() => expect(live()[0]?.settings.rotation).toBe(90))
    fireEvent.click(screen.getByRole('radio', { name: 'Black and white' }))
    await waitFor(() => expect(live()[0]?.settings.filter).toBe('bw'))
    onPhone((page) => {
      page.settings = { ...page.settings, filter: 'grey' }
    })
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Grayscale' })).toBeChecked())
    const undo = screen.getByRole('button', { name: 'Undo' })
    for (const [filter, rotation] of [
      ['bw', 90],
      ['clean', 90],
      ['clean', 0],
    ]) {
      await user.click(undo)
      await waitFor(() => expect(live()[0]?.settings).toMatchObject({ filter, rotation }))
    }
    await waitFor(() => expect(undo).toBeDisabled())
  })

  it('shows the newest version where a phone was faster, and applies mine on request', async () => {
    signIn()
    const { user } = open(AT)
    const rotate = await screen.findByRole('button', { name: 'Rotate clockwise' })
    // The poll's response has not arrived yet.
    const page = live()[0]!
    Object.assign(page, { version: 2, changedBy: session().phones[0]?.id })
    page.settings = { ...page.settings, filter: 'grey' }
    await user.click(rotate)
    expect(
      await screen.findByText('Ines changed this page on the phone. Your change wasn’t applied.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('radio', { name: 'Grayscale' })).toBeChecked()
    expect(page.settings.rotation).toBe(0)
    fireEvent.click(screen.getByRole('button', { name: 'Apply my change' }))
    await waitFor(() => expect(page.settings).toMatchObject({ rotation: 90, filter: 'clean' }))
  })

  it('moves a page with Alt and the arrows, and says where it is', async () => {
    signIn()
    const { user } = open(AT)
    const first = (await strip()).getByRole('button', { name: 'Page 1' })
    const { id } = live()[0]!
    first.focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(await screen.findByText('Page 2 of 3', { selector: '[aria-live].sr-only' })).toBeInTheDocument()
    await waitFor(() => expect(live()[1]?.id).toBe(id))
  })

  it('moves a page that is dragged before or behind another', async () => {
    signIn()
    open(AT)
    const pages = await strip()
    const [a, b, c] = live().map(({ id }) => id)
    const data = new Map<string, string>()
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
      get types() {
        return [...data.keys()]
      },
    }
    const drag = (from: string, to: string, clientY: number) => {
      const target = pages.getByRole('button', { name: to }).closest('li')!
      target.getBoundingClientRect = () => new DOMRect(0, 0, 100, 100)
      fireEvent.dragStart(pages.getByRole('button', { name: from }), { dataTransfer })
      // jsdom's drag events have no coordinates.
      for (const type of ['dragover', 'drop'])
        fireEvent(
          target,
          Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientY }), { dataTransfer }),
        )
    }
    const order = () => live().map(({ id }) => id)
    drag('Page 1', 'Page 3', 90)
    await waitFor(() => expect(order()).toEqual([b, c, a]))
    await waitFor(() => expect(pages.getByRole('button', { name: 'Page 3' })).toHaveFocus())
    drag('Page 3', 'Page 1', 10)
    await waitFor(() => expect(order()).toEqual([a, b, c]))
    drag('Page 1', 'Page 3', 10)
    await waitFor(() => expect(order()).toEqual([b, a, c]))
  })

  it('asks the phone for a new photo, and withdraws that', async () => {
    signIn()
    const { user } = open(AT)
    await user.click(await screen.findByRole('button', { name: 'More for this page' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Retake on phone' }))
    expect(await screen.findByText('A new photo was requested on the phone.')).toBeInTheDocument()
    expect((await strip()).getByRole('button', { name: 'Page 1, retake' })).toBeInTheDocument()
    await waitFor(() => expect(live()[0]?.isRetakeRequested).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(live()[0]?.isRetakeRequested).toBe(false))
    expect((await strip()).getByRole('button', { name: 'Page 1' })).toBeInTheDocument()
  })

  it('deletes a page, which can be brought back', async () => {
    signIn()
    const { user } = open(AT)
    await user.click((await strip()).getByRole('button', { name: 'Page 2' }))
    await user.click(screen.getByRole('button', { name: 'Delete page' }))
    await waitFor(() => expect(live()).toHaveLength(2))
    const pages = await strip()
    expect(pages.getAllByRole('button')).toHaveLength(2)
    const toast = within((await screen.findByText('Page 2 deleted')).parentElement!)
    fireEvent.click(toast.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(pages.getAllByRole('button')).toHaveLength(3))
  })

  it('walks through the pages with the arrow keys', async () => {
    signIn()
    const { user } = open(AT)
    await strip()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('region', { name: 'Page 2' })).toBeInTheDocument()
    await user.keyboard('{PageUp}')
    expect(screen.getByRole('region', { name: 'Page 1' })).toBeInTheDocument()
  })

  it('creates the PDF, follows it, and offers what can be done with it', async () => {
    signIn()
    const { user } = open(AT)
    await screen.findByText('3 pages, searchable')
    await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Notes')
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(/^PDF created, .*, 6 credits charged$/)).toBeInTheDocument()
    expect(clicked).toHaveBeenCalledTimes(1)
    const made = db.conversions.find(({ conversion }) => conversion.id === session().conversionId)
    expect(made?.conversion).toMatchObject({ operation: 'scan', filename: 'Notes.pdf' })
    expect(screen.getByRole('button', { name: 'Open in workbench' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Create another PDF' }))
    expect(screen.getByRole('button', { name: /^Create PDF, 3 pages/ })).toBeInTheDocument()
  })

  it('waits for a page that is uploading, and starts automatically', async () => {
    signIn()
    const last = live()[2]!
    const { photo } = last
    Object.assign(last, { preview: photo, photo: null })
    const { user } = open(AT)
    expect(
      await screen.findByText(/Page 3 is still uploading\. The PDF will be created when it arrives\./),
    ).toBeInTheDocument()
    expect(screen.getByText('uploading page 3')).toBeInTheDocument()
    await screen.findByText('3 pages, searchable')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await user.click(screen.getByRole('button', { name: /^Create PDF/ }))
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    expect(session().conversionId).toBeNull()
    last.photo = photo
    touch(session())
    expect(await screen.findByText(/^PDF created/)).toBeInTheDocument()
  })

  it('adds files as pages, and refuses what is no photo', async () => {
    signIn()
    const { user } = open(AT)
    await strip()
    browseFiles()
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    const photo = new File([live()[0]!.photo!], 'receipt.webp', { type: 'image/webp' })
    await user.upload(input, [photo, new File(['x'], 'note.pdf', { type: 'application/pdf' })])
    expect(
      await screen.findByText('note.pdf isn’t a photo. Use JPEG, PNG, WebP or HEIC.'),
    ).toBeInTheDocument()
    await waitFor(() => expect(live()).toHaveLength(4))
    expect(await (await strip()).findByRole('button', { name: 'Page 4' })).toBeInTheDocument()
  })

  it('adds an image that is pasted', async () => {
    signIn()
    open(AT)
    await strip()
    const image = new File([live()[0]!.photo!], 'image.png', { type: 'image/png' })
    const clipboardData = { files: [image], types: ['Files'], items: [], getData: () => '' }
    fireEvent.paste(document.body, { clipboardData })
    await waitFor(() => expect(live()).toHaveLength(4))
  })

  it('ends after a question that says what is deleted', async () => {
    signIn()
    const { user, router } = open(AT)
    await user.click(await screen.findByRole('button', { name: 'End session' }))
    const asks = within(
      await screen.findByRole('alertdialog', { name: 'End session Kitchen fit-out, delivery notes?' }),
    )
    expect(asks.getByText(/No PDF was created/)).toBeInTheDocument()
    await user.click(asks.getByRole('button', { name: 'End session' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/scan'))
    expect(session().endedAt).not.toBeNull()
  })

  it('says that it has ended, and leads to its PDF', async () => {
    signIn()
    const ended = db.scans.sessions.find(({ title }) => title === 'Receipts, October')!
    open(`/scan/${ended.id}`)
    expect(await screen.findByText('This session has ended')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show PDF' })).toHaveAttribute(
      'href',
      `/history/${ended.conversionId}`,
    )
  })

  it('asks for a new code after a reload', async () => {
    signIn()
    const { user } = open(AT)
    await user.click(await screen.findByRole('button', { name: 'Show code' }))
    await waitFor(() => expect(session().code).not.toBeNull())
    const { word } = session().code!
    expect(await screen.findByText(`${word.slice(0, 4)} ${word.slice(4)}`)).toBeInTheDocument()
  })
})

describe('before the first page', () => {
  it('says how the camera is got where the phone will have none, and that nothing reaches this machine', async () => {
    signIn()
    Object.assign(db.scans, { hasCamera: false, isReachable: false })
    session().pages = []
    session().phones = []
    const { user } = open(AT)
    await user.click(await screen.findByRole('button', { name: 'Show code' }))
    expect(await screen.findByText(/Photos are taken with the phone’s camera app/)).toBeInTheDocument()
    expect(screen.getByText(/Phones can’t reach this server/)).toBeInTheDocument()
  })
})
