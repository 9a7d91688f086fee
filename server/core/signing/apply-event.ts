import { eq } from 'drizzle-orm'
import type { AUDIT_EVENTS } from '../../../contract/signing.ts'
import type { Platform, Transaction } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { type SigningRecipientRow, signingRecipients, signingSessions } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitSigning } from '../webhooks/signing-events.ts'
import { signingHash } from './links.ts'
import { type AuditActor, appendAuditEvent, type LockedSession, SYSTEM } from './locked-session.ts'
import { type Event, type TransitionError, transition } from './machine.ts'
import { mailEnd, mailInvitation } from './mails.ts'

const DAY = 86_400_000

const SAYS: Record<TransitionError, string> = {
  not_a_draft: 'It was sent and can no longer be changed or sent again.',
  not_open: 'It is not open: it is a draft, or it has ended.',
  not_sealing: 'Not all recipients have signed yet, or the result already exists.',
  no_signer: 'There is no signer. Add one first.',
  unknown_participant: 'This recipient is not part of the signature request.',
  not_your_turn: 'It is not their turn yet. Earlier recipients have to sign first.',
  nothing_to_do: 'This recipient has nothing to sign.',
  already_done: 'This was already done.',
}

/** The log entry and mail data of an event. */
export interface EventRecord {
  event: (typeof AUDIT_EVENTS)[number]
  actor: AuditActor
  facts?: Record<string, string>
  /** Who ended it and why, for the mails. */
  about?: { name: string; reason: string }
}

/**
 * Applies an event to a locked session: changes its states by the state machine, appends to the
 * audit log, and runs the effects, all in the caller's transaction. An invalid event changes
 * nothing.
 * @returns whether to create the result now
 * @throws ApiProblem signing_misfit
 */
export async function applyEvent(
  platform: TransactionPlatform,
  tx: Transaction,
  locked: LockedSession,
  event: Event,
  { event: named, actor, facts, about }: EventRecord,
): Promise<{ seal: boolean }> {
  const outcome = transition({ state: locked.session.state, participants: locked.recipients }, event)
  if ('error' in outcome) throw new ApiProblem('signing_misfit', SAYS[outcome.error])
  const { session, effects } = outcome
  for (const participant of session.participants) {
    const one = locked.recipients.find(({ id }) => id === participant.id)
    if (one && one.state !== participant.state) await turn(platform, tx, one, participant.state)
  }
  const now = platform.clock()
  await change(platform, tx, locked, { state: session.state, endedAt: effects.over ? now : null })
  await appendAuditEvent(platform, tx, locked, named, actor, facts)
  for (const id of effects.invite) {
    const one = locked.recipients.find((recipient) => recipient.id === id)
    if (one) await invite(platform, tx, locked, one)
  }
  if (effects.over) {
    await stopReminders(tx, locked)
    const { state } = session
    if (state === 'completed' || state === 'declined' || state === 'voided' || state === 'expired')
      await mailEnd(platform, tx, locked, state, about ?? null)
  }
  await emitSigning(platform, tx, locked, named)
  return { seal: effects.seal }
}

/** Updates columns of a locked session, in the database and in memory. */
export async function change(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  locked: LockedSession,
  columns: Partial<typeof signingSessions.$inferInsert>,
): Promise<void> {
  const set = { ...columns, updatedAt: clock() }
  await tx.update(signingSessions).set(set).where(eq(signingSessions.id, locked.session.id))
  Object.assign(locked.session, set)
}

/** Updates columns of a recipient, in the database and in memory. */
export async function changeRecipientRow(
  tx: Transaction,
  one: SigningRecipientRow,
  columns: Partial<typeof signingRecipients.$inferInsert>,
): Promise<void> {
  await tx.update(signingRecipients).set(columns).where(eq(signingRecipients.id, one.id))
  Object.assign(one, columns)
}

const turn = (
  { clock }: TransactionPlatform,
  tx: Transaction,
  one: SigningRecipientRow,
  state: SigningRecipientRow['state'],
) =>
  changeRecipientRow(tx, one, {
    state,
    ...(state === 'viewed' && { viewedAt: clock() }),
    ...(state === 'done' && { doneAt: clock(), remindAt: null }),
    ...((state === 'declined' || state === 'delegated') && { remindAt: null }),
  })

async function invite(
  platform: TransactionPlatform,
  tx: Transaction,
  locked: LockedSession,
  one: SigningRecipientRow,
) {
  const now = platform.clock()
  const { reminders } = locked.session
  const acts = one.role === 'signer' || one.role === 'approver'
  await changeRecipientRow(tx, one, {
    tokenHash: signingHash(platform, one),
    invitedAt: now,
    remindAt: reminders && acts ? new Date(now.getTime() + reminders.first_after_days * DAY) : null,
  })
  await appendAuditEvent(
    platform,
    tx,
    locked,
    'invited',
    { ...SYSTEM, recipientId: one.id },
    { to: one.email },
  )
  await mailInvitation(platform, tx, locked, one)
}

async function stopReminders(tx: Transaction, locked: LockedSession) {
  for (const one of locked.recipients) if (one.remindAt) await changeRecipientRow(tx, one, { remindAt: null })
}
