import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOTHING_SHOWN } from '../../../../tests/mock-api/signing-view.ts'
import type { SigningView } from '../../../api/public-signing.ts'
import { expectFocus, show } from '../../../ui/testing.tsx'
import type { LoadRoom, RoomProps } from './room-props.ts'
import { SigningPage } from './signing-page.tsx'

const open: SigningView = {
  ...NOTHING_SHOWN,
  state: 'open',
  locked: null,
  sender: { name: 'Maren Okafor', initial: 'M' },
  title: 'Lease of the studio',
  message: 'Please sign by Friday.',
  me: { name: 'Ana Ruiz', email_hint: 'a••••@example.org', role: 'signer', may_delegate: false },
  others: [{ name: 'Ben Adler', role: 'signer', state: 'waiting' }],
  document: {
    file_name: 'lease.pdf',
    size_bytes: 48_000,
    pages: 2,
    sha256: '9f31c07a'.repeat(8),
    download_url: 'https://files.example/lease.pdf',
  },
}
const locked = (by: 'code' | 'email'): SigningView => ({ ...open, ...NOTHING_SHOWN, locked: by })

type Answer = { status: number; body?: object }
const at = (view: SigningView): Answer => ({ status: 200, body: view })
const refusal = (status: number, code: string, extras: object = {}): Answer => ({
  status,
  body: { type: '', title: '', status, code, detail: code, instance: '', request_id: 'req_1', ...extras },
})

/** The server's responses, by the last part of the path; `''` is the link itself. */
let answers: Record<string, () => Answer>
let asked: { what: string; body: unknown }[]
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const what = /sign\/[^/]+\/(?:([\w-]+)\/)?$/.exec(url)?.[1] ?? ''
    asked.push({ what, body: init.body === undefined ? null : JSON.parse(init.body as string) })
    const answer = answers[what]?.()
    if (!answer) throw new TypeError('no network')
    return new Response(answer.status === 204 ? null : JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Replaces the signing form, which is too large for this test. */
function Room({ view, decline }: RoomProps) {
  return (
    <section aria-label={`Signing ${view.title}`}>
      <button type="button" onClick={() => void decline('No longer needed')}>
        Decline
      </button>
    </section>
  )
}
const loadRoom: LoadRoom = async () => Room
const visit = (load = loadRoom) =>
  show(<SigningPage token="a-token-of-a-link-that-is-long-enough" loadRoom={load} />)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('whose turn it is', () => {
  it('sees the request and its sender, and continues with a press', async () => {
    answers = { '': () => at(open) }
    const { user } = visit()
    expect(await heading('Lease of the studio')).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Lease of the studio'))
    for (const text of [
      'Maren Okafor',
      'asks you to sign',
      'Please sign by Friday.',
      'Other recipients: Ben Adler',
    ])
      expect(screen.getByText(text)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Review document' }))
    expect(await screen.findByRole('region', { name: 'Signing Lease of the studio' })).toBeVisible()
  })

  it('sees that the document did not load, and retries', async () => {
    answers = { '': () => at(open) }
    let isThere = false
    const { user } = visit(async () => {
      if (!isThere) throw new TypeError('no network')
      return loadRoom()
    })
    await user.click(await screen.findByRole('button', { name: 'Review document' }))
    expect(await screen.findByText(/The document could not be loaded/)).toBeVisible()
    isThere = true
    await user.click(screen.getByRole('button', { name: 'Review document' }))
    expect(await screen.findByRole('region')).toBeVisible()
  })

  it('declines, and sees the declined state', async () => {
    answers = {
      '': () => at(open),
      decline: () => at({ ...open, state: 'declined', reason: 'No longer needed' }),
    }
    const { user } = visit()
    await user.click(await screen.findByRole('button', { name: 'Review document' }))
    await user.click(await screen.findByRole('button', { name: 'Decline' }))
    await expectFocus(await heading('This request was declined'))
    expect(asked.at(-1)).toEqual({ what: 'decline', body: { reason: 'No longer needed' } })
    expect(screen.getByText('No longer needed')).toBeVisible()
  })

  it('sees the offline banner, and keeps the page', async () => {
    answers = { '': () => at(open) }
    visit()
    await heading('Lease of the studio')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(await screen.findByText(/You’re offline/)).toBeVisible()
    expect(await heading('Lease of the studio')).toBeVisible()
  })
})

describe('states without fields', () => {
  it.each([
    ['waiting', 'It’s not your turn yet'],
    ['done', 'You’ve signed'],
    ['sealing', 'Everyone has signed'],
    ['declined', 'This request was declined'],
    ['delegated', 'You delegated this request'],
    ['voided', 'This request was voided'],
    ['paused', 'Signing is paused'],
    ['expired', 'This request has expired'],
  ] as const)('says so: %s', async (state, title) => {
    answers = { '': () => at({ ...open, state }) }
    visit()
    expect(await heading(title)).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says “You’ve signed” and when, also after everyone has, and updates when the page is seen', async () => {
    const acted_at = '2026-11-22T10:30:00.000Z'
    answers = { '': () => at({ ...open, state: 'done', acted_at }) }
    visit()
    expect(await heading('You’ve signed')).toBeVisible()
    expect(screen.getByText(/^Recorded on .*22.* UTC\.$/)).toBeVisible()
    answers = { '': () => at({ ...open, state: 'sealing', acted_at }) }
    // The page listens after its first paint.
    await waitFor(() => {
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      expect(screen.getByText(/^Everyone has signed\. The PDF is being sealed/)).toBeVisible()
    })
    expect(await heading('You’ve signed')).toBeVisible()
    expect(screen.getByText(/^Recorded on .*22/)).toBeVisible()
  })

  it('downloads the sealed document from its own origin', async () => {
    const result = {
      file_name: 'lease-signed.pdf',
      size_bytes: 60_000,
      sha256: '0'.repeat(64),
      download_url: 'https://files.example/api/v1/sealed/',
    }
    answers = { '': () => at({ ...open, state: 'completed', result }) }
    visit()
    const link = await screen.findByRole('link', { name: 'Download signed PDF' })
    expect(link).toHaveAttribute('href', '/api/v1/sealed/')
  })

  it('shows names and titles as text, whatever they say', async () => {
    const title = '<img src=x onerror=alert(1)>'
    answers = { '': () => at({ ...open, state: 'voided', title, reason: '<script>alert(2)</script>' }) }
    const { container } = visit()
    expect(await screen.findByText(title)).toBeVisible()
    expect(container.querySelector('img, script')).toBeNull()
  })
})

describe('a locked link', () => {
  it('opens with the access code, and counts the attempts', async () => {
    let view = locked('code')
    answers = {
      '': () => at(view),
      open: () => refusal(400, 'invalid_code', { attempts_left: 1 }),
    }
    const { user } = visit()
    await heading('A document for you')
    await user.type(screen.getByLabelText('Access code'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByText(/1 attempt left/)).toBeVisible()
    view = open
    answers.open = () => at(view)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await expectFocus(await heading('Lease of the studio'))
  })

  it('sends a code, and opens at its sixth digit', async () => {
    answers = {
      '': () => at(locked('email')),
      'email-code': () => ({ status: 204 }),
      open: () => at(open),
    }
    const { user } = visit()
    await user.click(await screen.findByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('Code'), '123456')
    expect(await heading('Lease of the studio')).toBeVisible()
    expect(asked.map(({ what }) => what)).toEqual(['', 'email-code', 'open'])
    expect(asked.at(-1)?.body).toEqual({ code: '123456' })
  })
})

describe('an unknown link', () => {
  it('says that it was not found', async () => {
    answers = { '': () => refusal(404, 'not_found') }
    visit()
    expect(await heading('Link not found')).toBeVisible()
  })

  it('that could not be loaded can be retried', async () => {
    answers = { '': () => refusal(503, 'unavailable') }
    const { user } = visit()
    await heading('The link could not be loaded')
    answers[''] = () => at(open)
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await expectFocus(await heading('Lease of the studio'))
  })
})
