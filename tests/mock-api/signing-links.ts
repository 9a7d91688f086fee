import { SIGNING_LIMITS } from '../../contract/signing.ts'
import type { signingEndpoints } from '../../contract/signing-endpoints.ts'
import type { SigningView } from '../../contract/signing-public.ts'
import { checkValues } from '../../server/features/signing/check-values.ts'
import { unsealed } from '../../server/features/signing/unsealed.ts'
import { signingCookie } from './cookies.ts'
import type { Db } from './db.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { now, SENT_CODE, send } from './identity.ts'
import { type DeviceNames, signingDeviceHandlers } from './signing-devices.ts'
import { advance, byRecipient, note } from './signing-events.ts'
import {
  type Asked,
  acting,
  byToken,
  checkImage,
  isPaused,
  lockedBy,
  lockOf,
  requireOpen,
} from './signing-gate.ts'
import { mayRead, viewOf } from './signing-view.ts'
import { senderOf } from './stored-businesses.ts'
import { newRecipient, pdfAnswer, type StoredRecipient } from './stored-signing.ts'

export type LinkNames =
  | DeviceNames
  | Extract<
      keyof typeof signingEndpoints,
      | 'viewSigning'
      | 'sign'
      | 'declineSigning'
      | 'delegateSigning'
      | 'openSigning'
      | 'sendSigningCode'
      | 'readSigningDocument'
      | 'takeSigningResult'
      | 'attachToSigning'
    >

const MOST_BYTES = SIGNING_LIMITS.attachment
const originOf = (request: Request) => new URL(request.url).origin

function seen(asked: Asked): { status: 200; body: SigningView } {
  const { session, me } = byToken(asked.db, asked.params.token)
  const view = viewOf(session, me, {
    sender: senderOf(asked.db, session.owner).name,
    locked: lockedBy(asked, me),
    paused: isPaused(asked.db, session),
    url: `${originOf(asked.request)}/api/v1/pdf_handler/signing/sign/${asked.params.token}/`,
  })
  return { status: 200, body: view }
}

export const signingLinkHandlers: AreaHandlers<LinkNames> = {
  viewSigning(asked) {
    const { session, me } = byToken(asked.db, asked.params.token)
    const known = session.events.some(
      ({ event, recipient_id }) => event === 'opened' && recipient_id === me.id,
    )
    if (!known && session.state === 'open' && !lockedBy(asked, me)) note(session, 'opened', byRecipient(me))
    return seen(asked)
  },
  sign(asked) {
    const { db, json, request } = asked
    const { session, me } = acting(asked)
    // A retry whose answer was lost is no mistake.
    if (me.state === 'done') return seen(asked)
    requireOpen(asked.db, session)
    for (const kind of ['signature', 'initials'] as const) {
      const mark = json[kind]
      if (mark) checkImage(kind, mark)
    }
    if (me.state === 'delegated')
      throw new MockProblem('signing_misfit', 'Another person acts in your place.')
    if (me.state === 'waiting') throw new MockProblem('signing_misfit', 'It is not your turn yet.')
    const values = checkValues(session.fields, me, {
      values: json.values,
      attached: new Map([...me.attached].map(([id, { field }]) => [id, field])),
      signature: json.signature !== null,
      initials: json.initials !== null,
      today: now().slice(0, 10),
    })
    if (me.role !== 'signer' && me.role !== 'approver')
      throw new MockProblem('signing_misfit', 'There is nothing for you to sign.')
    me.values = values
    me.viewed_at ??= now()
    const doer = byRecipient(me)
    const filled = String(Object.keys(values).length)
    if (filled !== '0') note(session, 'filled', doer, { fields: filled })
    note(session, 'consented', doer)
    const facts = {
      as: me.role,
      fields: filled,
      ...(json.signature && { signature: json.signature.how }),
    }
    const event = { kind: 'act', participant: me.id } as const
    advance(db, originOf(request), session, event, { event: 'acted', doer, facts })
    return seen(asked)
  },
  declineSigning(asked) {
    const { db, json, request } = asked
    const { session, me } = acting(asked)
    if (me.state === 'declined') return seen(asked)
    requireOpen(asked.db, session)
    const facts: Record<string, string> = json.reason ? { reason: json.reason } : {}
    const event = { kind: 'decline', participant: me.id } as const
    advance(db, originOf(request), session, event, { event: 'declined', doer: byRecipient(me), facts })
    me.decline_reason = json.reason
    return seen(asked)
  },
  delegateSigning(asked) {
    const { db, json, request } = asked
    const { session, me } = acting(asked)
    if (me.state === 'delegated') return seen(asked)
    requireOpen(asked.db, session)
    if (!me.may_delegate)
      throw new MockProblem('signing_misfit', 'The sender does not allow delegation. Ask them to change it.')
    if (me.state !== 'invited' && me.state !== 'viewed')
      throw new MockProblem('signing_misfit', 'It is not your turn.')
    const { name, email } = json
    const access = me.access === 'link' ? 'link' : 'email'
    const { role, group, message, id: delegated_from } = me
    const heir = newRecipient({ name, email, role, group, access, message, delegated_from })
    session.recipients.push(heir)
    session.fields = session.fields.map((field) =>
      field.recipient_id === me.id ? { ...field, recipient_id: heir.id } : field,
    )
    const facts = { to: `${name} <${email}>`, ...(json.reason && { reason: json.reason }) }
    const event = { kind: 'delegate', participant: me.id, to: heir.id } as const
    advance(db, originOf(request), session, event, { event: 'delegated', doer: byRecipient(me), facts })
    return seen(asked)
  },
  openSigning(asked) {
    const { db, json } = asked
    const { session, me } = byToken(db, asked.params.token)
    if (me.access === 'link') return seen(asked)
    if (me.access === 'code') {
      if (json.code !== me.accessCodeHash)
        throw new MockProblem('invalid_code', 'Wrong code. Ask the sender for it.')
    } else takeCode(db, me, json.code)
    const pass = crypto.randomUUID()
    db.signing.passes.set(pass, lockOf(me))
    const by = me.access === 'code' ? 'access code' : `code sent to ${me.email}`
    note(session, 'identified', byRecipient(me), { by })
    const known = { ...asked, actor: { ...asked.actor, signing: pass } }
    return { ...seen(known), cookies: [signingCookie(pass)] }
  },
  sendSigningCode({ db, params }) {
    const { session, me } = byToken(db, params.token)
    if (session.state !== 'completed' && session.state !== 'sealing') requireOpen(db, session)
    if (me.access !== 'email')
      throw new MockProblem('signing_misfit', 'This link does not use codes by e-mail.')
    db.signing.codes.set(me.id, { code: SENT_CODE, left: 5 })
    send(db, 'mail', me.email, `${SENT_CODE} opens the document`, `The code is ${SENT_CODE}.`)
    return { status: 204 }
  },
  readSigningDocument(asked) {
    const { session, me } = acting(asked)
    requireOpen(asked.db, session)
    if (!mayRead(me)) throw new MockProblem('signing_misfit', 'It is not your turn yet.')
    const event = { kind: 'view', participant: me.id } as const
    if (me.state === 'invited')
      advance(asked.db, originOf(asked.request), session, event, { event: 'viewed', doer: byRecipient(me) })
    return pdfAnswer(session.document.file_name, session.document.content, asked.request)
  },
  takeSigningResult(asked) {
    const { session, me } = acting(asked)
    if (me.state === 'delegated') throw new MockProblem('not_found', 'Another person acts in your place.')
    if (!session.result) throw new MockProblem('not_finished', unsealed(session.state))
    if (!asked.request.headers.has('range')) note(session, 'downloaded', byRecipient(me))
    return pdfAnswer(session.result.file_name, session.document.content, asked.request)
  },
  async attachToSigning(asked) {
    const { session, me } = acting(asked)
    requireOpen(asked.db, session)
    const { field_id } = asked.params
    const field = session.fields.find(({ id }) => id === field_id)
    if (field?.recipient_id !== me.id || field.kind !== 'attachment')
      throw new MockProblem('signing_misfit', 'None of your fields asks for a file.')
    const file = asked.form.get('file')
    if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
    if (file.size === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
    if (file.size > MOST_BYTES)
      throw new MockProblem('file_too_large', 'A file of at most 25 MB can be attached.')
    if (file.name.includes('malware'))
      throw new MockProblem('malicious_file', 'The file holds known malware.')
    if (me.state === 'done') throw new MockProblem('signing_misfit', 'You have already signed.')
    for (const [id, of] of me.attached) if (of.field === field_id) me.attached.delete(id)
    const id = crypto.randomUUID()
    const bytes = new Uint8Array(await file.arrayBuffer())
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    me.attached.set(id, { field: field_id, name: file.name, bytes, sha256 })
    return { status: 201, body: { id, file_name: file.name, size_bytes: file.size, sha256 } }
  },
  ...signingDeviceHandlers,
}

function takeCode(db: Db, me: StoredRecipient, code: string) {
  const sent = db.signing.codes.get(me.id)
  if (sent && sent.left > 0 && sent.code === code.replace(/\s/g, '')) return db.signing.codes.delete(me.id)
  if (sent) sent.left -= 1
  throw new MockProblem('invalid_code', 'Wrong code. Check the newest e-mail.', {
    attempts_left: Math.max(0, sent?.left ?? 0),
  })
}
