import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { sessions, users } from '../../core/schema.ts'
import { recordAdminEvent, recordEvent } from '../../core/security-events.ts'
import { endSessions } from '../../core/sessions.ts'
import { withTransaction } from '../../core/transaction.ts'

const HOUR = 3_600_000

/** The caller's open sessions, this one first. */
export async function listSessions(ctx: Context) {
  const { userId, sessionId } = requirePerson(ctx)
  const { db, clock, settings } = ctx.platform
  const now = clock()
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - settings.sessionIdleHours * HOUR)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(200)
  const results = rows.map((row) => ({
    id: row.id,
    is_current: row.id === sessionId,
    ...deviceOf(row.userAgent),
    address: row.address,
    methods: row.methods,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  }))
  return { results: results.sort((a, b) => Number(b.is_current) - Number(a.is_current)) }
}

/** Ends one session. @throws ApiProblem not_found */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const { userId, sessionId } = requirePerson(ctx)
  await withTransaction(ctx, async (ctx, tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, id))
    const ended = await endSessions(tx, userId, { only: id })
    if (ended === 0) throw new ApiProblem('not_found', 'Session not found.')
    await recordEvent(ctx, tx, userId, 'session_ended', {
      device: deviceOf(session?.userAgent ?? '').name,
    })
  })
  if (id === sessionId) ctx.issued.session = null
}

/** Ends all sessions but this one. */
export async function endOtherSessions(ctx: Context): Promise<{ ended: number }> {
  const { userId, sessionId } = requirePerson(ctx)
  return withTransaction(ctx, async (ctx, tx) => {
    const ended = await endSessions(tx, userId, { but: sessionId })
    if (ended > 0) await recordEvent(ctx, tx, userId, 'sessions_ended', { count: String(ended) })
    return { ended }
  })
}

/**
 * For the admin: ends all sessions of one account, or everybody’s but their own. @throws ApiProblem
 * not_found
 */
export async function endSessionsOf(ctx: Context, username: string | undefined): Promise<{ ended: number }> {
  const { userId, sessionId } = requirePerson(ctx)
  const chosen = username === undefined ? ne(users.id, userId) : eq(users.usernameKey, username.toLowerCase())
  return withTransaction(ctx, async (ctx, tx) => {
    const people = await tx.select({ id: users.id }).from(users).where(chosen)
    if (username !== undefined && people.length === 0)
      throw new ApiProblem('not_found', 'No account has this user name.')
    let ended = 0
    for (const { id } of people) {
      const count = await endSessions(tx, id, { but: sessionId })
      if (count > 0) await recordAdminEvent(ctx, tx, id, 'sessions_ended', { count: String(count) })
      ended += count
    }
    const [only] = username === undefined ? [] : people
    await recordAdminAct(ctx, tx, 'sessions.ended', {
      ...{ accountId: only?.id ?? null, detail: { count: String(ended) } },
    })
    return { ended }
  })
}
