import type { EventType } from '../../../contract/events.ts'
import type { AUDIT_EVENTS } from '../../../contract/signing.ts'
import type { Transaction } from '../../platform.ts'
import type { LockedSession } from '../signing/locked-session.ts'
import { presentSession } from '../signing/present.ts'
import type { TransactionPlatform } from '../transaction.ts'
import { emitEvent, eventView } from './emit-event.ts'

/** The audit log entries that are events, with their types. */
const TYPES: Partial<Record<(typeof AUDIT_EVENTS)[number], Extract<EventType, `signing.${string}`>>> = {
  sent: 'signing.sent',
  viewed: 'signing.opened',
  acted: 'signing.signed',
  declined: 'signing.declined',
  sealed: 'signing.completed',
  expired: 'signing.expired',
  voided: 'signing.voided',
}

/** Emits an event of a locked session, in its current state, in the transaction that changes it. */
export async function emitSigning(
  platform: TransactionPlatform,
  tx: Transaction,
  { session }: LockedSession,
  entry: (typeof AUDIT_EVENTS)[number],
): Promise<void> {
  const type = TYPES[entry]
  if (!type) return
  const object = await presentSession({ ...eventView(platform), platform }, session)
  await emitEvent(platform, tx, session.ownerId, { type, objectId: session.id, object })
}
