import { type Context, requireOwner } from '../../core/context.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { advance, change, changeRecipientRow } from '../../core/signing/advance.ts'
import { byOwner, type Doer, type Held, holdSession } from '../../core/signing/hold.ts'
import { signingHash } from '../../core/signing/links.ts'
import { findSession, noSession } from '../../core/signing/present.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { checkDraft, checkReady } from './check-draft.ts'
import { deadlineOf } from './deadline.ts'
import { measurePages } from './document.ts'

/**
 * Holds a session of the caller's own while `work` is done to it; `ownerFirst` locks the owner too, in the order that all keep.
 * @throws Refusal not_found
 */
export function withSession<T>(
  ctx: Context,
  id: string,
  work: (ctx: TransactionContext, tx: Transaction, held: Held, doer: Doer) => Promise<T>,
  { ownerFirst = false } = {},
): Promise<T> {
  const ownerId = requireOwner(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    if (ownerFirst) await lockOwner(tx, ownerId)
    const held = await holdSession(tx, id)
    if (held?.session.ownerId !== ownerId) throw noSession()
    return work(ctx, tx, held, await byOwner(ctx))
  })
}

/**
 * Sends a draft to those whose turn is first. Its fields are checked against the pages as they are seen.
 * @throws Refusal not_found, signing_misfit, invalid_request, inspection_failed, unavailable
 */
export async function sendSession(ctx: Context, id: string, gone: AbortSignal): Promise<void> {
  const session = await findSession(ctx, id)
  // Workers need connections of their own, so the document is looked into before the session is locked.
  const boxOf = session.state === 'draft' ? await measurePages(ctx, session, gone) : undefined
  await withSession(ctx, id, async (ctx, tx, held, doer) => {
    const { recipients, session } = held
    if (session.state === 'draft')
      checkDraft({ recipients, fields: session.fields }, { pages: session.pages, boxOf })
    await sendHeld(ctx, tx, held, doer)
  })
}

/** As `sendSession`, of one that is held already and whose fields are checked. */
export async function sendHeld(
  { platform }: TransactionContext,
  tx: Transaction,
  held: Held,
  doer: Doer,
): Promise<void> {
  const { session, recipients } = held
  if (session.state === 'draft') {
    checkReady(recipients, session.fields)
    deadlineOf(platform.clock(), session.deadlineAt?.toISOString())
  }
  for (const one of recipients) await changeRecipientRow(tx, one, { tokenHash: signingHash(platform, one) })
  await change(platform, tx, held, { sentAt: platform.clock() })
  await advance(
    platform,
    tx,
    held,
    { kind: 'send' },
    {
      event: 'sent',
      doer,
      facts: { recipients: String(recipients.length), fields: String(session.fields.length) },
    },
  )
}
