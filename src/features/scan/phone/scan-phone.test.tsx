import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../ui/testing.tsx'
import { idOf, openDesk, refusal, TOKEN } from './fake-desk.ts'
import { ScanPhone } from './scan-phone.tsx'

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

const photo = (name = 'photo.jpg') => new File(['a photo'], name, { type: 'image/jpeg' })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function pair() {
  history.replaceState(null, '', `/s#${TOKEN}`)
  const shown = show(<ScanPhone />)
  await heading('Delivery notes')
  return shown
}
async function choosePhotos(user: Awaited<ReturnType<typeof pair>>['user'], ...photos: File[]) {
  await user.upload(screen.getByLabelText('Photos from this phone'), photos)
}
const asked = (what: string) => desk.asked.filter((one) => one.what === what).map(({ body }) => body)

describe('a phone without a link', () => {
  it('asks for the code, reads look-alikes as digits and connects', async () => {
    desk.code = '10XP42MQ'
    const { user } = show(<ScanPhone />)
    await heading('Connect to a desk')
    await user.type(screen.getByLabelText('Code'), 'lo xp 42mq')
    expect(screen.getByLabelText('Code')).toHaveValue('10XP 42MQ')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await heading('Delivery notes')
    expect(asked('POST pair')).toEqual([{ code: '10XP42MQ' }])
    expect(await screen.findByText('Connected to Maren’s desk')).toBeVisible()
  })

  it('says what is wrong with a code', async () => {
    const { user } = show(<ScanPhone />)
    await heading('Connect to a desk')
    await user.type(screen.getByLabelText('Code'), '7KXP')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('Enter all 8 characters.')).toBeVisible()
    expect(asked('POST pair')).toEqual([])
    await user.type(screen.getByLabelText('Code'), '0000')
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText(/This code isn’t valid/)).toBeVisible()
    expect(screen.getByLabelText('Code')).toHaveAttribute('aria-invalid', 'true')
  })
})

describe('a link', () => {
  it('pairs the phone, leaves the address at once and is remembered', async () => {
    const { unmount } = await pair()
    expect(location.hash).toBe('')
    expect(location.pathname).toBe('/s')
    unmount()
    show(<ScanPhone />)
    await heading('Delivery notes')
  })

  it('of another session counts more than what was remembered', async () => {
    await pair()
    location.hash = 'another-token-that-is-long-enough-01234567'
    await waitFor(() => expect(location.hash).toBe(''))
    expect(sessionStorage.getItem('filewright-scan-token')).toBe('another-token-that-is-long-enough-01234567')
  })

  it('that opens nothing says so and takes a code', async () => {
    desk.isOpen = false
    history.replaceState(null, '', `/s#${TOKEN}`)
    const { user } = show(<ScanPhone />)
    await heading('Session ended')
    desk.isOpen = true
    await user.type(screen.getByLabelText('Code'), desk.code)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    await heading('Delivery notes')
  })
})

describe('photos', () => {
  it('of the camera app are sent where the page has no camera, which it explains', async () => {
    const { user } = await pair()
    expect(screen.getByText(/The camera needs HTTPS/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Capture page' })).toBeNull()
    await choosePhotos(user, photo('one.jpg'), photo('two.heic'))
    expect(await screen.findByRole('button', { name: 'Page 1, Uploaded' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Page 2, Uploaded' })).toBeVisible()
    expect(await screen.findByText('All uploaded')).toBeVisible()
    const forms = asked('upload page')
    expect(forms).toHaveLength(2)
    expect(desk.session.pages).toHaveLength(2)
  })

  it('wait while there is no network, and are sent in order once it is back', async () => {
    const { user } = await pair()
    desk.isReachable = false
    await choosePhotos(user, photo(), photo())
    expect(await screen.findByText('2 waiting')).toBeVisible()
    expect(await screen.findByText('Offline. Photos are kept and uploaded later.')).toBeVisible()
    desk.isReachable = true
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByRole('button', { name: 'Page 2, Uploaded' })).toBeVisible()
    expect(desk.session.pages).toHaveLength(2)
  })

  it('that are refused say why and can be sent again', async () => {
    const { user } = await pair()
    desk.upload = refusal(413, 'file_too_large')
    await choosePhotos(user, photo())
    expect(await screen.findByText('1 failed')).toBeVisible()
    desk.upload = null
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText(/The photo is larger than 25 MB/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('All pages are at Maren’s desk. The PDF is created there.')).toBeVisible()
  })

  it('that were not sent before the session ended can be downloaded and deleted', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} }),
    )
    const { user } = await pair()
    desk.upload = refusal(413, 'file_too_large')
    await choosePhotos(user, photo())
    await screen.findByText('1 failed')
    desk.end()
    await heading('Session ended')
    await user.click(await screen.findByRole('button', { name: 'Download 1 photo' }))
    expect(click).toHaveBeenCalledOnce()
    await user.click(await screen.findByRole('button', { name: 'Delete from phone' }))
    await waitFor(() => expect(screen.queryByText(/photo wasn’t uploaded/)).toBeNull())
  })
})

describe('the list of pages', () => {
  async function openList(...numbers: number[]) {
    for (const number of numbers) desk.addPage(number)
    const shown = await pair()
    await user(shown).click(await screen.findByRole('button', { name: 'Done' }))
    await heading(`${numbers.length} pages`)
    return shown.user
  }
  const user = ({ user: given }: Awaited<ReturnType<typeof pair>>) => given
  const order = () => desk.session.pages.map(({ page_id }) => page_id)

  it('moves a page with a button and says where it is', async () => {
    const person = await openList(1, 2, 3)
    await person.click(screen.getByRole('button', { name: 'Move page 1 later' }))
    await waitFor(() => expect(order()).toEqual([idOf(2), idOf(1), idOf(3)]))
    expect(screen.getByText('Page 2 of 3')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Move page 1 earlier' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Move page 3 later' })).toBeDisabled()
  })

  it('deletes a page and brings it back', async () => {
    const person = await openList(1, 2)
    await person.click(screen.getByRole('button', { name: 'Delete page 1' }))
    await waitFor(() => expect(order()).toEqual([idOf(2)]))
    expect(await screen.findByText('Page 1 deleted')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(order()).toHaveLength(2))
    expect(screen.queryByText('Page 1 deleted')).toBeNull()
  })

  it('keeps a page that could not be deleted, and says so', async () => {
    const person = await openList(1, 2)
    desk.refuse = { 'DELETE page': refusal(503, 'unavailable') }
    await person.click(screen.getByRole('button', { name: 'Delete page 1' }))
    expect(await screen.findByText(/The server returned an unexpected response/)).toBeVisible()
    await heading('2 pages')
  })

  it('shows what the desk does', async () => {
    await openList(1, 2)
    desk.addPage(3, { state: 'receiving' })
    await heading('3 pages')
    const list = screen.getAllByRole('list', { name: 'Pages' }).at(-1)
    if (!list) throw new Error('no list of pages')
    expect(within(list).getByText('Uploading from another phone')).toBeVisible()
  })
})

describe('a page', () => {
  it('is kept with another filter and rotation', async () => {
    desk.addPage(1)
    desk.refuse = {
      'PATCH page': { status: 200, body: { ...desk.session.pages[0], version: 2 } },
    }
    const { user } = await pair()
    await user.click(await screen.findByRole('button', { name: 'Page 1, Uploaded' }))
    await heading('Page 1')
    await user.click(screen.getByRole('button', { name: 'Rotate' }))
    await user.click(screen.getByRole('radio', { name: 'Grayscale' }))
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Page 1' })).toBeNull())
    expect(asked('PATCH page')).toEqual([
      expect.objectContaining({
        version: 1,
        settings: { ...desk.session.pages[0]?.settings, rotation: 90, filter: 'grey' },
      }),
    ])
  })

  it('says that the desk was quicker', async () => {
    desk.addPage(1)
    desk.refuse = { 'PATCH page': refusal(412, 'scan_page_changed') }
    const { user } = await pair()
    await user.click(await screen.findByRole('button', { name: 'Page 1, Uploaded' }))
    await user.click(await screen.findByRole('button', { name: 'Rotate' }))
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    expect(await screen.findByText('Changed at the desk. Your change wasn’t applied.')).toBeVisible()
  })

  it('is taken anew where the desk asks for it, or not', async () => {
    desk.addPage(1)
    desk.addPage(2, { is_retake_requested: true })
    desk.addPage(3, { is_retake_requested: true })
    const { user } = await pair()
    expect(await screen.findByText('Maren requested a new photo of page 2.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Page 2, New photo requested' })).toBeVisible()
    const page = desk.session.pages[1]
    desk.refuse = { 'PATCH page': { status: 200, body: { ...page, is_retake_requested: false } } }
    await user.click(screen.getByRole('button', { name: 'Decline' }))
    expect(asked('PATCH page')).toEqual([
      expect.objectContaining({ version: 1, settings: page?.settings, is_retake_requested: false }),
    ])
    expect(await screen.findByText('Maren requested a new photo of page 3.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retake' }))
    await heading('Retake page 3')
    await choosePhotos(user, photo())
    await waitFor(() => expect(asked('upload page')).toHaveLength(1))
    const [form] = asked('upload page') as FormData[]
    expect(form?.get('page_id')).toBe(idOf(3))
    expect(form?.get('replace')).toBe('true')
  })

  it('is closed when it is deleted elsewhere', async () => {
    desk.addPage(1)
    const { user } = await pair()
    await user.click(await screen.findByRole('button', { name: 'Page 1, Uploaded' }))
    await heading('Page 1')
    desk.change({ pages: [] })
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Page 1' })).toBeNull())
  })
})
