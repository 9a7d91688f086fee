import type { z } from 'zod'
import type { CreateSigningJson, RecipientJson } from '../../contract/signing.ts'
import { checkAccess, checkDraft, checkReady } from '../../server/features/signing/check-draft.ts'
import { nameFields } from '../../server/features/signing/name-fields.ts'
import { fieldsOfFirst, ownParts } from '../../server/features/signing/parts.ts'
import { signatureFields, signersOf } from '../../server/features/signing/signature-fields.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { advance, byOwner, note } from './signing-events.ts'
import { storedFile } from './stored-files.ts'
import {
  emptyPdf,
  newRecipient,
  type SigningDocument,
  type StoredRecipient,
  type StoredSigning,
  type StoredTemplate,
} from './stored-signing.ts'
import { byKey } from './wanted.ts'

type Json = z.output<typeof CreateSigningJson>

/** The people of a draft; whoever is named again without a code keeps the one they had. */
export function peopleOf(
  people: readonly z.output<typeof RecipientJson>[],
  before: readonly StoredRecipient[],
): StoredRecipient[] {
  const codes = new Map(before.map(({ id, accessCodeHash }) => [id, accessCodeHash]))
  checkAccess(people, new Set([...codes].filter(([, code]) => code).map(([id]) => id)))
  return people.map(({ id = crypto.randomUUID(), access_code, ...one }) =>
    newRecipient({
      ...one,
      id,
      accessCodeHash: one.access === 'code' ? (access_code ?? codes.get(id) ?? null) : null,
    }),
  )
}

/** @throws MockProblem invalid_request for what is over already */
export function deadlineOf(at: string | null | undefined): string | null {
  if (at == null) return null
  if (Date.parse(at) > Date.now()) return new Date(at).toISOString()
  throw new MockProblem('invalid_request', 'The deadline is in the past. Choose a later time.', {
    errors: [{ path: 'deadline_at', message: 'In the future.' }],
  })
}

function templateOf(db: Db, actor: Actor, id: string): StoredTemplate {
  const found = db.signing.templates.find((one) => one.owner === actor.id && one.shown.id === id)
  if (!found) throw new MockProblem('not_found', 'Template not found.')
  return found
}

function documentOf(db: Db, actor: Actor, json: Json): SigningDocument {
  const held = json.file_id
    ? storedFile(db, actor, json.file_id)
    : db.storage.files.find((one) => one.owner === actor.id && one.key === json.s3_key && !one.deletedAt)
  const key = json.s3_key ?? (json.conversion_id && `outputs/${json.conversion_id}`)
  const source = held ? null : byKey(db, actor, key ?? '')
  const name = held?.name ?? source?.filename ?? ''
  const text = held?.content && new TextDecoder('latin1').decode(held.content)
  if (text == null ? !/\.pdf$/i.test(name) : !text.startsWith('%PDF'))
    throw new MockProblem('unsupported_source', 'Only a PDF can be signed. Convert the file to PDF first.')
  if (text?.includes('/Encrypt'))
    throw new MockProblem('unsupported_source', 'The PDF is password-protected.')
  const pages = text == null ? 3 : Number(/\/Count (\d+)/.exec(text)?.[1] ?? 0)
  if (!pages) throw new MockProblem('inspection_failed', 'The PDF cannot be read. It may be damaged.')
  const content = held?.content ?? emptyPdf(pages)
  const sha256 = held?.sha256 ?? '0'.repeat(64)
  return { file_name: name, size_bytes: content.length, pages, sha256, content }
}

type Settings = Partial<
  Pick<StoredSigning, 'message' | 'recipients' | 'fields' | 'showSignatures' | 'deadlineAt' | 'reminders'>
>

/** A draft of a PDF, that is kept once the caller keeps it. */
function draftOf(
  db: Db,
  { owner, createdBy }: Pick<StoredSigning, 'owner' | 'createdBy'>,
  document: SigningDocument,
  title: string | undefined,
  settings: Settings = {},
): StoredSigning {
  const last = db.signing.sessions.reduce((time, one) => Math.max(time, Date.parse(one.createdAt)), 0)
  const createdAt = new Date(Math.max(Date.now(), last + 1)).toISOString()
  const session: StoredSigning = {
    id: crypto.randomUUID(),
    owner,
    createdBy,
    state: 'draft',
    title: title ?? (document.file_name.replace(/\.pdf$/i, '').slice(0, 200) || 'Document'),
    message: '',
    document,
    recipients: [],
    fields: [],
    showSignatures: false,
    deadlineAt: null,
    reminders: null,
    result: null,
    problem: null,
    voidReason: null,
    createdAt,
    updatedAt: createdAt,
    sentAt: null,
    endedAt: null,
    events: [],
    ...settings,
  }
  note(session, 'created', byOwner(db, session), { file: document.file_name, sha256: document.sha256 })
  return session
}

/**
 * A draft of the caller's own, or one that is sent at once; nothing is kept where something is
 * wrong with it.
 */
export function makeSession(db: Db, actor: Actor, json: Json, origin: string): StoredSigning {
  const template = json.template_id ? templateOf(db, actor, json.template_id) : null
  const document = template?.document ?? documentOf(db, actor, json)
  const people = json.recipients?.map((one) => ({ ...one, id: one.id ?? crypto.randomUUID() }))
  const sends = !json.draft && (people ?? []).length > 0
  const named = json.fields && nameFields(json.fields, people ?? [])
  const given =
    named ?? template?.fields ?? (sends ? signatureFields(signersOf(people ?? []), document.pages, null) : [])
  const own = template && ownParts(people ?? [], given)
  const fields = own?.fields ?? given
  const session = draftOf(
    db,
    { owner: actor.id, createdBy: actor.user?.id ?? null },
    document,
    json.title ?? template?.shown.title,
    {
      message: json.message ?? template?.message ?? '',
      recipients: peopleOf(own?.recipients ?? people ?? [], []),
      fields: people || named ? fields : [],
      showSignatures: json.show_signatures ?? template?.showSignatures ?? false,
      deadlineAt: deadlineOf(json.deadline_at),
      reminders: json.reminders === undefined ? (template?.reminders ?? null) : json.reminders,
    },
  )
  checkDraft(session, document)
  if (sends) sendDraft(db, origin, session)
  db.signing.sessions.push(session)
  return session
}

/**
 * A draft with the document, people and fields of a session. Access codes are kept, the deadline is
 * not.
 */
export function duplicateOf(db: Db, actor: Actor, from: StoredSigning): StoredSigning {
  const asked = from.recipients.map(({ id, delegated_from }) => ({ id, delegatedFrom: delegated_from }))
  const own = ownParts(
    from.recipients.filter(({ delegated_from }) => delegated_from === null),
    structuredClone(fieldsOfFirst(asked, from.fields)),
  )
  const people = own.recipients.map(
    ({ id, name, email, role, group, access, accessCodeHash, may_delegate, message }) =>
      newRecipient({ id, name, email, role, group, access, accessCodeHash, may_delegate, message }),
  )
  const { message, showSignatures, reminders } = from
  const settings = { message, recipients: people, fields: own.fields, showSignatures, reminders }
  const belonging = { owner: actor.id, createdBy: actor.user?.id ?? null }
  const session = draftOf(db, belonging, from.document, from.title, settings)
  checkDraft(session, session.document)
  db.signing.sessions.push(session)
  return session
}

/** The draft that a saved PDF becomes the document of. @returns its id */
export function beginSession(
  db: Db,
  of: Pick<StoredSigning, 'owner' | 'createdBy'>,
  file: { name: string; sha256: string },
  pages: number,
): string {
  const content = emptyPdf(pages)
  const document = { file_name: file.name, size_bytes: content.length, pages, sha256: file.sha256, content }
  const session = draftOf(db, of, document, undefined)
  db.signing.sessions.push(session)
  return session.id
}

/** @throws MockProblem signing_misfit */
export function sendDraft(db: Db, origin: string, session: StoredSigning): void {
  const { recipients, fields, document } = session
  if (session.state === 'draft') {
    checkDraft(session, document)
    checkReady(recipients, fields)
    deadlineOf(session.deadlineAt)
  }
  const facts = { recipients: String(recipients.length), fields: String(fields.length) }
  advance(db, origin, session, { kind: 'send' }, { event: 'sent', doer: byOwner(db, session), facts })
  session.sentAt = now()
}
