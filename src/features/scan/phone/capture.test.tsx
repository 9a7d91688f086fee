import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectFocus, show } from '../../../ui/testing.tsx'
import { openDesk, TOKEN } from './fake-desk.ts'
import { ScanPhone } from './scan-phone.tsx'
import { choose } from './settings.ts'

let desk: ReturnType<typeof openDesk>
beforeEach(() => {
  desk = openDesk()
  localStorage.clear()
  sessionStorage.clear()
  choose({ isAuto: true, asksEach: false, hasSound: true, hasVibration: true })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  // jsdom has the element without its methods.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function () {
    this.open = false
  }
  history.replaceState(null, '', `/s#${TOKEN}`)
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

/** Mocks a camera that the browser opens or denies. */
function camera(capabilities: object, refusals: string[] = []) {
  const constraints: unknown[] = []
  const track = Object.assign(new EventTarget(), {
    ...{ readyState: 'live', muted: false },
    getCapabilities: () => capabilities,
    applyConstraints: async (given: { advanced: unknown[] }) => void constraints.push(...given.advanced),
    stop: () => {},
  })
  const getUserMedia = vi.fn(async (_wanted: MediaStreamConstraints) => {
    const name = refusals.shift()
    if (name) throw new DOMException('no camera', name)
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  vi.stubGlobal(
    'ImageCapture',
    class {
      takePhoto = async () => new Blob(['a photo'], { type: 'image/jpeg' })
    },
  )
  return { track, getUserMedia, constraints }
}
const captureButton = () => screen.findByRole('button', { name: 'Capture page' })
const ready = () => waitFor(async () => expect(await captureButton()).not.toHaveAttribute('aria-disabled'))

describe('the camera', () => {
  it('is the one on the back, as large as it gets', async () => {
    const { getUserMedia } = camera({})
    show(<ScanPhone />)
    expect(await screen.findByText('Looking for a page')).toBeVisible()
    expect(getUserMedia.mock.calls[0]?.[0]).toEqual({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 3840 }, height: { ideal: 2160 } },
    })
    expect(screen.queryByRole('button', { name: 'Light' })).toBeNull()
  })

  it('is not needed: photos can be chosen while the browser still asks for it', async () => {
    const { getUserMedia } = camera({})
    getUserMedia.mockReturnValue(new Promise(() => {}))
    const { user } = show(<ScanPhone />)
    expect(await screen.findByText('Starting the camera')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Choose photos' })).toBeEnabled()
    await user.upload(
      screen.getByLabelText('Photos from this phone'),
      new File(['a photo'], 'a.jpg', { type: 'image/jpeg' }),
    )
    expect(await screen.findByRole('button', { name: 'Page 1, Uploaded' })).toBeVisible()
  })

  it('captures with the button and the space bar, each page once', async () => {
    camera({})
    const { user } = show(<ScanPhone />)
    await ready()
    await user.click(await captureButton())
    expect(await screen.findByRole('button', { name: 'Page 1, Uploaded' })).toBeVisible()
    await ready()
    ;(await captureButton()).blur()
    await user.keyboard(' ')
    expect(await screen.findByRole('button', { name: 'Page 2, Uploaded' })).toBeVisible()
    expect(desk.session.pages).toHaveLength(2)
  })

  it('takes the other side of a card as the back of the page before', async () => {
    camera({})
    const { user } = show(<ScanPhone />)
    await ready()
    await user.click(screen.getByRole('radio', { name: 'Card, 2 sides' }))
    expect(await screen.findByText('Front of the card')).toBeVisible()
    await user.click(await captureButton())
    expect(await screen.findByText('Back of the card')).toBeVisible()
    await ready()
    await user.click(await captureButton())
    await waitFor(() =>
      expect(desk.session.pages.map(({ settings }) => settings.layout)).toEqual(['page', 'back']),
    )
    await ready()
    await user.click(screen.getByRole('radio', { name: 'Book' }))
    await user.click(await captureButton())
    await waitFor(() => expect(desk.session.pages[2]?.settings.layout).toBe('book'))
  })

  it('opens the corners after each capture where that is wanted, and takes a page again in place', async () => {
    choose({ asksEach: true })
    camera({})
    const { user } = show(<ScanPhone />)
    await ready()
    await user.click(await captureButton())
    const heading = await screen.findByRole('heading', { level: 1, name: 'Page 1' })
    await expectFocus(heading)
    const [first] = desk.session.pages
    await user.click(screen.getByRole('button', { name: 'Retake' }))
    await screen.findByRole('heading', { level: 1, name: 'Retake page 1' })
    await ready()
    await user.click(await captureButton())
    await screen.findByRole('heading', { level: 1, name: 'Page 1' })
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    await expectFocus(await captureButton())
    const replaced = desk.asked.filter(
      ({ what, body }) =>
        what === 'upload page' && body instanceof FormData && body.get('replace') === 'true',
    )
    expect(replaced).toHaveLength(1)
    expect(desk.session.pages.map(({ page_id }) => page_id)).toEqual([first?.page_id])
  })

  it('has a lamp where the camera has one', async () => {
    const { constraints } = camera({ torch: true })
    const { user } = show(<ScanPhone />)
    const lamp = await screen.findByRole('button', { name: 'Light' })
    expect(lamp).toHaveAttribute('aria-pressed', 'false')
    await user.click(lamp)
    await waitFor(() => expect(lamp).toHaveAttribute('aria-pressed', 'true'))
    await user.click(lamp)
    await waitFor(() => expect(constraints).toEqual([{ torch: true }, { torch: false }]))
  })

  it('that was ended by the system is opened again', async () => {
    const { track, getUserMedia } = camera({})
    show(<ScanPhone />)
    await ready()
    track.dispatchEvent(new Event('ended'))
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
    await ready()
  })

  it.each([
    ['NotAllowedError', /Camera access is blocked/],
    ['NotFoundError', /This device has no camera/],
    ['NotReadableError', /The camera didn’t start/],
  ])('that is refused with %s says why and is tried again', async (name, words) => {
    camera({}, [name])
    const { user } = show(<ScanPhone />)
    expect(await screen.findByText(words)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Retry camera' }))
    await ready()
  })
})

describe('settings', () => {
  it('name the phone at the desk, and are kept', async () => {
    camera({})
    const { user, unmount } = show(<ScanPhone />)
    await ready()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.type(await screen.findByLabelText('Phone name'), 'Ines')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(desk.session.phones[0]?.name).toBe('Ines'))
    await user.click(screen.getByRole('switch', { name: 'Sound' }))
    expect(screen.getByRole('switch', { name: 'Sound' })).not.toBeChecked()
    expect(JSON.parse(localStorage.getItem('filewright-scan-choices') ?? '')).toMatchObject({
      hasSound: false,
    })
    unmount()
    show(<ScanPhone />)
    await ready()
    await screen.findByText(/Connected to/)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    expect(await screen.findByLabelText('Phone name')).toHaveValue('Ines')
    expect(screen.getByRole('switch', { name: 'Vibration' })).toBeChecked()
  })

  it('disconnect after a question', async () => {
    camera({})
    const { user } = show(<ScanPhone />)
    await ready()
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    await screen.findByRole('heading', { name: 'Disconnect from Maren’s desk?' })
    const [, sure] = screen.getAllByRole('button', { name: 'Disconnect' })
    if (!sure) throw new Error('no button that disconnects')
    await user.click(sure)
    await screen.findByRole('heading', { level: 1, name: 'Connect to a desk' })
    expect(sessionStorage.length).toBe(0)
  })
})
