import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import type { SigningSessionRow } from '../../core/schema.ts'
import { applyEvent } from '../../core/signing/apply-event.ts'
import { appendRepeatedEvent, recipientActor } from '../../core/signing/locked-session.ts'
import { attachmentsOf, findSession } from '../../core/signing/present.ts'
import type { StoredFile } from '../../http/file-answer.ts'
import { requireUnlocked } from './access-gate.ts'
import { findLink, isLate, requireOpen, withLink } from './find-link.ts'
import { unsealed } from './unsealed.ts'
import { mayRead } from './view.ts'

const PDF = 'application/pdf'

/** A session's document as it was sent, for its owner. @throws ApiProblem not_found */
export async function ownDocument(ctx: Context, id: string): Promise<StoredFile> {
  const { documentKey: key, fileName: filename, sizeBytes: size, sha256: etag } = await findSession(ctx, id)
  return { key, filename, size, etag, type: PDF }
}

/** The sealed document, for its owner. @throws ApiProblem not_found, not_finished */
export async function ownResult(ctx: Context, id: string): Promise<StoredFile> {
  return sealed(ctx, await findSession(ctx, id))
}

/**
 * A file that somebody handed over with their signature, for the owner. @throws ApiProblem
 * not_found
 */
export async function ownAttachment(ctx: Context, id: string, attachmentId: string): Promise<StoredFile> {
  const { id: sessionId } = await findSession(ctx, id)
  const found = (await attachmentsOf(ctx, sessionId)).find((one) => one.id === attachmentId)
  if (!found) throw new ApiProblem('not_found', 'File not found in this signature request.')
  const { objectKey: key, fileName: filename, sizeBytes: size, sha256: etag } = found
  // What a stranger sent is never shown, only downloaded.
  return { key, filename, size, etag, type: undefined }
}

function sealed(ctx: Context, session: SigningSessionRow): StoredFile {
  const { result, state } = session
  if (!result) throw new ApiProblem('not_finished', unsealed(isLate(ctx, session) ? 'expired' : state))
  const { key, file_name: filename, size_bytes: size, sha256: etag } = result
  return { key, filename, size, etag, type: PDF }
}

/**
 * The document for a recipient: as it was sent, without anything that anybody has signed. That they
 * read it is noted once.
 * @throws ApiProblem not_found, signing_locked, signing_closed, signing_misfit while it is not
 * their turn
 */
export async function linkDocument(ctx: Context, token: string): Promise<StoredFile> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  requireOpen(ctx, session)
  if (!mayRead(me))
    throw new ApiProblem('signing_misfit', 'It is not your turn yet. We’ll e-mail you when it is.')
  if (me.state === 'invited' && !ctx.isHead)
    await withLink(ctx, token, async (ctx, tx, locked, now) => {
      if (now.state !== 'invited' || locked.session.state !== 'open') return
      await applyEvent(
        ctx.platform,
        tx,
        locked,
        { kind: 'view', participant: now.id },
        {
          event: 'viewed',
          actor: recipientActor(ctx, now),
        },
      )
    })
  const { documentKey: key, fileName: filename, sizeBytes: size, sha256: etag } = session
  return { key, filename, size, etag, type: PDF }
}

/**
 * The sealed document for a recipient. @throws ApiProblem not_found, signing_locked, not_finished
 */
export async function linkResult(
  ctx: Context,
  token: string,
  range: string | undefined,
): Promise<StoredFile> {
  const { session, me } = await findLink(ctx, token)
  requireUnlocked(ctx, me)
  if (me.state === 'delegated') throw new ApiProblem('not_found', 'Another person acts in your place.')
  const file = sealed(ctx, session)
  // Parts of it are the same download.
  if (range === undefined && !ctx.isHead)
    await withLink(ctx, token, (ctx, tx, locked, now) =>
      appendRepeatedEvent(ctx.platform, tx, locked, 'downloaded', recipientActor(ctx, now)),
    )
  return file
}
