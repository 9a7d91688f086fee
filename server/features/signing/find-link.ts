import { eq } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import {
  businesses,
  type SigningRecipientRow,
  type SigningSessionRow,
  signingRecipients,
  signingSessions,
  users,
} from '../../core/schema.ts'
import { isPaused, type LockedSession, lockSession, pausedOwner } from '../../core/signing/locked-session.ts'
import { type QueryContext, type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

/**
 * `paused`: its owner's account is about to end, or the business is suspended or closed. It goes on
 * if that is revoked.
 */
export type SessionByLink = SigningSessionRow & { paused: boolean }
export interface HeldByLink extends LockedSession {
  session: SessionByLink
}

/** A recipient with their session, by the token of their link: it alone decides both. */
export interface Found {
  session: SessionByLink
  me: SigningRecipientRow
}

const noLink = () =>
  new ApiProblem(
    'not_found',
    'Link not found. Check that the URL is complete; a newer link may have replaced it.',
  )

/** @throws ApiProblem not_found, too_many_requests */
export async function findLink(ctx: Context, token: string): Promise<Found> {
  await consumeOrThrow(ctx, LIMIT_RULES.shareAddress, ctx.address)
  const [found] = await ctx.platform.db
    .select({ me: signingRecipients, session: signingSessions, paused: pausedOwner })
    .from(signingRecipients)
    .innerJoin(signingSessions, eq(signingSessions.id, signingRecipients.sessionId))
    .leftJoin(users, eq(users.id, signingSessions.ownerId))
    .leftJoin(businesses, eq(businesses.id, signingSessions.ownerId))
    .where(eq(signingRecipients.tokenHash, hashToken(token)))
  // A draft is nobody's but its owner's.
  if (!found || found.session.state === 'draft') throw noLink()
  const { me, session, paused } = found
  return { me, session: { ...session, paused } }
}

/** As `findLink`, with the session locked while `work` is done to it. */
export async function withLink<T>(
  ctx: Context,
  token: string,
  work: (ctx: TransactionContext, tx: Transaction, locked: HeldByLink, me: SigningRecipientRow) => Promise<T>,
): Promise<T> {
  const { session } = await findLink(ctx, token)
  const hash = hashToken(token)
  return withTransaction(ctx, async (ctx, tx) => {
    const locked = await lockSession(tx, session.id)
    // Asked again under the lock: the link may have been replaced meanwhile.
    const me = locked?.recipients.find((one) => one.tokenHash?.equals(hash))
    if (!locked || !me) throw noLink()
    const paused = await isPaused(tx, locked.session.ownerId)
    return work(ctx, tx, { ...locked, session: { ...locked.session, paused } }, me)
  })
}

/** Whether a session's time is over, though nobody has noted it yet. */
export const isLate = ({ platform }: QueryContext, { state, deadlineAt }: SigningSessionRow): boolean =>
  state === 'open' && deadlineAt !== null && deadlineAt <= platform.clock()

const CLOSED = {
  completed: 'All recipients have already signed.',
  sealing: 'All recipients have already signed.',
  declined: 'A recipient declined. It can no longer be signed.',
  voided: 'It was voided. It can no longer be signed.',
  expired: 'It has expired. Ask the sender to extend the deadline.',
  draft: 'It has not been sent yet.',
} as const

/** @throws ApiProblem signing_closed where nothing can be done by any link any more */
export function requireOpen(ctx: QueryContext, session: SessionByLink): void {
  const state = isLate(ctx, session) ? 'expired' : session.state
  if (state !== 'open') throw new ApiProblem('signing_closed', CLOSED[state])
  if (session.paused) throw new ApiProblem('signing_closed', 'It can’t be signed now. Ask the sender.')
}
