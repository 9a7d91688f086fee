import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { FROZEN } from '../../../contract/business-states.ts'
import type { AUDIT_EVENTS } from '../../../contract/signing.ts'
import type { Platform, Queries, Transaction } from '../../platform.ts'
import { type Belonging, belongingOf } from '../context.ts'
import { deviceOf } from '../device-name.ts'
import {
  businesses,
  owners,
  type SigningRecipientRow,
  type SigningSessionRow,
  signingEvents,
  signingRecipients,
  signingSessions,
  users,
} from '../schema.ts'
import { senderOf } from '../senders.ts'
import type { QueryContext } from '../transaction.ts'
import { type Link, nextLink } from './audit-chain.ts'

/** A session locked by a transaction: nobody else changes it, so that decisions stay valid. */
export interface LockedSession {
  session: SigningSessionRow
  recipients: SigningRecipientRow[]
  last: Pick<Link, 'number' | 'hash'> | null
}

/** Locks a session until the caller's transaction ends; null if it does not exist. */
export async function lockSession(tx: Transaction, id: string): Promise<LockedSession | null> {
  const [session] = await tx.select().from(signingSessions).where(eq(signingSessions.id, id)).for('update')
  if (!session) return null
  const recipients = await tx
    .select()
    .from(signingRecipients)
    .where(eq(signingRecipients.sessionId, id))
    .orderBy(asc(signingRecipients.position))
  const [last] = await tx
    .select({ number: signingEvents.number, hash: signingEvents.hash })
    .from(signingEvents)
    .where(eq(signingEvents.sessionId, id))
    .orderBy(desc(signingEvents.number))
    .limit(1)
  return { session, recipients, last: last ?? null }
}

/**
 * Whether signing is paused for this owner's sessions: the account is locked or scheduled for
 * deletion, or the business is suspended or closed.
 */
export async function isPaused(tx: Transaction, ownerId: string): Promise<boolean> {
  const [owner] = await tx
    .select({ paused: pausedOwner })
    .from(owners)
    .leftJoin(users, eq(users.id, owners.id))
    .leftJoin(businesses, eq(businesses.id, owners.id))
    .where(eq(owners.id, ownerId))
  return owner?.paused ?? false
}

/** The same as an SQL condition; requires joins with the owner's user and business. */
export const pausedOwner = sql<boolean>`(${users.deleteAfter} is not null or ${users.lockedAt} is not null
  or coalesce(${inArray(businesses.status, [...FROZEN])}, false))`

/** The actor of an event in the log. */
export interface AuditActor {
  who: string
  recipientId: string | null
  ip: string | null
  device: string | null
}

/** The actor of reminders, deadlines and seals. */
export const SYSTEM: AuditActor = { who: 'Filewright', recipientId: null, ip: null, device: null }

export const recipientActor = (
  ctx: QueryContext,
  { id, name, email }: SigningRecipientRow,
): AuditActor & { recipientId: string } => ({
  who: `${name} <${email}>`,
  recipientId: id,
  ...whereOf(ctx),
})

/** The acting user of the owner, with current name and address. */
export async function ownerActor(ctx: QueryContext): Promise<AuditActor> {
  return { ...(await ownerIn(ctx.platform.db, belongingOf(ctx))), ...whereOf(ctx) }
}

/** The same without a request, and so without address and device. */
export async function ownerIn(db: Queries, belonging: Belonging): Promise<AuditActor> {
  const { name, email } = await senderOf(db, belonging)
  return {
    who: email ? `${name} <${email}>` : name,
    recipientId: null,
    ip: null,
    device: null,
  }
}

const whereOf = (ctx: QueryContext) => ({ ip: ctx.address, device: deviceOf(ctx.userAgent).name })

/** Limit per event that a recipient can repeat; more rows would only fill the certificate. */
const REPEATED_ROWS = 20

/** Like `appendAuditEvent`, for events that a recipient can repeat. */
export async function appendRepeatedEvent(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  locked: LockedSession,
  event: (typeof AUDIT_EVENTS)[number],
  actor: AuditActor & { recipientId: string },
  facts: Record<string, string> = {},
): Promise<void> {
  const mine = and(
    eq(signingEvents.sessionId, locked.session.id),
    eq(signingEvents.recipientId, actor.recipientId),
    eq(signingEvents.event, event),
  )
  const rows = await tx
    .select({ number: signingEvents.number })
    .from(signingEvents)
    .where(mine)
    .limit(REPEATED_ROWS)
  if (rows.length < REPEATED_ROWS) await appendAuditEvent(platform, tx, locked, event, actor, facts)
}

/** Appends a row to the log of a locked session. */
export async function appendAuditEvent(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  locked: LockedSession,
  event: (typeof AUDIT_EVENTS)[number],
  actor: AuditActor,
  facts: Record<string, string> = {},
): Promise<void> {
  const link = nextLink(locked.session.id, locked.last, { event, at: clock(), facts, ...actor })
  await tx.insert(signingEvents).values({ ...link, event, facts })
  locked.last = link
}
