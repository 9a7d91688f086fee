import type { z } from 'zod'
import { type FinalizeScanJson, SCAN_LIMITS, type ScanPairing, type ScanQuote } from '../../contract/scan.ts'
import type { scanEndpoints } from '../../contract/scan-endpoints.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import { bringing } from './pdf.ts'
import {
  changePage,
  imageOf,
  orderPages,
  pageFromForm,
  pageFromStorage,
  putBack,
  removePage,
  takePage,
} from './scan-pages.ts'
import { scanPairHandlers } from './scan-pair.ts'
import {
  isOpen,
  livePages,
  myScan,
  presentItem,
  presentScan,
  requireOpen,
  type StoredPage,
  type StoredScan,
  touch,
  waitFor,
} from './stored-scans.ts'
import { begin, creditsOf } from './submit.ts'
import type { Wanted } from './wanted.ts'

/** Crockford's alphabet: no letter that looks like a number. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BYTES_A_PAGE = { small: 90_000, balanced: 220_000, best: 480_000 } as const
export const MOCK_LANGUAGES = [
  { code: 'eng', name: 'English' },
  { code: 'deu', name: 'German' },
]

const random = (length: number, letters: string) =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('')

/** A further link and a code; the code before stops working. */
function pair(db: Db, session: StoredScan, origin: string): ScanPairing {
  const token = random(43, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
  const expiresAt = Date.now() + SCAN_LIMITS.codeSeconds * 1000
  session.tokens.push(token)
  session.code = { word: random(8, LETTERS), expiresAt }
  const url = (base: string) => `${base}/scan#${token}`
  return {
    code: session.code.word,
    code_expires_at: new Date(expiresAt).toISOString(),
    pairing_token: token,
    pairing_url: url(origin),
    pairing_urls: [url(origin), url('http://192.168.1.20:4000')],
    is_reachable: db.scans.isReachable,
    has_camera: db.scans.hasCamera,
  }
}

function create(db: Db, actor: Actor, title: string): StoredScan {
  const open = db.scans.sessions.filter((one) => one.owner === actor.id && isOpen(one))
  if (open.length >= SCAN_LIMITS.openSessions)
    throw new MockProblem('limit_reached', `There may be ${SCAN_LIMITS.openSessions} open sessions.`)
  const session: StoredScan = {
    id: crypto.randomUUID(),
    owner: actor.id,
    createdBy: actor.user?.id ?? null,
    deskName: actor.user?.first_name || null,
    title,
    ...{ revision: 1, phones: [], pages: [], tokens: [], code: null, conversionId: null },
    ...{ createdAt: now(), lastUsed: Date.now(), endedAt: null, waiting: new Set() },
  }
  db.scans.sessions.unshift(session)
  return session
}

type Finalize = z.output<typeof FinalizeScanJson>

/** A book has two pages on a photo, and the back of a card none of its own. */
const countOf = (pages: readonly StoredPage[]) =>
  pages.reduce(
    (sum, { settings: { layout } }, at) =>
      sum + (layout === 'book' ? 2 : layout === 'back' && at > 0 ? 0 : 1),
    0,
  )

function priceOf(db: Db, actor: Actor, session: StoredScan, { ocr, quality, colour }: Finalize): ScanQuote {
  const all = livePages(session)
  const pages = countOf(all)
  const shrunk = colour === 'bw' ? 0.2 : colour === 'grey' ? 0.7 : 1
  return {
    ...{ pages, waiting: all.filter(({ photo }) => photo === null).length },
    ...{ page_credits: pages, ocr_credits: ocr ? pages : 0, credits: ocr ? 2 * pages : pages },
    available: creditsOf(db, actor).remaining,
    size_bytes: Math.round(pages * BYTES_A_PAGE[quality] * shrunk),
    languages: MOCK_LANGUAGES,
  }
}

function finalize(db: Db, actor: Actor, session: StoredScan, json: Finalize) {
  const wrong = json.ocr?.languages.find((code) => !MOCK_LANGUAGES.some((one) => one.code === code))
  if (wrong)
    throw new MockProblem('invalid_options', `${wrong} is not installed.`, {
      errors: [{ path: 'ocr.languages', message: 'Not an installed language.' }],
    })
  const waiting = livePages(session).filter(({ photo }) => photo === null)
  if (waiting.length > 0 && !json.skip_missing)
    throw new MockProblem('scan_incomplete', 'A page is still being uploaded.', {
      allowed: waiting.map(({ id }) => id),
    })
  const ready = livePages(session).filter(({ photo }) => photo !== null)
  if (ready.length === 0) throw new MockProblem('scan_incomplete', 'There is no page yet.')
  const quote = priceOf(db, actor, session, json)
  const filename = json.filename ?? 'Scan.pdf'
  const wanted: Wanted = {
    ...{ key: null, route: 'document', operation: 'scan', names: [filename], filename },
    ...{
      bytes: quote.size_bytes,
      source: 'jpg',
      target: 'pdf',
      options: {},
      external_token: null,
      batch_id: null,
    },
  }
  const credits = countOf(ready) * (json.ocr ? 2 : 1)
  const operation = { family: 'document', operation: 'scan', credits } as const
  const delivery = bringing(actor, json.destination)
  const answer = begin(db, actor, wanted, { source: 'jpg', target: 'pdf', operation }, delivery)
  session.conversionId = answer.body.id
  touch(session)
  return answer
}

const openOf = (db: Db, actor: Actor, id: string) => requireOpen(myScan(db, actor, id))

export const scanHandlers: AreaHandlers<keyof typeof scanEndpoints> = {
  ...scanPairHandlers,
  createScanSession({ db, actor, json, request }) {
    const session = create(db, actor, json.title)
    const pairing = pair(db, session, new URL(request.url).origin)
    return { status: 201, body: { ...presentScan(db, session), ...pairing } }
  },
  listScanSessions({ db, actor, query }) {
    const found = db.scans.sessions
      .filter((one) => one.owner === actor.id)
      .filter((one) => query.open === undefined || isOpen(one) === (query.open === 'true'))
      .sort((a, b) => (query.sort_dir === 'asc' ? 1 : -1) * a.createdAt.localeCompare(b.createdAt))
    const page = pageOf(found, query)
    return { status: 200, body: { ...page, results: page.results.map((one) => presentItem(db, one)) } }
  },
  async getScanSession({ db, actor, params, query }) {
    const session = myScan(db, actor, params.session_id)
    if (isOpen(session)) {
      session.lastUsed = Date.now()
      await waitFor(session, query.since, query.wait)
    }
    return { status: 200, body: presentScan(db, session) }
  },
  updateScanSession({ db, actor, params, json }) {
    const session = openOf(db, actor, params.session_id)
    if (json.title !== undefined) session.title = json.title
    orderPages(session, json.page_order)
    touch(session)
    return { status: 200, body: presentScan(db, session) }
  },
  endScanSession({ db, actor, params }) {
    const session = myScan(db, actor, params.session_id)
    session.endedAt ??= now()
    Object.assign(session, { pages: [], tokens: [], code: null })
    touch(session)
    return { status: 204 }
  },
  pairScanSession: ({ db, actor, params, request }) => ({
    status: 201,
    body: pair(db, openOf(db, actor, params.session_id), new URL(request.url).origin),
  }),
  async addScanPage({ db, actor, params, json, form }) {
    const session = openOf(db, actor, params.session_id)
    return takePage(session, json ? pageFromStorage(db, actor, json) : await pageFromForm(form), 'desk')
  },
  updateScanPage: ({ db, actor, params, json }) =>
    changePage(openOf(db, actor, params.session_id), params.page_id, json, null, 'desk'),
  deleteScanPage: ({ db, actor, params }) => removePage(openOf(db, actor, params.session_id), params.page_id),
  restoreScanPage: ({ db, actor, params }) =>
    putBack(openOf(db, actor, params.session_id), params.page_id, 'desk'),
  getScanImage: ({ db, actor, params, query }) =>
    imageOf(myScan(db, actor, params.session_id), params.page_id, query.variant),
  quoteScan: ({ db, actor, params, json }) => ({
    status: 200,
    body: priceOf(db, actor, myScan(db, actor, params.session_id), json),
  }),
  finalizeScan: ({ db, actor, params, json }) =>
    finalize(db, actor, openOf(db, actor, params.session_id), json),
}
