import type { BusinessEventKind, DocumentKind } from '../../contract/business-states.ts'
import { changesFrom, VERIFICATION_CHANGES, type VerificationChange } from '../../contract/business-states.ts'
import { DOCUMENT_MAX_BYTES, DocumentKindName, MAX_DOCUMENTS } from '../../contract/businesses.ts'
import { cleanFileName } from '../../contract/file-name.ts'
import { mailOwners, recordBusinessEvent } from './business-events.ts'
import type { Db } from './db.ts'
import { formatOf } from './formats.ts'
import { type Actor, type AreaHandlers, MockProblem, parsePart } from './handler.ts'
import { now } from './identity.ts'
import { presentBusiness, presentDocument, requirementsOf } from './present-businesses.ts'
import { refuseQuarantined } from './stored-admin.ts'
import { businessOf, type StoredBusiness, type StoredDocument } from './stored-businesses.ts'

export type VerificationNames =
  | 'verifyBusiness'
  | 'submitVerification'
  | 'reviewVerification'
  | 'getVerificationStatus'
  | 'startReview'
  | 'addBusinessDocument'
  | 'removeBusinessDocument'
  | 'getBusinessDocument'

interface Decision {
  document_id: string
  status: 'accepted' | 'rejected'
  reason?: string | undefined
}

/** Moves the verification on where the contract's table allows it. */
function change(business: StoredBusiness, by: VerificationChange): void {
  const allowed = changesFrom(business.verification)
  if (!allowed.includes(by))
    throw new MockProblem(
      'business_misfit',
      `The verification is ${business.verification}, which does not allow this.`,
      { allowed },
    )
  business.verification = VERIFICATION_CHANGES[by].to
  business.updatedAt = now()
  business.verifiedAt = business.verification === 'verified' ? now() : null
}

/** Decides on documents, and writes each decision down. */
function decide(db: Db, actor: Actor, business: StoredBusiness, decisions: readonly Decision[]): void {
  for (const { document_id, status, reason } of decisions) {
    const one = documentOf(business, document_id)
    Object.assign(one, { status, reason: status === 'rejected' ? reason : null, reviewedAt: now() })
    recordBusinessEvent(db, actor, business, `document.${status}`, { target: one.fileName, reason })
  }
}

function checkDecisions(business: StoredBusiness, decisions: readonly Decision[]): void {
  const errors = decisions.flatMap(({ document_id, status, reason }, at) => [
    ...(business.documents.some(({ id }) => id === document_id)
      ? []
      : [{ path: `documents.${at}.document_id`, message: 'There is no such document.' }]),
    ...(status === 'rejected' && !reason
      ? [{ path: `documents.${at}.reason`, message: 'A rejection needs a reason.' }]
      : []),
  ])
  if (errors.length > 0)
    throw new MockProblem('invalid_request', 'Something in the request is not right. See errors.', { errors })
}

function documentOf({ documents }: StoredBusiness, id: string): StoredDocument {
  const found = documents.find((one) => one.id === id)
  if (!found) throw new MockProblem('not_found', 'There is no such document.')
  return found
}

/** How the bytes of each format begin. */
const MAGIC: readonly (readonly [format: string, start: readonly number[]])[] = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['png', [0x89, 0x50, 0x4e, 0x47]],
  ['jpg', [0xff, 0xd8, 0xff]],
  ['webp', [0x52, 0x49, 0x46, 0x46]],
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
]

/** The format by the bytes; of a seeded file, which has none, by its name. */
function formatBy(name: string, content: Uint8Array<ArrayBuffer> | null): string {
  const found = content
    ? MAGIC.find(([, start]) => start.every((byte, at) => content[at] === byte))
    : MAGIC.find(([format]) => format === formatOf(name))
  if (!found) throw new MockProblem('unsupported_source', 'A document is a PDF or an image.')
  return found[0]
}

/** Keeps a document, in place of a ready or rejected one of its kind. */
function addDocument(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  given: Pick<StoredDocument, 'kind' | 'fileName' | 'content' | 'fileId'> & { format: string },
): StoredDocument {
  const stays = business.documents.filter(
    ({ kind, status }) => kind !== given.kind || (status !== 'ready' && status !== 'rejected'),
  )
  if (stays.length >= MAX_DOCUMENTS)
    throw new MockProblem('limit_reached', `A business keeps at most ${MAX_DOCUMENTS} documents.`)
  const document: StoredDocument = {
    id: crypto.randomUUID(),
    pages: given.format === 'pdf' ? 1 : null,
    status: 'ready',
    reason: null,
    uploadedAt: now(),
    uploadedBy: actor.user?.id ?? null,
    reviewedAt: null,
    ...given,
  }
  business.documents = [...stays, document]
  recordBusinessEvent(db, actor, business, 'document.added', {
    target: document.fileName,
    after: { kind: document.kind },
  })
  return document
}

/** Documents come before a submission, and again after a rejection. */
function refuseWhileReviewed({ verification }: StoredBusiness): void {
  const allowed = changesFrom(verification)
  if (!allowed.includes('submit'))
    throw new MockProblem(
      'business_misfit',
      `The verification is ${verification}, so its documents cannot be changed.`,
      { allowed },
    )
}

function addStored(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  { kind, file_id }: { kind: DocumentKind; file_id: string },
): void {
  const owners = [business.id, actor.user?.id]
  const file = db.storage.files.find(
    ({ id, owner, deletedAt }) => id === file_id && owners.includes(owner) && !deletedAt,
  )
  if (!file) throw new MockProblem('not_found', 'There is no such file of yours.')
  addDocument(db, actor, business, {
    kind,
    fileId: file.id,
    fileName: file.name,
    format: formatBy(file.name, file.content),
    content: file.content ?? new TextEncoder().encode(file.name),
  })
}

function refuseIncomplete(business: StoredBusiness): void {
  const errors = requirementsOf(business).flatMap(({ item, status, missing }) =>
    item === 'details'
      ? missing.map((path) => ({ path, message: 'The verification needs this field.' }))
      : status === 'missing' || status === 'rejected'
        ? [{ path: item, message: status === 'missing' ? 'The document is missing.' : 'It was rejected.' }]
        : [],
  )
  if (errors.length > 0)
    throw new MockProblem('verification_incomplete', 'The verification is not complete. See errors.', {
      errors,
    })
}

function settle(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  kind: BusinessEventKind,
  facts: { before: string; reason: string | undefined },
): void {
  business.verificationReason = facts.reason || null
  recordBusinessEvent(db, actor, business, kind, {
    before: { verification_status: facts.before },
    after: { verification_status: business.verification },
    reason: facts.reason,
  })
  mailOwners(db, business, `The verification of “${business.name}” is ${business.verification}`, facts.reason)
}

/** An administrator of the instance decides as one, also on a business of their own. */
const asReviewer = (actor: Actor): Actor => ({ ...actor, role: null })

export const businessVerificationHandlers: AreaHandlers<VerificationNames> = {
  getVerificationStatus: ({ db, actor }) => ({
    status: 200,
    body: presentBusiness(db, businessOf(actor), actor),
  }),

  submitVerification({ db, actor, json }) {
    const business = businessOf(actor)
    refuseWhileReviewed(business)
    const { documents } = business
    const recorded = db.businesses.events.length
    try {
      for (const one of json.documents) addStored(db, actor, business, one)
      refuseIncomplete(business)
    } catch (error) {
      // The server adds documents and submits in one transaction.
      business.documents = documents
      db.businesses.events.length = recorded
      throw error
    }
    const before = business.verification
    change(business, 'submit')
    Object.assign(business, { submittedAt: now(), verificationReason: null })
    const ready = business.documents.filter(({ status }) => status === 'ready')
    for (const one of ready) one.status = 'submitted'
    recordBusinessEvent(db, actor, business, 'verification.submitted', {
      before: { verification_status: before },
      after: { verification_status: business.verification, documents: ready.length },
    })
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  startReview({ db, actor }) {
    const business = businessOf(actor)
    const before = business.verification
    change(business, 'start_review')
    recordBusinessEvent(db, asReviewer(actor), business, 'verification.in_review', {
      before: { verification_status: before },
      after: { verification_status: business.verification },
    })
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  reviewVerification({ db, actor, json }) {
    const business = businessOf(actor)
    const before = business.verification
    checkDecisions(business, json.documents)
    change(business, json.is_approved ? 'approve' : 'reject')
    const named = json.is_approved ? [] : json.documents
    const rest = business.documents.filter(
      ({ id, status }) => status === 'submitted' && !named.some(({ document_id }) => document_id === id),
    )
    const others = rest.map(({ id }): Decision => ({ document_id: id, status: 'accepted' }))
    decide(db, asReviewer(actor), business, [...named, ...others])
    const kind = json.is_approved ? 'verification.verified' : 'verification.rejected'
    settle(db, asReviewer(actor), business, kind, { before, reason: json.reason })
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  verifyBusiness({ db, actor, json }) {
    const business = businessOf(actor)
    const before = business.verification
    checkDecisions(business, json.documents)
    change(business, json.is_verified ? 'set_verified' : 'set_unverified')
    decide(db, asReviewer(actor), business, json.documents)
    settle(db, asReviewer(actor), business, 'verification.set', { before, reason: json.reason })
    return { status: 200, body: presentBusiness(db, business, actor) }
  },

  async addBusinessDocument({ db, actor, form }) {
    const business = businessOf(actor)
    refuseWhileReviewed(business)
    const kind = parsePart(DocumentKindName, form.get('kind')) as DocumentKind
    const file = form.get('file')
    if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
    if (file.size === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
    if (file.size > DOCUMENT_MAX_BYTES)
      throw new MockProblem('file_too_large', 'A document has at most 20 MB.')
    if (file.name.includes('malware'))
      throw new MockProblem('malicious_file', 'The file holds known malware.')
    const content = new Uint8Array(await file.arrayBuffer())
    const fileName = cleanFileName(file.name)
    const format = formatBy(fileName, content)
    const document = addDocument(db, actor, business, { kind, fileName, content, format, fileId: null })
    return { status: 201, body: presentDocument(db, business, document) }
  },

  removeBusinessDocument({ db, actor, params }) {
    const business = businessOf(actor)
    const document = documentOf(business, params.document_id)
    if (document.status === 'submitted' || document.status === 'accepted')
      throw new MockProblem('business_misfit', `The document is ${document.status} and stays.`)
    business.documents = business.documents.filter((one) => one !== document)
    recordBusinessEvent(db, actor, business, 'document.removed', {
      target: document.fileName,
      before: { kind: document.kind },
    })
    return { status: 204 }
  },

  getBusinessDocument({ db, actor, params, request }) {
    refuseQuarantined(db, params.document_id)
    const { content, fileName } = documentOf(businessOf(actor), params.document_id)
    const headers = {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'accept-ranges': 'bytes',
    }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
    if (first === undefined) return { status: 200, bytes: content, headers }
    const from = Number(first)
    const to = Math.min(last ? Number(last) : content.length - 1, content.length - 1)
    return {
      status: 206,
      bytes: content.slice(from, to + 1),
      headers: { ...headers, 'content-range': `bytes ${from}-${to}/${content.length}` },
    }
  },
}
