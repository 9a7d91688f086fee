import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import type { PublicShare } from '../../../api/public-share.ts'
import { expectFocus, show } from '../../../ui/testing.tsx'
import type { LoadReader, ReaderProps } from './reader-props.ts'
import { SharePage } from './share-page.tsx'
import type { View } from './view.ts'

const TOKEN = 'a-token-of-a-link-that-is-long-enough'
const open: PublicShare = {
  locked: false,
  requires_password: false,
  email_gate: 'none',
  from: { name: 'Maren Okafor', initial: 'M' },
  title: 'Lease draft',
  message: null,
  file: {
    file_name: 'lease.pdf',
    file_size_bytes: 2_400_000,
    format: 'pdf',
    family: 'document',
    sha256: '9f31c07a'.repeat(8),
  },
  preview: null,
  entries: null,
  entry_count: null,
  readable: false,
  reading_until: null,
  expires_at: null,
  downloads_left: 4,
  created_at: '2026-11-20T10:00:00Z',
}
const locked: PublicShare = {
  ...open,
  locked: true,
  title: null,
  file: null,
  downloads_left: null,
  created_at: null,
}

type Answer = { status: number; body?: object }
const refusal = (status: number, code: string, extras: object = {}): Answer => ({
  status,
  body: { type: '', title: '', status, code, detail: code, instance: '', request_id: 'req_1', ...extras },
})
const granted = (downloads_left: number | null): Answer => ({
  status: 200,
  body: {
    download_url: 'https://files.example/grant/',
    url: 'https://files.example/grant/',
    expires_at: '2026-11-20T16:00:00Z',
    file_name: 'lease.pdf',
    file_size_bytes: 2_400_000,
    sha256: '9f31c07a'.repeat(8),
    downloads_left,
  },
})

/** The server's responses, by the last part of the path; `''` is the link itself. */
let answers: Record<string, (body: Record<string, string>) => Answer>
let asked: { what: string; body: Record<string, string> }[]
beforeEach(() => {
  asked = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const what = /public\/[^/]+\/(?:([\w-]+)\/)?$/.exec(url)?.[1] ?? ''
    const body = JSON.parse((init.body as string | undefined) ?? '{}')
    asked.push({ what, body })
    const answer = answers[what]?.(body)
    if (!answer) throw new TypeError('no network')
    return new Response(answer.status === 204 ? null : JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => {
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Replaces the PDF reader, which is too large for this test. */
function Reader({ name, url, page, onPage, take, onClose, onEnded }: ReaderProps) {
  return (
    <section aria-label={`Reading ${name}`}>
      <p>{`${url} from page ${page}`}</p>
      <button type="button" onClick={onClose}>
        Close
      </button>
      <button type="button" onClick={() => void take()}>
        Take
      </button>
      <button type="button" onClick={() => onPage(7)}>
        Turn
      </button>
      <button type="button" onClick={() => onEnded(new ApiError('link_expired', 410))}>
        End
      </button>
    </section>
  )
}
const loadReader: LoadReader = async () => Reader
const at = (share: PublicShare) => ({ status: 200, body: share })
const viewOf = (share: PublicShare): View => ({ status: share.locked ? 'locked' : 'open', view: share })
const land = (first: View) => show(<SharePage token={TOKEN} first={first} loadReader={loadReader} />)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('an open link', () => {
  it('shows at once what the page came with, and asks once, by which it is counted', async () => {
    answers = { '': () => at({ ...open, downloads_left: 3 }) }
    land(viewOf(open))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Lease draft')
    expect(screen.getByText('Maren Okafor')).toBeVisible()
    expect(screen.getByText('PDF, 2.4 MB')).toBeVisible()
    expect(await screen.findByText('3 downloads left')).toBeVisible()
    expect(asked).toEqual([{ what: '', body: {} }])
  })

  it('counts down, and has no button after the last download', async () => {
    let left = 2
    answers = { '': () => at({ ...open, downloads_left: left }), download: () => granted(--left) }
    const { user } = land(viewOf({ ...open, downloads_left: 2 }))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('Download started; 1 download left.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Download again' }))
    expect(await screen.findByText(/That was the last one available/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Download/ })).toBeNull()
    expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledTimes(2)
  })

  it('shows what went wrong, and allows a retry', async () => {
    answers = { '': () => at(open), download: () => refusal(503, 'unavailable') }
    const { user } = land(viewOf(open))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText(/unexpected response/)).toBeVisible()
    answers.download = () => granted(null)
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('Download started.')).toBeVisible()
    expect(screen.queryByText(/unexpected response/)).toBeNull()
  })

  it('that was opened too long ago asks again for what it asked for', async () => {
    let share = open
    answers = { '': () => at(share), download: () => refusal(403, 'share_locked') }
    const { user } = land(viewOf(open))
    await waitFor(() => expect(asked).toHaveLength(1))
    share = { ...locked, requires_password: true }
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByLabelText('Password')).toBeVisible()
    await expectFocus(screen.getByRole('heading', { level: 1 }))
  })

  it.each([
    ['share_expired', 'This link has expired'],
    ['share_revoked', 'This link was revoked'],
    ['share_used_up', 'Download limit reached'],
    ['share_unavailable', 'File no longer available'],
  ])('that closes meanwhile says so, and names who can help: %s', async (code, title) => {
    answers = { '': () => at(open), download: () => refusal(410, code) }
    const { user } = land(viewOf(open))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await expectFocus(await heading(title))
    expect(screen.getByText(/Ask Maren Okafor/)).toBeVisible()
    expect(screen.queryByText(/lease/i)).toBeNull()
  })

  it('lists what is in a ZIP, twenty at first', async () => {
    const entries = Array.from({ length: 30 }, (_, at) => ({ name: `photo-${at}.jpg`, size_bytes: 1000 }))
    const zip = { ...open, entries, entry_count: 244 }
    answers = { '': () => at(zip) }
    const { user } = land(viewOf(zip))
    const rows = () => screen.getAllByText('1 KB')
    expect(rows()).toHaveLength(20)
    await user.click(screen.getByRole('button', { name: 'Show first 30' }))
    expect(rows()).toHaveLength(30)
    expect(screen.getByText('and 214 more')).toBeVisible()
  })

  it('shows names as text, whatever they say', async () => {
    const name = '</script><img src=x onerror=alert(1)>'
    const hostile = { ...open, title: name, message: name, from: { name, initial: '<' } }
    answers = { '': () => at(hostile) }
    const { container } = land(viewOf(hostile))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name)
    expect(container.querySelector('img')).toBeNull()
  })
})

describe('a link to a PDF', () => {
  const pdf: PublicShare = { ...open, readable: true }
  const until = '2026-11-20T16:00:00Z'
  const press = (name: string) => screen.findByRole('button', { name })
  const reads = () => screen.queryByRole('region', { name: 'Reading lease.pdf' })

  it('is read with a press, which asks once; Back closes it, and the focus is where it was', async () => {
    answers = { '': () => at(pdf), download: () => granted(3) }
    const { user } = land(viewOf(pdf))
    expect(await screen.findByText('4 downloads left; reading counts as one')).toBeVisible()
    await user.click(await press('Read online'))
    await waitFor(() => expect(reads()).toBeVisible())
    expect(screen.getByText('/grant/ from page 1')).toBeVisible()
    expect(asked.filter(({ what }) => what === 'download')).toEqual([
      { what: 'download', body: { to: 'read' } },
    ])
    expect(screen.queryByRole('heading', { level: 1 }), 'the page about it').toBeNull()
    expect(location.hash).toBe('#page=1')
    await user.click(await press('Turn'))
    expect(location.hash).toBe('#page=7')
    await user.click(await press('Close'))
    await expectFocus(await press('Continue reading'))
    expect(reads()).toBeNull()
    expect(screen.getByText('3 downloads left')).toBeVisible()
    expect(screen.getByText(/^Reading access until/)).toBeVisible()
  })

  it('is downloaded from where it is read', async () => {
    answers = { '': () => at(pdf), download: () => granted(null) }
    const { user } = land(viewOf(pdf))
    await user.click(await press('Read online'))
    await user.click(await press('Take'))
    await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce())
    expect(asked.at(-1)?.body).toEqual({ to: 'take' })
    expect(reads()).toBeVisible()
  })

  it('goes on where a page that was loaded anew had it, where that is counted already', async () => {
    history.replaceState({ reading: true }, '', '#page=12')
    const on = { ...pdf, downloads_left: 0, reading_until: until }
    answers = { '': () => at(on), download: () => granted(0) }
    land({ status: 'closed', code: 'share_used_up' })
    expect(await screen.findByText('/grant/ from page 12')).toBeVisible()
    expect(asked.filter(({ what }) => what === 'download')).toHaveLength(1)
  })

  it('waits for a press where it would be counted again', async () => {
    history.replaceState({ reading: true }, '', '#page=12')
    answers = { '': () => at(pdf), download: () => granted(3) }
    const { user } = land(viewOf(pdf))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]?.what).toBe('')
    const entries = history.length
    await user.click(await press('Read online'))
    expect(await screen.findByText('/grant/ from page 12')).toBeVisible()
    expect(history.length, 'Back leads out of it at once').toBe(entries)
  })

  it('that closes at the press says so in its page', async () => {
    answers = { '': () => at(pdf), download: () => refusal(410, 'share_used_up') }
    const { user } = land(viewOf(pdf))
    await user.click(await press('Read online'))
    await expectFocus(await heading('Download limit reached'))
    expect(location.hash).toBe('')
  })

  it('says when its code does not come, and can be pressed again', async () => {
    answers = { '': () => at(pdf), download: () => granted(3) }
    const load = vi.fn(loadReader).mockRejectedValueOnce(new TypeError('no network'))
    const { user } = show(<SharePage token={TOKEN} first={viewOf(pdf)} loadReader={load} />)
    await user.click(await press('Read online'))
    expect(await screen.findByText(/unexpected response/)).toBeVisible()
    await user.click(await press('Continue reading'))
    await waitFor(() => expect(reads()).toBeVisible())
    expect(screen.queryByText(/unexpected response/)).toBeNull()
  })

  it('whose reading is over comes back to its page, with a word', async () => {
    answers = { '': () => at(pdf), download: () => granted(3) }
    const { user } = land(viewOf(pdf))
    await user.click(await press('Read online'))
    await user.click(await press('End'))
    expect(await screen.findByText(/Your reading access has ended/)).toBeVisible()
    expect(await press('Read online')).toBeVisible()
  })

  it('offers no reading where it is not offered, or where no cookies are kept', async () => {
    answers = { '': () => at(open) }
    const first = land(viewOf(open))
    expect(await press('Download')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Read online' })).toBeNull()
    first.unmount()
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    answers = { '': () => at(pdf) }
    land(viewOf(pdf))
    expect(screen.queryByRole('button', { name: 'Read online' })).toBeNull()
  })
})

describe('a locked link', () => {
  it('that this browser has opened before is found open', async () => {
    answers = { '': () => at(open) }
    land(viewOf({ ...locked, requires_password: true }))
    await expectFocus(await heading('Lease draft'))
  })

  it('says when there were too many attempts, and for how long', async () => {
    const asks = { ...locked, requires_password: true }
    answers = { '': () => at(asks), open: () => refusal(429, 'too_many_requests', { retry_after: 700 }) }
    const { user } = land(viewOf(asks))
    await user.type(screen.getByLabelText('Password'), 'open barley{Enter}')
    expect(await screen.findByText('Too many attempts. Try again in 12 minutes.')).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveValue('open barley')
  })

  it('asks for password and address together, and goes back to the password where that is wrong', async () => {
    const asks: PublicShare = { ...locked, requires_password: true, email_gate: 'confirm' }
    answers = { '': () => at(asks), 'email-code': () => refusal(403, 'share_password_wrong') }
    const { user } = land(viewOf(asks))
    expect(screen.getByText(/^Maren Okafor asks for a password and your e-mail address\. /)).toBeVisible()
    await user.type(screen.getByLabelText('Password'), 'barley')
    await user.type(screen.getByLabelText('Your e-mail address'), 'guest@mail.example{Enter}')
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Wrong password/),
    )
    answers['email-code'] = () => ({ status: 204 })
    answers.open = ({ code }) =>
      code === '123456' ? at(open) : refusal(400, 'invalid_code', { attempts_left: 0 })
    await user.type(screen.getByLabelText('Password'), '{Enter}')
    await user.type(await screen.findByLabelText('Code'), '000000')
    expect(await screen.findByText(/Request a new one/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Send a new code' }))
    expect(await screen.findByText(/A new code was sent/)).toBeVisible()
    await user.type(screen.getByLabelText('Code'), '123456')
    expect(await heading('Lease draft')).toBeVisible()
    expect(asked.at(-1)?.body).toEqual({ password: 'barley', email: 'guest@mail.example', code: '123456' })
  })
})

describe('a page that came without what it shows', () => {
  it('loads itself, and retries on a press', async () => {
    answers = {}
    const { user } = land({ status: 'asking' })
    expect(await heading('The link could not be loaded')).toBeVisible()
    answers = { '': () => at(open) }
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await heading('Lease draft')).toBeVisible()
  })
})

it('says that it is offline, and keeps what is there', async () => {
  answers = { '': () => at(open) }
  land(viewOf(open))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(screen.getByText(/You’re offline/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Lease draft')
  await waitFor(() => expect(asked).toHaveLength(1))
})
