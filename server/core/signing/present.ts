import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  OwnedRecipient,
  Recipient,
  SigningSession,
  SigningSessionList,
} from '../../../contract/signing.ts'
import { ApiProblem } from '../api-problem.ts'
import { type Context, requireOwner } from '../context.ts'
import {
  type SigningRecipientRow,
  type SigningSessionRow,
  signingFiles,
  signingRecipients,
  signingSessions,
} from '../schema.ts'
import type { QueryPlatform } from '../transaction.ts'
import { type Caller, urlHere } from '../url-here.ts'
import { signingToken, signingUrl } from './links.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null
const SESSIONS = '/api/v1/pdf_handler/signing/sessions/'

/** The caller's session; sessions of others are not found. @throws ApiProblem not_found */
export async function findSession(ctx: Context, id: string): Promise<SigningSessionRow> {
  const mine = and(eq(signingSessions.id, id), eq(signingSessions.ownerId, requireOwner(ctx)))
  const [found] = await ctx.platform.db.select().from(signingSessions).where(mine)
  if (!found) throw noSession()
  return found
}

export const noSession = () => new ApiProblem('not_found', 'Signature request not found.')

/** One session in the API. @throws ApiProblem not_found */
export const getSession = async (ctx: Context, id: string): Promise<SigningSession> =>
  presentSession(ctx, await findSession(ctx, id))

type Reader = Caller & { platform: Pick<QueryPlatform, 'db' | 'secrets' | 'settings'> }

/** A complete session: with its recipients, fields and attachments. */
export async function presentSession(ctx: Reader, session: SigningSessionRow): Promise<SigningSession> {
  const { id } = session
  const recipients = (await recipientsOf(ctx, [id])).get(id) ?? []
  const attachments = (await attachmentsOf(ctx, id)).map((one) => ({
    id: one.id,
    recipient_id: one.recipientId,
    field_id: one.fieldId,
    file_name: one.fileName,
    size_bytes: one.sizeBytes,
    sha256: one.sha256,
    download_url: urlHere(ctx, `${SESSIONS}${id}/attachments/${one.id}/`),
  }))
  return {
    ...presentRow(ctx, session, recipients),
    recipients: recipients.map((one) => ({ ...presentRecipient(one), ...linkOf(ctx, session, one) })),
    fields: session.fields,
    attachments,
  }
}

/**
 * A recipient's link, while the recipient can act. It is a secret that grants the recipient's
 * rights, so it requires `signing:write`.
 */
function linkOf(
  { platform, actor }: Reader,
  session: SigningSessionRow,
  one: SigningRecipientRow,
): Pick<OwnedRecipient, 'token' | 'sign_url'> {
  const may = actor.permissions.has('signing:write')
  const open = session.state === 'open' && one.tokenHash !== null && one.state !== 'delegated'
  if (!may || !open) return { token: null, sign_url: null }
  return { token: signingToken(platform, one), sign_url: signingUrl(platform, one) }
}

/**
 * The recipients' attachments. Until its recipient has signed, an attachment is private to them.
 */
export async function attachmentsOf({ platform }: Pick<Reader, 'platform'>, sessionId: string) {
  return platform.db
    .select({
      id: signingFiles.id,
      objectKey: signingFiles.objectKey,
      fileName: signingFiles.fileName,
      sizeBytes: signingFiles.sizeBytes,
      sha256: signingFiles.sha256,
      recipientId: signingRecipients.id,
      fieldId: sql<string>`${signingFiles.fieldId}`,
    })
    .from(signingFiles)
    .innerJoin(signingRecipients, eq(signingRecipients.id, signingFiles.recipientId))
    .where(
      and(
        eq(signingFiles.sessionId, sessionId),
        eq(signingFiles.kind, 'attachment'),
        eq(signingRecipients.state, 'done'),
      ),
    )
    .orderBy(asc(signingRecipients.position), asc(signingFiles.createdAt))
}

/** The recipients of these sessions, in order. */
export async function recipientsOf(
  { platform }: Pick<Reader, 'platform'>,
  ids: readonly string[],
): Promise<Map<string, SigningRecipientRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await platform.db
    .select()
    .from(signingRecipients)
    .where(inArray(signingRecipients.sessionId, [...ids]))
    .orderBy(asc(signingRecipients.position))
  return Map.groupBy(rows, ({ sessionId }) => sessionId)
}

/** A session in its owner's list: without its fields, which may be many. */
export function presentRow(
  ctx: Caller,
  session: SigningSessionRow,
  recipients: readonly SigningRecipientRow[],
): z.input<typeof SigningSessionList>['results'][number] {
  const acting = recipients.filter(
    ({ role, state }) => (role === 'signer' || role === 'approver') && state !== 'delegated',
  )
  const url = (part: string) => urlHere(ctx, `${SESSIONS}${session.id}/${part}/`)
  const { result } = session
  return {
    session_id: session.id,
    id: session.id,
    status: session.state,
    state: session.state,
    title: session.title,
    message: session.message,
    document: {
      file_name: session.fileName,
      size_bytes: session.sizeBytes,
      pages: session.pages,
      sha256: session.sha256,
      download_url: url('document'),
    },
    recipients: recipients.map(presentRecipient),
    done: acting.filter(({ state }) => state === 'done').length,
    acting: acting.length,
    show_signatures: session.showSignatures,
    deadline_at: instant(session.deadlineAt),
    reminders: session.reminders,
    result: result && {
      file_name: result.file_name,
      size_bytes: result.size_bytes,
      sha256: result.sha256,
      download_url: url('result'),
      time_stamped: result.time_stamped,
    },
    problem: session.problem,
    void_reason: session.voidReason,
    created_by: session.createdBy,
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
    sent_at: instant(session.sentAt),
    ended_at: instant(session.endedAt),
  }
}

const presentRecipient = (one: SigningRecipientRow): Recipient => ({
  id: one.id,
  name: one.name,
  email: one.email,
  role: one.role,
  group: one.group,
  access: one.access,
  may_delegate: one.mayDelegate,
  message: one.message,
  state: one.state,
  delegated_from: one.delegatedFrom,
  invited_at: instant(one.invitedAt),
  viewed_at: instant(one.viewedAt),
  done_at: instant(one.doneAt),
  reminded_at: instant(one.remindedAt),
  decline_reason: one.declineReason,
})
