import { type Context, requireOwner } from '../../core/context.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { applyEvent, change, changeRecipientRow } from '../../core/signing/apply-event.ts'
import { signingHash } from '../../core/signing/links.ts'
import {
  type AuditActor,
  type LockedSession,
  lockSession,
  ownerActor,
} from '../../core/signing/locked-session.ts'
import { findSession, noSession } from '../../core/signing/present.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { checkDraft, checkReady } from './check-draft.ts'
import { deadlineOf } from './deadline.ts'
import { measurePages } from './document.ts'

/**
 * Holds a session of the caller's own while `work` is done to it; `ownerFirst` locks the owner too,
 * in the order that all keep.
 * @throws ApiProblem not_found
 */
export function withSession<T>(
  ctx: Context,
  id: string,
  work: (ctx: TransactionContext, tx: Transaction, locked: LockedSession, actor: AuditActor) => Promise<T>,
  { ownerFirst = false } = {},
): Promise<T> {
  const ownerId = requireOwner(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    if (ownerFirst) await lockOwner(tx, ownerId)
    const locked = await lockSession(tx, id)
    if (locked?.session.ownerId !== ownerId) throw noSession()
    return work(ctx, tx, locked, await ownerActor(ctx))
  })
}

/**
 * Sends a draft to those whose turn is first. Its fields are checked against the pages as they are
 * seen.
 * @throws ApiProblem not_found, signing_misfit, invalid_request, inspection_failed, unavailable
 */
export async function sendSession(ctx: Context, id: string, gone: AbortSignal): Promise<void> {
  const session = await findSession(ctx, id)
  // Workers need connections of their own, so the document is looked into before the session is
  // locked.
  const boxOf = session.state === 'draft' ? await measurePages(ctx, session, gone) : undefined
  await withSession(ctx, id, async (ctx, tx, locked, actor) => {
    const { recipients, session } = locked
    if (session.state === 'draft')
      checkDraft({ recipients, fields: session.fields }, { pages: session.pages, boxOf })
    await sendHeld(ctx, tx, locked, actor)
  })
}

/** As `sendSession`, of one that is locked already and whose fields are checked. */
export async function sendHeld(
  { platform }: TransactionContext,
  tx: Transaction,
  locked: LockedSession,
  actor: AuditActor,
): Promise<void> {
  const { session, recipients } = locked
  if (session.state === 'draft') {
    checkReady(recipients, session.fields)
    deadlineOf(platform.clock(), session.deadlineAt?.toISOString())
  }
  for (const one of recipients) await changeRecipientRow(tx, one, { tokenHash: signingHash(platform, one) })
  await change(platform, tx, locked, { sentAt: platform.clock() })
  await applyEvent(
    platform,
    tx,
    locked,
    { kind: 'send' },
    {
      event: 'sent',
      actor,
      facts: { recipients: String(recipients.length), fields: String(session.fields.length) },
    },
  )
}
