import type { scanEndpoints } from '../../contract/scan-endpoints.ts'
import type { Db } from './db.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { changePage, imageOf, orderPages, pageFromForm, putBack, removePage, takePage } from './scan-pages.ts'
import { isOpen, presentScan, type StoredScan, touch, waitFor } from './stored-scans.ts'

type PairNames = Extract<
  keyof typeof scanEndpoints,
  | 'pairPhone'
  | 'getPairedSession'
  | 'updatePairedSession'
  | 'addPairedPage'
  | 'updatePairedPage'
  | 'deletePairedPage'
  | 'restorePairedPage'
  | 'getPairedImage'
>

/** A bearer below this path is a pairing token, and no account's own. */
export const PAIR_PATH = '/api/v1/pdf_handler/scan/pair/'

const nothing = () =>
  new MockProblem('not_found', 'This link opens no scan session. Show a new code at the desk.')

function opened(db: Db, request: Request, inForm: FormDataEntryValue | null = null): StoredScan {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const token = bearer ?? (typeof inForm === 'string' && inForm !== '' ? inForm : undefined)
  if (token === undefined) throw new MockProblem('unauthenticated', 'Send the pairing token as bearer.')
  if (!/^[\w-]{43}$/.test(token)) throw new MockProblem('pairing_required', 'This is for paired phones.')
  const session = db.scans.sessions.find((one) => one.tokens.includes(token))
  if (!session || !isOpen(session)) throw nothing()
  session.lastUsed = Date.now()
  return session
}

/** The phone is there; a new one is told to the desk. */
function greet(session: StoredScan, id: string | undefined, request: Request): void {
  if (id === undefined) return
  const known = session.phones.find((one) => one.id === id)
  if (known) {
    known.lastSeen = Date.now()
    return
  }
  const agent = request.headers.get('user-agent') ?? ''
  const device = /iPhone/.test(agent) ? 'Safari on iPhone' : 'Chrome on Android'
  session.phones.push({ id, name: null, device, lastSeen: Date.now() })
  touch(session)
}

/** Letters that are taken for a number, and spaces, count as in the code. */
const readCode = (code: string) =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

export const scanPairHandlers: AreaHandlers<PairNames> = {
  pairPhone({ db, json }) {
    const word = readCode(json.code)
    const session = db.scans.sessions.find(({ code }) => code?.word === word)
    const token = session?.tokens.at(-1)
    if (!session || !token || !isOpen(session) || (session.code?.expiresAt ?? 0) <= Date.now())
      throw nothing()
    session.code = null
    return { status: 200, body: { pairing_token: token } }
  },
  async getPairedSession({ db, request, query }) {
    const session = opened(db, request)
    greet(session, query.phone_id, request)
    await waitFor(session, query.since, query.wait)
    if (!isOpen(session)) throw nothing()
    return { status: 200, body: presentScan(db, session, 'phone') }
  },
  updatePairedSession({ db, request, json }) {
    const session = opened(db, request)
    greet(session, json.phone_id, request)
    const phone = session.phones.find(({ id }) => id === json.phone_id)
    if (phone && json.name !== undefined) phone.name = json.name || null
    orderPages(session, json.page_order)
    touch(session)
    return { status: 200, body: presentScan(db, session, 'phone') }
  },
  async addPairedPage({ db, request, form }) {
    const inForm = form.get('pairing_token')
    // The specification names no authentication here: without a token it is the request that lacks
    // something.
    if (!inForm && !request.headers.get('authorization'))
      throw new MockProblem('invalid_request', 'The pairing token is missing.', {
        errors: [{ path: 'pairing_token', message: 'Required without the Authorization header.' }],
      })
    const session = opened(db, request, inForm)
    const phoneId = form.get('phone_id')
    const given = await pageFromForm(form, typeof phoneId === 'string' ? phoneId : null)
    greet(session, given.phoneId ?? undefined, request)
    return takePage(session, given, 'phone')
  },
  updatePairedPage({ db, request, params, json }) {
    const session = opened(db, request)
    return changePage(session, params.page_id, json, json.phone_id ?? null, 'phone')
  },
  deletePairedPage: ({ db, request, params }) => removePage(opened(db, request), params.page_id),
  restorePairedPage: ({ db, request, params }) => putBack(opened(db, request), params.page_id, 'phone'),
  getPairedImage: ({ db, request, params, query }) =>
    imageOf(opened(db, request), params.page_id, query.variant),
}
