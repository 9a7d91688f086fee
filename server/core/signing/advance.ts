import { eq } from 'drizzle-orm'
import type { AUDIT_EVENTS } from '../../../contract/signing.ts'
import type { Platform, Transaction } from '../../platform.ts'
import { Refusal } from '../refusal.ts'
import { type SigningRecipientRow, signingRecipients, signingSessions } from '../schema.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitSigning } from '../webhooks/signing-events.ts'
import { BY_ITSELF, type Doer, type Held, note } from './hold.ts'
import { signingHash } from './links.ts'
import { type Event, happen, type Misfit } from './machine.ts'
import { mailEnd, mailInvitation } from './mails.ts'

const DAY = 86_400_000

const SAYS: Record<Misfit, string> = {
  not_a_draft: 'It was sent and can no longer be changed or sent again.',
  not_open: 'It is not open: it is a draft, or it has ended.',
  not_sealing: 'Not all recipients have signed yet, or the result already exists.',
  no_signer: 'There is no signer. Add one first.',
  unknown_party: 'This recipient is not part of the signature request.',
  not_your_turn: 'It is not their turn yet. Earlier recipients have to sign first.',
  nothing_to_do: 'This recipient has nothing to sign.',
  already_done: 'This was already done.',
}

/** What is said and written down of something that happens. */
export interface Said {
  event: (typeof AUDIT_EVENTS)[number]
  doer: Doer
  facts?: Record<string, string>
  /** Why it ended, by whom; for the mails. */
  about?: { name: string; reason: string }
}

/**
 * Lets something happen to a held session: its states change as the machine says, the log tells of it, and what follows is
 * done, all in the caller's transaction. What does not fit changes nothing. @returns whether the result is to be made now
 * @throws Refusal signing_misfit
 */
export async function advance(
  platform: TransactionPlatform,
  tx: Transaction,
  held: Held,
  event: Event,
  { event: named, doer, facts, about }: Said,
): Promise<{ seal: boolean }> {
  const outcome = happen({ state: held.session.state, parties: held.recipients }, event)
  if ('misfit' in outcome) throw new Refusal('signing_misfit', SAYS[outcome.misfit])
  const { session, follows } = outcome
  for (const party of session.parties) {
    const one = held.recipients.find(({ id }) => id === party.id)
    if (one && one.state !== party.state) await turn(platform, tx, one, party.state)
  }
  const now = platform.clock()
  await change(platform, tx, held, { state: session.state, endedAt: follows.over ? now : null })
  await note(platform, tx, held, named, doer, facts)
  for (const id of follows.invite) {
    const one = held.recipients.find((recipient) => recipient.id === id)
    if (one) await invite(platform, tx, held, one)
  }
  if (follows.over) {
    await stopReminders(tx, held)
    const { state } = session
    if (state === 'completed' || state === 'declined' || state === 'voided' || state === 'expired')
      await mailEnd(platform, tx, held, state, about ?? null)
  }
  await emitSigning(platform, tx, held, named)
  return { seal: follows.seal }
}

/** Changes columns of a held session, in the database and in hand. */
export async function change(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  held: Held,
  columns: Partial<typeof signingSessions.$inferInsert>,
): Promise<void> {
  const set = { ...columns, updatedAt: clock() }
  await tx.update(signingSessions).set(set).where(eq(signingSessions.id, held.session.id))
  Object.assign(held.session, set)
}

/** Changes columns of a recipient, in the database and in hand. */
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

async function invite(platform: TransactionPlatform, tx: Transaction, held: Held, one: SigningRecipientRow) {
  const now = platform.clock()
  const { reminders } = held.session
  const acts = one.role === 'signer' || one.role === 'approver'
  await changeRecipientRow(tx, one, {
    tokenHash: signingHash(platform, one),
    invitedAt: now,
    remindAt: reminders && acts ? new Date(now.getTime() + reminders.first_after_days * DAY) : null,
  })
  await note(platform, tx, held, 'invited', { ...BY_ITSELF, recipientId: one.id }, { to: one.email })
  await mailInvitation(platform, tx, held, one)
}

async function stopReminders(tx: Transaction, held: Held) {
  for (const one of held.recipients) if (one.remindAt) await changeRecipientRow(tx, one, { remindAt: null })
}
