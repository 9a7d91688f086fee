import { and, eq, sql } from 'drizzle-orm'
import { SCAN_LIMITS } from '../../../contract/scan.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { findDeviceLink } from '../../core/device-links.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { isOver, noScan } from '../../core/scan/change.ts'
import { businesses, type ScanSessionRow, scanSessions, users } from '../../core/schema.ts'
import { pausedOwner } from '../../core/signing/locked-session.ts'

/** Who does something to a session: the desk, or a phone with the id that it made for itself. */
export type Actor = { side: 'desk' } | { side: 'phone'; phoneId: string | null }

/** A session with who acts on it. */
export interface Found {
  session: ScanSessionRow
  actor: Actor
}

/** A session of the caller's own. @throws ApiProblem not_found */
export async function ownScan(ctx: Context, id: string): Promise<Found> {
  const owner = ownerOf(ctx)
  const [session] = owner
    ? await ctx.platform.db
        .select()
        .from(scanSessions)
        .where(and(eq(scanSessions.id, id), eq(scanSessions.ownerId, owner)))
    : []
  if (!session) throw noScan()
  return { session, actor: { side: 'desk' } }
}

/** What `newToken` makes. */
const TOKEN = /^[\w-]{43}$/

const unpaired = () =>
  new ApiProblem(
    'not_found',
    'This phone is not paired with an open scan session. Scan the code on the desk again.',
  )

/**
 * The open session that the phone's token is paired with: it alone decides. Of one that has ended
 * no more is said than of none.
 * @throws ApiProblem unauthenticated without a token, pairing_required for another credential,
 * not_found, too_many_requests
 */
export async function pairedScan(
  ctx: Context,
  phoneId: string | null,
  token = ctx.shown.pairing,
): Promise<Found> {
  if (token === undefined)
    throw new ApiProblem('unauthenticated', 'Send the pairing token of the scan session as bearer.')
  if (!TOKEN.test(token))
    throw new ApiProblem(
      'pairing_required',
      'This is for paired phones. API keys and access tokens are not accepted.',
    )
  await consumeOrThrow(ctx, LIMIT_RULES.pairAddress, ctx.address)
  const link = await findDeviceLink(ctx.platform, token)
  const [found] = link?.scanSessionId
    ? await ctx.platform.db
        .select({ session: scanSessions, paused: pausedOwner })
        .from(scanSessions)
        .leftJoin(users, eq(users.id, scanSessions.ownerId))
        .leftJoin(businesses, eq(businesses.id, scanSessions.ownerId))
        .where(eq(scanSessions.id, link.scanSessionId))
    : []
  if (!found || found.paused || isOver(ctx.platform, found.session)) throw unpaired()
  return { session: found.session, actor: { side: 'phone', phoneId } }
}

/** A session is noted to be in use at most this often. */
const TOUCH_SECONDS = 60

/** Notes that a session is in use, so that it does not expire. */
export async function touch({ platform }: Context, { session }: Found): Promise<void> {
  const now = platform.clock()
  if (now.getTime() - session.touchedAt.getTime() < TOUCH_SECONDS * 1000) return
  await platform.db
    .update(scanSessions)
    .set({ touchedAt: now })
    // One that has expired meanwhile stays so.
    .where(
      and(
        eq(scanSessions.id, session.id),
        sql`${scanSessions.touchedAt} > ${new Date(now.getTime() - SCAN_LIMITS.idleSeconds * 1000).toISOString()}::timestamptz`,
      ),
    )
}
