import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../ui/testing.tsx'
import type { CertificateDetails, FileReport, SignatureReport } from './report.ts'
import { verdictOf } from './report.ts'
import type { CheckMessage } from './run-check.ts'
import { Verify } from './verify.tsx'

/** A fake Worker, which jsdom lacks: posts the test's messages. */
class HeldWorker extends EventTarget {
  static made: HeldWorker[] = []
  given: unknown
  ended = false
  constructor() {
    super()
    HeldWorker.made.push(this)
  }
  postMessage(file: unknown) {
    this.given = file
  }
  terminate() {
    this.ended = true
  }
  say(data: CheckMessage) {
    fireEvent(this as unknown as Window, new MessageEvent('message', { data }))
  }
}
const worker = () => HeldWorker.made.at(-1) as HeldWorker

const signer: CertificateDetails = {
  name: 'files.example',
  organisation: '',
  issuer: 'files.example',
  selfIssued: true,
  validFrom: Date.UTC(2026, 0, 1),
  validUntil: Date.UTC(2046, 0, 1),
  serial: '4f01',
  fingerprint: 'ab'.repeat(32),
}
const whole: SignatureReport = {
  verdict: 'whole',
  why: null,
  kind: 'signature',
  addedBytes: 0,
  addedRevisions: 0,
  coveredBy: null,
  signer,
  signedAt: Date.UTC(2026, 10, 20, 10),
  stamp: null,
  validThen: true,
  digest: 'SHA-256',
  algorithm: 'ECDSA',
}
const somebody = { ...signer, name: 'Somebody', fingerprint: 'cd'.repeat(32) }
const added = { ...whole, verdict: 'added', addedBytes: 4000, addedRevisions: 1 } as const
const changed = { ...whole, verdict: 'changed', why: 'digest' } as const

const seal = (fingerprint: string) => ({
  name: 'files.example',
  fingerprint_sha256: fingerprint,
  certificates: ['AAAA'],
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_until: '2046-01-01T00:00:00.000Z',
  time_stamps: false,
})
let answer: () => Promise<Response>
let known: () => Promise<Response>
/** The bodies of the requests for records of a file. */
let asked: unknown[]
const sealed = {
  session_id: '5f0e0c1a-2b55-4f0f-9a3c-6f4f5d6b1a01',
  sealed_at: '2026-11-20T10:00:00.000Z',
  acted: 3,
  time_stamped: false,
  log: { intact: true, as_certified: true, number: 12, hash: 'ee'.repeat(32) },
}
beforeEach(() => {
  HeldWorker.made = []
  vi.stubGlobal('Worker', HeldWorker)
  answer = async () => Response.json(seal(signer.fingerprint))
  known = async () => Response.json({ sealed: null })
  asked = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (!path.endsWith('/signing/verify/')) return answer()
    asked.push(init.body)
    return known()
  })
})
afterEach(() => vi.unstubAllGlobals())

const file = (name = 'contract.pdf') => new File(['%PDF-'], name, { type: 'application/pdf' })
function opened() {
  const shown = show(
    <MemoryRouter>
      <Verify />
    </MemoryRouter>,
  )
  const choose = async (given = file()) => {
    await shown.user.upload(screen.getByLabelText('A signed PDF') as HTMLInputElement, given)
    // The result's code has loaded.
    await waitFor(() => expect(spoken()).not.toBe(''))
  }
  return { ...shown, choose }
}
async function told(report: FileReport, given = file()) {
  const page = opened()
  await page.choose(given)
  worker().say({ report })
  return page
}
const HASH = '12'.repeat(32)
const signed = (...signatures: SignatureReport[]): FileReport => ({
  kind: 'signed',
  signatures,
  sha256: HASH,
})
const spoken = () => screen.getByRole('status').textContent

describe('the page that verifies', () => {
  it('reads in a worker, shows the progress, and can be stopped', async () => {
    const { choose, user } = opened()
    expect(HeldWorker.made).toHaveLength(0)
    await choose()
    expect((worker().given as File).name).toBe('contract.pdf')
    worker().say({ done: 0.42 })
    expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toHaveAttribute(
      'aria-valuenow',
      '42',
    )
    expect(spoken()).toBe('Reading contract.pdf')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(worker().ended).toBe(true)
    expect(screen.getByRole('button', { name: 'Choose a PDF' })).toBeVisible()
  })

  it('says that a file is unchanged, and that the seal is its own', async () => {
    await told(signed(whole))
    expect(screen.getByRole('heading', { level: 2, name: 'Unchanged' })).toBeVisible()
    expect(spoken()).toBe('Unchanged. The file hasn’t changed since it was signed.')
    expect(await screen.findByText(/Sealed by this server as/)).toHaveTextContent('files.example')
    expect(screen.getByText(/20 November 2026 \d\d:00:00 \(.+\)/)).toBeVisible()
    expect(screen.getByText('signer’s clock')).toBeVisible()
  })

  it('says that the name in another seal isn’t confirmed', async () => {
    answer = async () => Response.json(seal('ef'.repeat(32)))
    await told(signed(whole))
    expect(await screen.findByText(/The signer isn’t known to this server/)).toHaveTextContent(
      'but this identity isn’t confirmed',
    )
    expect(screen.queryByText(/Sealed by this server/)).toBeNull()
    expect(spoken()).toMatch(/^Unchanged\. .*can’t confirm the signer’s identity\.$/)
  })

  it('works offline, says what cannot be checked then, and checks it once online', async () => {
    answer = () => Promise.reject(new TypeError('offline'))
    await told(signed(whole))
    expect(await screen.findByText(/can be checked when you’re online/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Unchanged' })).toBeVisible()
    answer = async () => Response.json(seal(signer.fingerprint))
    fireEvent(window, new Event('online'))
    expect(await screen.findByText(/Sealed by this server as/)).toBeVisible()
  })

  it('says that a file was changed, and nothing about the signer', async () => {
    await told(signed(changed))
    expect(screen.getByRole('heading', { level: 2, name: 'Changed' })).toBeVisible()
    expect(screen.getByText('The file’s contents differ from what was signed.')).toBeVisible()
    expect(screen.queryByText(/Sealed by/)).toBeNull()
    expect(spoken()).toMatch(/^Changed\. .*Don’t rely on it\.$/)
  })

  it('says what was added, and whether a signature covers it', async () => {
    await told(signed(added))
    expect(screen.getByRole('heading', { level: 2, name: 'Content added' })).toBeVisible()
    expect(
      screen.getByText(/4\sKB added after this signature, in 1 revision\. No signature covers it\./),
    ).toBeVisible()
  })

  it.each([
    [{ kind: 'not-pdf' }, 'Not a PDF'],
    [{ kind: 'damaged' }, 'Damaged'],
    [{ kind: 'unsigned' }, 'No signature found'],
    [signed({ ...whole, verdict: 'unclear', why: 'weak' }), 'Can’t be verified'],
  ] as [FileReport, string][])('says of %o: %s', async (report, title) => {
    await told(report)
    expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible()
    expect(spoken()).toMatch(new RegExp(`^${title}\\. `))
  })

  it('shows a timestamp with its authority, and an invalid one proves no time', async () => {
    await told(
      signed(
        { ...whole, stamp: { at: Date.UTC(2026, 10, 21, 9, 30), authority: 'Clock', why: null } },
        {
          ...whole,
          stamp: { at: Date.UTC(2020, 1, 1), authority: 'Other', why: 'digest' },
          validThen: false,
        },
      ),
    )
    expect(screen.getByText('Clock')).toBeVisible()
    expect(screen.getByText(/21 November 2026/)).toBeVisible()
    expect(screen.getByText('Invalid: doesn’t prove the time')).toBeVisible()
    expect(screen.queryByText('Other')).toBeNull()
    expect(screen.getByText('certificate not valid')).toBeVisible()
  })

  it('takes what is dropped and what is pasted, and another file in place of the one being read', async () => {
    opened()
    const items = [{ kind: 'file', type: 'application/pdf', getAsFile: () => file('dropped.pdf') }]
    const dropped = fireEvent.drop(screen.getByRole('banner'), { dataTransfer: { types: ['Files'], items } })
    expect(dropped, 'the browser does not open the file').toBe(false)
    await waitFor(() => expect(worker()).toBeDefined())
    const first = worker()
    expect((first.given as File).name).toBe('dropped.pdf')
    const pasted = new Event('paste')
    Object.assign(pasted, { clipboardData: { files: [file('pasted.pdf')] } })
    fireEvent(window, pasted)
    expect(first.ended).toBe(true)
    expect((worker().given as File).name).toBe('pasted.pdf')
  })

  it('says so when a file cannot be read', async () => {
    const { choose } = opened()
    await choose()
    worker().say({ failed: 'unread' })
    expect(screen.getByRole('heading', { level: 2, name: 'The file could not be read' })).toBeVisible()
    await choose()
    fireEvent(worker() as unknown as Window, new Event('error'))
    expect(screen.getByRole('alert')).toHaveTextContent('could not be loaded')
    await choose()
    worker().say({ report: signed(whole) })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { level: 2, name: 'Unchanged' })).toBeVisible()
  })
})

describe('the records of the server', () => {
  const part = () => screen.getByRole('region', { name: 'Records on this server' })

  it('is asked for by its hash and by nothing else, and only of what is signed', async () => {
    known = async () => Response.json({ sealed })
    await told({ kind: 'unsigned' })
    expect(asked).toEqual([])
    worker().say({ report: signed(whole) })
    expect(await within(part()).findByText('This exact file was sealed on this server.')).toBeVisible()
    expect(asked).toEqual([JSON.stringify({ sha256: HASH })])
    expect(within(part()).getByText(/20 November 2026 .+\(.+\)/)).toBeVisible()
    expect(within(part()).getByText('3 people')).toBeVisible()
    expect(within(part()).getByText(sealed.session_id)).toBeVisible()
    expect(within(part()).getByText('Intact')).toBeVisible()
    expect(within(part()).getByText('Log entry 12').nextSibling).toHaveTextContent(sealed.log.hash)
  })

  it('may be missing, which does not change the verdict', async () => {
    await told(signed(whole))
    expect(await within(part()).findByText(/^No record found/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: 'Unchanged' })).toBeVisible()
  })

  it('says that a log was changed', async () => {
    const log = { intact: false, as_certified: false, number: 12, hash: null }
    known = async () => Response.json({ sealed: { ...sealed, log } })
    await told(signed(whole))
    expect(await within(part()).findByText('Changed')).toBeVisible()
    expect(within(part()).getByText('missing')).toBeVisible()
    expect(within(part()).getByText(/The audit log was changed after/)).toBeVisible()
  })

  it('is shown once online again', async () => {
    known = () => Promise.reject(new TypeError('offline'))
    await told(signed(whole))
    expect(await within(part()).findByText(/The server can’t be reached/)).toBeVisible()
    known = async () => Response.json({ sealed })
    fireEvent(window, new Event('online'))
    expect(await within(part()).findByText('This exact file was sealed on this server.')).toBeVisible()
  })
})

describe('what a file is called with several signatures', () => {
  it('is the worst of them; content that another signer added is not unchanged', () => {
    expect(verdictOf([whole])).toBe('whole')
    expect(verdictOf([added, whole]), 'the same signer covers it').toBe('whole')
    expect(verdictOf([added, { ...whole, signer: somebody }])).toBe('added')
    expect(verdictOf([added, { ...whole, kind: 'time-stamp', signer: null }])).toBe('added')
    expect(verdictOf([added])).toBe('added')
    expect(verdictOf([added, changed])).toBe('changed')
    expect(verdictOf([{ ...whole, verdict: 'unclear' }, whole])).toBe('unclear')
    expect(verdictOf([{ ...whole, kind: 'time-stamp', signer: null }]), 'a time stamp alone').toBe('whole')
  })
})
