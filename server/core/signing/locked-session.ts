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

/**
 * A session that one transaction holds: nothing happens to it meanwhile, so that what is decided of
 * it stays true.
 */
export interface LockedSession {
  session: SigningSessionRow
  recipients: SigningRecipientRow[]
  last: Pick<Link, 'number' | 'hash'> | null
}

/** Holds a session until the caller's transaction ends; null where there is none. */
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
 * Whether nobody signs what this owner has sent: their account is locked or about to end, or the
 * business is suspended or closed.
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

/** The same as a condition, joined with the owner's user and business. */
export const pausedOwner = sql<boolean>`(${users.deleteAfter} is not null or ${users.lockedAt} is not null
  or coalesce(${inArray(businesses.status, [...FROZEN])}, false))`

/** Who lets something happen, as the log names them. */
export interface AuditActor {
  who: string
  recipientId: string | null
  ip: string | null
  device: string | null
}

/** Reminders, deadlines and seals come by themselves. */
export const SYSTEM: AuditActor = { who: 'Filewright', recipientId: null, ip: null, device: null }

export const recipientActor = (
  ctx: QueryContext,
  { id, name, email }: SigningRecipientRow,
): AuditActor & { recipientId: string } => ({
  who: `${name} <${email}>`,
  recipientId: id,
  ...whereOf(ctx),
})

/** Who acts for the owner, by their name and address of now. */
export async function ownerActor(ctx: QueryContext): Promise<AuditActor> {
  return { ...(await ownerIn(ctx.platform.db, belongingOf(ctx))), ...whereOf(ctx) }
}

/** The same, where nobody is there to be asked from where. */
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

/**
 * Rows of one event that a recipient causes again and again; more would say nothing new and fill
 * the certificate.
 */
const REPEATED_ROWS = 20

/** As `note`, for what a recipient can do as often as they like. */
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

/** Adds a row to the log of a locked session. */
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
