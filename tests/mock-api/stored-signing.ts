import type { z } from 'zod'
import type {
  AuditRow,
  Recipient,
  Reminders,
  SigningField,
  SigningSession,
  SigningSessionList,
  SigningTemplate,
} from '../../contract/signing.ts'
import type { SessionState } from '../../contract/signing-states.ts'
import { pdfOf } from '../../scripts/pdf-of.ts'
import { creatorOf } from './creator.ts'

/**
 * Somebody with a part in a session. Named as the server's rules name them, which the mock asks.
 */
export interface StoredRecipient extends Recipient {
  /** Grows with each new address. */
  generation: number
  /** The mock keeps the code itself. */
  accessCodeHash: string | null
  values: Record<string, string | boolean>
  /** Files that they sent, by id. */
  /** By the ids of what was handed over: for which field, and the file. */
  attached: Map<string, { field: string; name: string; bytes: Uint8Array<ArrayBuffer>; sha256: string }>
  /** Of a seed: whether what they drew can be made out; null where that is not asked. */
  legible: boolean | null
}

export interface SigningDocument {
  file_name: string
  size_bytes: number
  pages: number
  sha256: string
  content: Uint8Array<ArrayBuffer>
}

/** As a session's row of the log, before it is chained. */
export type SigningEvent = Omit<AuditRow, 'number' | 'previous' | 'hash'>

export interface StoredSigning {
  id: string
  owner: string
  /** The user who made it; absent for seeded ones of one person. */
  createdBy?: string | null
  state: SessionState
  title: string
  message: string
  document: SigningDocument
  recipients: StoredRecipient[]
  fields: SigningField[]
  showSignatures: boolean
  deadlineAt: string | null
  reminders: z.infer<typeof Reminders> | null
  result: { file_name: string; size_bytes: number; sha256: string } | null
  problem: string | null
  voidReason: string | null
  createdAt: string
  updatedAt: string
  sentAt: string | null
  endedAt: string | null
  events: SigningEvent[]
}

/** A second device, by the word in its address. */
export interface StoredDevice {
  recipientId: string
  kind: 'signature' | 'initials'
  connected: boolean
  picture: string | null
  expiresAt: string
}

export interface StoredTemplate {
  owner: string
  shown: SigningTemplate
  message: string
  document: SigningDocument
  fields: SigningField[]
  showSignatures: boolean
  reminders: z.infer<typeof Reminders> | null
}

export interface SigningStore {
  sessions: StoredSigning[]
  templates: StoredTemplate[]
  devices: Map<string, StoredDevice>
  /** Recipient → the code that was sent, and how often it may still be tried. */
  codes: Map<string, { code: string; left: number }>
  /** What a browser has shown: a cookie → the lock that it opens. */
  passes: Map<string, string>
}

export const emptySigning = (): SigningStore => ({
  sessions: [],
  templates: [],
  devices: new Map(),
  codes: new Map(),
  passes: new Map(),
})

export const signingToken = ({ id, generation }: Pick<StoredRecipient, 'id' | 'generation'>): string =>
  `mock-${id}-${generation}`

/** Of so many empty pages: what the mock has where it was given no bytes. */
export function emptyPdf(pages: number): Uint8Array<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ')
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'
  const text = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => page),
  ])
  return new TextEncoder().encode(text)
}

export function newRecipient(
  given: Pick<StoredRecipient, 'name' | 'email'> & Partial<StoredRecipient>,
): StoredRecipient {
  return {
    id: crypto.randomUUID(),
    role: 'signer',
    group: 1,
    access: 'link',
    may_delegate: false,
    message: '',
    state: 'waiting',
    delegated_from: null,
    invited_at: null,
    viewed_at: null,
    done_at: null,
    reminded_at: null,
    decline_reason: null,
    generation: 0,
    accessCodeHash: null,
    values: {},
    attached: new Map(),
    legible: null,
    ...given,
  }
}

const SESSIONS = '/api/v1/pdf_handler/signing/sessions/'

/** A session as its owner's list has it: without its fields. */
export function presentRow(
  one: StoredSigning,
  origin: string,
): z.infer<typeof SigningSessionList>['results'][number] {
  const acting = one.recipients.filter(
    ({ role, state }) => (role === 'signer' || role === 'approver') && state !== 'delegated',
  )
  const url = (part: string) => `${origin}${SESSIONS}${one.id}/${part}/`
  const { content: _, ...document } = one.document
  return {
    session_id: one.id,
    id: one.id,
    status: one.state,
    state: one.state,
    title: one.title,
    message: one.message,
    document: { ...document, download_url: url('document') },
    recipients: one.recipients.map(
      ({ generation: _g, accessCodeHash: _c, values: _v, attached: _a, legible: _l, ...shown }) => shown,
    ),
    done: acting.filter(({ state }) => state === 'done').length,
    acting: acting.length,
    show_signatures: one.showSignatures,
    deadline_at: one.deadlineAt,
    reminders: one.reminders,
    result: one.result && { ...one.result, download_url: url('result'), time_stamped: false },
    problem: one.problem,
    void_reason: one.voidReason,
    created_by: creatorOf(one),
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    sent_at: one.sentAt,
    ended_at: one.endedAt,
  }
}

const linkOf = (session: StoredSigning, one: StoredRecipient, origin: string) => {
  const open = session.state === 'open' && one.state !== 'delegated'
  const token = signingToken(one)
  return open ? { token, sign_url: `${origin}/sign/${token}` } : { token: null, sign_url: null }
}

export const presentSession = (one: StoredSigning, origin: string): SigningSession => ({
  ...presentRow(one, origin),
  recipients: presentRow(one, origin).recipients.map((shown, at) => ({
    ...shown,
    ...linkOf(one, one.recipients[at] as StoredRecipient, origin),
  })),
  fields: one.fields,
  attachments: one.recipients
    .filter(({ state }) => state === 'done')
    .flatMap(({ id: recipient_id, attached }) =>
      [...attached].map(([id, { field, name, bytes, sha256 }]) => ({
        id,
        recipient_id,
        field_id: field,
        file_name: name,
        size_bytes: bytes.length,
        sha256,
        download_url: `${origin}${SESSIONS}${one.id}/attachments/${id}/`,
      })),
    ),
})

/** A PDF's bytes, or another file's, whole or the part that a range asks for. */
export function pdfAnswer(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
  type = 'application/pdf',
) {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'accept-ranges': 'bytes',
  }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (first === undefined) return { status: 200 as const, bytes, headers }
  const from = Number(first)
  const to = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1)
  return {
    status: 206 as const,
    bytes: bytes.slice(from, to + 1),
    headers: { ...headers, 'content-range': `bytes ${from}-${to}/${bytes.length}` },
  }
}
