import type { AuditRow } from '../../contract/signing.ts'
import type { signingEndpoints } from '../../contract/signing-endpoints.ts'
import { checkAccess, checkDraft } from '../../server/features/signing/check-draft.ts'
import { fieldsOfFirst } from '../../server/features/signing/parts.ts'
import { unsealed } from '../../server/features/signing/unsealed.ts'
import { isMadeBy } from './creator.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import { deadlineOf, duplicateOf, makeSession, peopleOf, sendDraft } from './signing-drafts.ts'
import { advance, byOwner, mailLink, seal, touch } from './signing-events.ts'
import { type LinkNames, signingLinkHandlers } from './signing-links.ts'
import { pdfAnswer, presentRow, presentSession, type StoredSigning } from './stored-signing.ts'

type OwnNames = Exclude<keyof typeof signingEndpoints, LinkNames>

const originOf = (request: Request) => new URL(request.url).origin

function mine(db: Db, actor: Actor, id: string): StoredSigning {
  const found = db.signing.sessions.find((one) => one.owner === actor.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'Signature request not found.')
  return found
}

interface Asked {
  db: Db
  actor: Actor
  request: Request
  params: { session_id: string }
}

/** Does something to a session of the caller's own, and answers how it stands then. */
function after({ db, actor, request, params }: Asked, work: (one: StoredSigning, origin: string) => void) {
  const one = mine(db, actor, params.session_id)
  const origin = originOf(request)
  work(one, origin)
  return { status: 200 as const, body: presentSession(one, origin) }
}

const inOrder =
  <T>(direction: 'asc' | 'desc', key: (one: T) => string) =>
  (a: T, b: T) =>
    (direction === 'asc' ? 1 : -1) * key(a).localeCompare(key(b))

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Rows with the hash of the one before, as the server has them. */
export async function chained(session: StoredSigning): Promise<AuditRow[]> {
  const rows: AuditRow[] = []
  for (const event of session.events) {
    const previous = rows.at(-1)?.hash ?? '0'.repeat(64)
    const said = JSON.stringify([session.id, rows.length + 1, event, previous])
    const hash = hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(said)))
    rows.push({ ...event, number: rows.length + 1, previous, hash })
  }
  return rows
}

export const signingHandlers: AreaHandlers<OwnNames | LinkNames> = {
  listSigningSessions({ db, actor, query, request }) {
    if (query.q === 'boom') throw new MockProblem('internal', 'This search fails on purpose.')
    const text = query.q?.trim().toLowerCase()
    const key = { updated_at: 'updatedAt', created_at: 'createdAt', title: 'title' } as const
    const found = db.signing.sessions
      .filter(
        ({ owner, createdBy, state, title, recipients }) =>
          owner === actor.id &&
          isMadeBy({ owner, createdBy }, query.created_by) &&
          (!query.state || state === query.state) &&
          (!text ||
            [title, ...recipients.flatMap(({ name, email }) => [name, email])].some((one) =>
              one.toLowerCase().includes(text),
            )),
      )
      .sort(inOrder(query.sort_dir, (one) => one[key[query.sort_by]]))
    const page = pageOf(found, query)
    const results = page.results.map((one) => presentRow(one, originOf(request)))
    return { status: 200, body: { ...page, results } }
  },
  createSigningSession({ db, actor, json, request }) {
    const origin = originOf(request)
    return { status: 201, body: presentSession(makeSession(db, actor, json, origin), origin) }
  },
  getSigningSession: (asked) => after(asked, () => {}),
  updateSigningSession: (asked) =>
    after(asked, (one) => {
      const { json } = asked
      if (one.state !== 'draft')
        throw new MockProblem('signing_misfit', 'It was sent and can no longer be changed.')
      if (json.seen !== undefined && json.seen !== one.updatedAt)
        throw new MockProblem('signing_changed', 'This draft was changed elsewhere meanwhile. Load it again.')
      const recipients = json.recipients ? peopleOf(json.recipients, one.recipients) : one.recipients
      const fields = json.fields ?? one.fields
      checkDraft({ recipients, fields }, one.document)
      const deadlineAt = json.deadline_at === undefined ? one.deadlineAt : deadlineOf(json.deadline_at)
      Object.assign(one, { recipients, fields, deadlineAt })
      if (json.title !== undefined) one.title = json.title
      if (json.message !== undefined) one.message = json.message
      if (json.show_signatures !== undefined) one.showSignatures = json.show_signatures
      if (json.reminders !== undefined) one.reminders = json.reminders
      touch(one)
    }),
  removeSigningSession({ db, actor, params }) {
    const one = mine(db, actor, params.session_id)
    if (one.state === 'open' || one.state === 'sealing')
      throw new MockProblem('signing_misfit', 'It is still open. Void it first.')
    db.signing.sessions.splice(db.signing.sessions.indexOf(one), 1)
    return { status: 204 }
  },
  sendSigningSession: (asked) => after(asked, (one, origin) => sendDraft(asked.db, origin, one)),
  duplicateSigningSession({ db, actor, params, request }) {
    const draft = duplicateOf(db, actor, mine(db, actor, params.session_id))
    return { status: 201, body: presentSession(draft, originOf(request)) }
  },
  remindSigning: (asked) =>
    after(asked, (one, origin) => {
      const { db, json } = asked
      const awaited = one.recipients.filter(
        ({ id, role, state }) =>
          (role === 'signer' || role === 'approver') &&
          (state === 'invited' || state === 'viewed') &&
          (json.recipient_id === null || id === json.recipient_id),
      )
      if (one.state === 'open' && awaited.length === 0)
        throw new MockProblem('signing_misfit', 'It is nobody’s turn there.')
      const facts = { who: awaited.map(({ name }) => name).join(', ') }
      advance(db, origin, one, { kind: 'remind' }, { event: 'reminded', doer: byOwner(db, one), facts })
      for (const person of awaited) {
        person.reminded_at = now()
        mailLink(db, origin, one, person, `Reminder: “${one.title}” waits for you`)
      }
    }),
  extendSigning: (asked) =>
    after(asked, (one, origin) => {
      const deadlineAt = deadlineOf(asked.json.deadline_at)
      const facts = { until: deadlineAt ?? 'without end' }
      const said = { event: 'extended', doer: byOwner(asked.db, one), facts } as const
      advance(asked.db, origin, one, { kind: 'extend' }, said)
      one.deadlineAt = deadlineAt
    }),
  voidSigning: (asked) =>
    after(asked, (one, origin) => {
      const { reason } = asked.json
      const facts: Record<string, string> = reason ? { reason } : {}
      if (one.state === 'sealing' && one.problem === null)
        throw new MockProblem(
          'signing_misfit',
          'All recipients have signed, and the document is being sealed.',
        )
      const said = { event: 'voided', doer: byOwner(asked.db, one), facts } as const
      advance(asked.db, origin, one, { kind: 'void' }, said)
      one.voidReason = reason
    }),
  changeRecipient: (asked) =>
    after(asked, (one, origin) => {
      const { db, params, json } = asked
      const person = one.recipients.find(({ id }) => id === params.recipient_id)
      if (!person) throw new MockProblem('not_found', 'This recipient is not part of the signature request.')
      const { id, role, group, may_delegate } = person
      checkAccess([{ ...json, id, role, group, may_delegate }], new Set(person.accessCodeHash ? [id] : []))
      const before = `${person.name} <${person.email}>`
      const { access_code, ...next } = json
      const changed = {
        ...next,
        accessCodeHash: next.access === 'code' ? (access_code ?? person.accessCodeHash) : null,
        generation: person.generation + 1,
        viewed_at: null,
      }
      const kept = { ...person }
      Object.assign(person, changed)
      const facts = { before, after: `${person.name} <${person.email}>` }
      const said = {
        event: 'recipient_changed',
        doer: { ...byOwner(db, one), recipient_id: id },
        facts,
      } as const
      try {
        advance(db, origin, one, { kind: 'replace', participant: id, with: id }, said)
      } catch (error) {
        Object.assign(person, kept)
        throw error
      }
      db.signing.codes.delete(id)
    }),
  sealSigning: (asked) =>
    after(asked, (one, origin) => {
      if (one.state !== 'sealing' || one.problem === null)
        throw new MockProblem('signing_misfit', 'The document is being sealed, or is completed.')
      // Whatever stood in its way is out of it the second time.
      for (const person of one.recipients) person.legible = person.legible === null ? null : true
      seal(asked.db, origin, one)
    }),
  async getAuditLog({ db, actor, params }) {
    const rows = await chained(mine(db, actor, params.session_id))
    return { status: 200, body: { rows, intact: true, first_broken: null } }
  },
  getSigningDocument({ db, actor, params, request }) {
    const { document } = mine(db, actor, params.session_id)
    return pdfAnswer(document.file_name, document.content, request)
  },
  getSigningResult({ db, actor, params, request }) {
    const { document, result, state } = mine(db, actor, params.session_id)
    if (!result) throw new MockProblem('not_finished', unsealed(state))
    return pdfAnswer(result.file_name, document.content, request)
  },
  getSigningAttachment({ db, actor, params, request }) {
    const { recipients } = mine(db, actor, params.session_id)
    const found = recipients
      .filter(({ state }) => state === 'done')
      .map(({ attached }) => attached.get(params.attachment_id))
      .find((one) => one !== undefined)
    if (!found) throw new MockProblem('not_found', 'File not found in this signature request.')
    return pdfAnswer(found.name, found.bytes, request, 'application/octet-stream')
  },
  listSigningTemplates({ db, actor, query }) {
    const text = query.q?.trim().toLowerCase()
    const found = db.signing.templates
      .filter(({ owner, shown }) => owner === actor.id && (!text || shown.name.toLowerCase().includes(text)))
      .map(({ shown }) => shown)
      .sort(inOrder(query.sort_dir, (one) => one[query.sort_by]))
    return { status: 200, body: pageOf(found, query) }
  },
  createSigningTemplate({ db, actor, json }) {
    const one = mine(db, actor, json.session_id)
    const { content: _, ...document } = one.document
    const at = now()
    const shown = {
      id: crypto.randomUUID(),
      name: json.name,
      title: one.title,
      document,
      recipients: one.recipients
        .filter(({ delegated_from }) => delegated_from === null)
        .map(({ id, name, role, group }) => ({ id, name, role, group })),
      fields: one.fields.length,
      created_at: at,
      updated_at: at,
    }
    const { owner, message, showSignatures, reminders } = one
    const asked = one.recipients.map(({ id, delegated_from }) => ({ id, delegatedFrom: delegated_from }))
    const fields = fieldsOfFirst(asked, one.fields)
    db.signing.templates.push({
      owner,
      shown,
      message,
      fields: structuredClone(fields),
      showSignatures,
      reminders,
      document: one.document,
    })
    return { status: 201, body: shown }
  },
  removeSigningTemplate({ db, actor, params }) {
    const at = db.signing.templates.findIndex(
      ({ owner, shown }) => owner === actor.id && shown.id === params.template_id,
    )
    if (at < 0) throw new MockProblem('not_found', 'Template not found.')
    db.signing.templates.splice(at, 1)
    return { status: 204 }
  },
  ...signingLinkHandlers,
}
