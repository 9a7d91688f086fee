import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { beginSession } from '../../core/signing/begin.ts'
import { lockSession, ownerActor } from '../../core/signing/locked-session.ts'
import { findSession, noSession } from '../../core/signing/present.ts'
import { withTransaction } from '../../core/transaction.ts'
import { checkDraft } from './check-draft.ts'
import { measurePages } from './document.ts'
import { fieldsOfFirst, ownParts } from './parts.ts'
import { writePeople } from './people.ts'

/**
 * Makes a draft of the document, recipients and fields of a session of the caller's own, whatever
 * its state. Access codes are kept as hashes; the deadline is not. @returns the draft's id
 * @throws ApiProblem not_found, inspection_failed, invalid_request, idempotency_conflict,
 * unavailable
 */
export async function duplicateSession(
  ctx: Context,
  id: string,
  idempotencyKey: string | undefined,
  gone: AbortSignal,
): Promise<string> {
  const ownerId = requireOwner(ctx)
  // Workers need connections of their own, so the document is looked into before the session is
  // locked.
  const boxOf = await measurePages(ctx, await findSession(ctx, id), gone)
  const actor = await ownerActor(ctx)
  const idempotency = {
    scope: ownerId,
    key: idempotencyKey,
    fingerprint: fingerprint(ctx.platform, ['duplicate signing', id]),
  }
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, idempotency, async () => {
      const source = await lockSession(tx, id)
      if (source?.session.ownerId !== ownerId) throw noSession()
      const { session, recipients } = source
      const own = ownParts(
        recipients.filter(({ delegatedFrom }) => delegatedFrom === null),
        fieldsOfFirst(recipients, session.fields),
      )
      checkDraft(own, { pages: session.pages, boxOf })
      const document = {
        key: session.documentKey,
        fileName: session.fileName,
        size: session.sizeBytes,
        sha256: session.sha256,
        pages: session.pages,
      }
      const { title, message, showSignatures, reminders } = session
      const settings = { title, message, fields: own.fields, showSignatures, reminders }
      const locked = await beginSession(ctx.platform, tx, belongingOf(ctx), document, actor, settings)
      await writePeople(
        tx,
        locked,
        own.recipients.map((one, position) => ({
          id: one.id,
          position,
          name: one.name,
          email: one.email,
          role: one.role,
          group: one.group,
          access: one.access,
          accessCodeHash: one.accessCodeHash,
          mayDelegate: one.mayDelegate,
          message: one.message,
        })),
      )
      return { id: locked.session.id }
    }),
  )
  return answer.id
}
