import type { shareEndpoints } from '../../contract/shares.ts'
import { readingCookie, shareCookie } from './cookies.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { HERE, now, SENT_CODE, send } from './identity.ts'
import { senderOf } from './stored-businesses.ts'
import {
  presentShare,
  presentShared,
  type SharePass,
  type StoredShare,
  type StoredShareEvent,
  sharedFileOf,
  stateOf,
  tokenOf,
} from './stored-shares.ts'
import { happened } from './webhook-attempts.ts'

type Names = Exclude<
  keyof typeof shareEndpoints,
  'listShares' | 'createShare' | 'getShare' | 'updateShare' | 'renewShare' | 'revokeShare' | 'listShareEvents'
>
type ShareCredentials = {
  password?: string | undefined
  email?: string | undefined
  code?: string | undefined
}
type Visitor = Omit<SharePass, 'lock'>

const originOf = (request: Request) => new URL(request.url).origin
const STRANGER: Visitor = { email: null, confirmed: false }

const CLOSED = {
  expired: ['share_expired', 'This link has expired. Ask the sender for a new one.'],
  revoked: ['share_revoked', 'This link was revoked.'],
  used_up: ['share_used_up', 'This link has reached its download limit.'],
  unavailable: [
    'share_unavailable',
    'The file of this link is no longer available. Ask the sender for a new link.',
  ],
} as const
const closed = (state: keyof typeof CLOSED) => {
  const [code, detail] = CLOSED[state]
  return new MockProblem(code, detail)
}

function byToken(db: Db, token: string): StoredShare {
  const found = db.shares.shares.find((one) => tokenOf(one) === token)
  if (!found) throw new MockProblem('not_found', 'There is no such link. Check that the address is whole.')
  return found
}

const READING = 'reading-in-this-browser'

/** Until when this browser may go on reading; null where it has not begun. */
function readingOf(db: Db, actor: Actor, { id }: StoredShare): string | null {
  const reading = db.shares.readings.get(actor.reading ?? '')
  return reading?.shareId === id && Date.parse(reading.until) > Date.now() ? reading.until : null
}

function opened(db: Db, actor: Actor, token: string): StoredShare {
  const found = byToken(db, token)
  const state = stateOf(db, found)
  if (state === 'used_up' && readingOf(db, actor, found)) return found
  if (state !== 'active') throw closed(state)
  return found
}

const isLocked = ({ password, gate }: StoredShare) => password !== null || gate !== 'none'
const lockOf = ({ id, generation, password, gate }: StoredShare) =>
  JSON.stringify([id, generation, password, gate])

/** Whoever may look: by a pass, or anybody where nothing is locked. Null: nobody yet. */
function visitorOf(db: Db, actor: Actor, share: StoredShare): Visitor | null {
  if (!isLocked(share)) return STRANGER
  const pass = db.shares.passes.get(actor.pass ?? '')
  return pass?.lock === lockOf(share) ? pass : null
}

function write(db: Db, share: StoredShare, kind: StoredShareEvent['kind'], { email, confirmed }: Visitor) {
  const id = crypto.randomUUID()
  db.shares.events.unshift({
    id,
    shareId: share.id,
    kind,
    at: now(),
    ...HERE,
    email,
    email_confirmed: confirmed,
  })
}

const locked = ({ password, gate }: StoredShare, detail: string) =>
  new MockProblem('share_locked', detail, { requires_password: password !== null, email_gate: gate })

function checkPassword(db: Db, share: StoredShare, password: string | undefined) {
  if (share.password === null) return
  if (password === undefined) throw locked(share, 'This link asks for a password.')
  if (password === share.password) return
  write(db, share, 'password_wrong', STRANGER)
  throw new MockProblem('share_password_wrong', 'Wrong password. Try again.')
}

function unlock(db: Db, actor: Actor, share: StoredShare, given: ShareCredentials): Visitor {
  const known = visitorOf(db, actor, share)
  if (known) return known
  checkPassword(db, share, given.password)
  const { email, code } = given
  if (share.gate === 'none') return STRANGER
  if (email === undefined) throw locked(share, 'This link asks for your e-mail address.')
  if (share.gate === 'ask') return { email, confirmed: false }
  if (code === undefined) throw locked(share, 'This link asks for the code that was sent to your address.')
  const slot = `${share.id} ${email.toLowerCase()}`
  if (db.shares.codes.get(slot) !== code.replace(/\s/g, ''))
    throw new MockProblem('invalid_code', 'Wrong code. Check the newest e-mail.', {
      attempts_left: 4,
    })
  db.shares.codes.delete(slot)
  return { email, confirmed: true }
}

/** A look is counted once for each visitor of this browser, and not its owner's own. */
function look(db: Db, actor: Actor, share: StoredShare, visitor: Visitor) {
  const seen = db.shares.events.some(({ shareId, kind }) => shareId === share.id && kind === 'viewed')
  if (
    actor.id === share.owner ||
    (seen && share.lastViewedAt && Date.now() - Date.parse(share.lastViewedAt) < 1_800_000)
  )
    return
  share.views += 1
  share.lastViewedAt = now()
  write(db, share, 'viewed', visitor)
}

function publicView(db: Db, actor: Actor, share: StoredShare, open: boolean, origin: string) {
  const { name } = senderOf(db, share.owner, share.createdBy)
  const asks = {
    requires_password: share.password !== null,
    email_gate: share.gate,
    from: { name, initial: name.charAt(0).toUpperCase() },
  }
  const nothing = {
    title: null,
    message: null,
    file: null,
    preview: null,
    entries: null,
    entry_count: null,
    readable: false,
    reading_until: null,
    expires_at: null,
    downloads_left: null,
    created_at: null,
  }
  if (!open) return { locked: true, ...asks, ...nothing }
  const file = presentShared(db, share)
  const ends = [share.expiresAt, sharedFileOf(db, share)?.endsAt ?? null].filter((at) => at !== null).sort()
  return {
    locked: false,
    ...asks,
    ...nothing,
    title: share.name,
    message: share.message,
    file,
    preview: share.preview ? previewOf(share, file.family, origin) : null,
    readable: isReadable(db, share),
    reading_until: readingOf(db, actor, share),
    expires_at: ends[0] ?? null,
    downloads_left: share.maxDownloads === null ? null : share.maxDownloads - share.downloads,
    created_at: share.createdAt,
  }
}

const isReadable = (db: Db, share: StoredShare) => share.preview && presentShared(db, share).format === 'pdf'

function previewOf(share: StoredShare, family: string, origin: string) {
  const at = `${origin}/api/v1/user/shares/public/${tokenOf(share)}/preview/`
  if (family === 'image' || family === 'document')
    return { kind: 'picture' as const, picture_url: `${at}picture/`, sample_url: null }
  if (family === 'audio') return { kind: 'audio' as const, picture_url: null, sample_url: `${at}sample/` }
  if (family === 'video')
    return { kind: 'video' as const, picture_url: `${at}picture/`, sample_url: `${at}sample/` }
  return null
}

export const publicShareHandlers: AreaHandlers<Names> = {
  getPublicShare({ db, actor, params, request }) {
    const share = opened(db, actor, params.token)
    const visitor = visitorOf(db, actor, share)
    if (visitor) look(db, actor, share, visitor)
    return { status: 200, body: publicView(db, actor, share, visitor !== null, originOf(request)) }
  },
  openPublicShare({ db, actor, params, json, request }) {
    const share = opened(db, actor, params.token)
    const visitor = unlock(db, actor, share, json)
    look(db, actor, share, visitor)
    const answer = { status: 200 as const, body: publicView(db, actor, share, true, originOf(request)) }
    if (!isLocked(share)) return answer
    const pass = crypto.randomUUID()
    db.shares.passes.set(pass, { ...visitor, lock: lockOf(share) })
    return { ...answer, cookies: [shareCookie(pass)] }
  },
  sendShareCode({ db, actor, params, json }) {
    const share = opened(db, actor, params.token)
    if (share.gate !== 'confirm') throw locked(share, 'This link does not use codes.')
    checkPassword(db, share, json.password)
    db.shares.codes.set(`${share.id} ${json.email.toLowerCase()}`, SENT_CODE)
    send(db, 'mail', json.email, `${SENT_CODE} opens the file`, `The code to open the file is ${SENT_CODE}.`)
    return { status: 204 }
  },
  redeemPublicShare({ db, actor, params, json, request }) {
    const share = opened(db, actor, params.token)
    const { to, ...given } = json
    const visitor = unlock(db, actor, share, given)
    if (to === 'read' && !isReadable(db, share))
      throw new MockProblem(
        'invalid_request',
        'The file of this link can be downloaded, but not read online.',
      )
    const reads = readingOf(db, actor, share)
    const until = reads ?? new Date(Date.now() + 21_600_000).toISOString()
    const grant = to === 'read' || reads ? READING : crypto.randomUUID()
    const ticket = crypto.randomUUID()
    if (!reads) {
      share.downloads += 1
      if (to === 'read') db.shares.readings.set(ticket, { shareId: share.id, until })
      else db.shares.grants.set(grant, share.id)
    }
    if (!reads || to === 'take') {
      share.lastDownloadedAt = now()
      write(db, share, to === 'read' ? 'read' : 'downloaded', visitor)
      const object = presentShare(db, share, originOf(request))
      happened(db, {
        ...{ owner: share.owner, type: 'share.downloaded', objectId: share.id, createdAt: now() },
        object: { ...object, token: null, url: null },
      })
    }
    const path = `/api/v1/user/shares/public/${params.token}/file/${grant}/`
    const { file_name, file_size_bytes, sha256 } = presentShared(db, share)
    return {
      status: 200,
      body: {
        // The whole address is made of a download's path where every answer is given.
        download_url: path,
        url: originOf(request) + path,
        expires_at: until,
        file_name,
        file_size_bytes,
        sha256,
        downloads_left: share.maxDownloads === null ? null : share.maxDownloads - share.downloads,
      },
      ...(to === 'read' && !reads && { cookies: [readingCookie(ticket)] }),
    }
  },
  downloadPublicFile({ db, actor, params }) {
    const share = byToken(db, params.token)
    const state = stateOf(db, share)
    if (state !== 'active' && state !== 'used_up') throw closed(state)
    const granted =
      params.grant === READING
        ? readingOf(db, actor, share) !== null
        : db.shares.grants.get(params.grant) === share.id
    if (!granted)
      throw new MockProblem('link_expired', 'This download address has expired. Open the link again.')
    const file = sharedFileOf(db, share)
    const name = encodeURIComponent(file?.name ?? share.name)
    return {
      status: 200,
      bytes: file?.content ?? `A mock's idea of ${file?.name}\n`,
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` },
    }
  },
  getPublicPreview({ db, actor, params, request }) {
    const share = opened(db, actor, params.token)
    if (!visitorOf(db, actor, share)) throw new MockProblem('share_locked', 'Open the link first.')
    const preview = share.preview && previewOf(share, presentShared(db, share).family, originOf(request))
    if (!preview || preview[`${params.part}_url`] === null)
      throw new MockProblem('not_found', 'There is no preview of this file.')
    return {
      status: 200,
      bytes:
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><path fill="#8aa" d="M0 0h8v6H0z"/></svg>',
      headers: {
        'content-type': 'image/svg+xml',
        'content-disposition': 'attachment; filename="preview.svg"',
      },
    }
  },
  reportPublicShare({ db, actor, params, json }) {
    const share = opened(db, actor, params.token)
    for (const { user } of db.users)
      if (user.is_admin)
        send(db, 'mail', user.email, 'A shared file was reported', `“${share.name}”: ${json.reason}`)
    return { status: 204 }
  },
}
