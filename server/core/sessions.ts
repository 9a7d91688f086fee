import { randomUUID } from 'node:crypto'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { hashToken, newToken, type Person } from './context.ts'
import { preparedLookup } from './prepared-lookup.ts'
import { sessions, users } from './schema.ts'
import type { QueryPlatform, TransactionContext } from './transaction.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A session's last use is saved at most this often. */
const TOUCH_AFTER = 60_000

/**
 * Opens a session for a user, always with a new token (ASVS 7.2.4). `methods` are the
 * authentication methods. The caller's cookie is set.
 * @returns the session's id
 */
export async function openSession(
  ctx: TransactionContext,
  tx: Transaction,
  userId: string,
  methods: string[],
): Promise<string> {
  const { clock, settings } = ctx.platform
  const now = clock()
  const token = newToken()
  const id = randomUUID()
  const expires = new Date(now.getTime() + settings.sessionDays * DAY)
  await tx.insert(sessions).values({
    id,
    userId,
    tokenHash: hashToken(token),
    address: ctx.address,
    userAgent: ctx.userAgent,
    methods,
    confirmedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: expires,
  })
  ctx.issued.session = { token, expires }
  return id
}

/** Rotates the session's token after a confirmation of identity: the old token becomes invalid. */
export async function renewSession(ctx: TransactionContext, tx: Transaction, person: Person): Promise<void> {
  const token = newToken()
  const confirmedAt = ctx.platform.clock()
  const [session] = await tx
    .update(sessions)
    .set({ confirmedAt, ...(person.via === 'cookie' && { tokenHash: hashToken(token) }) })
    .where(eq(sessions.id, person.sessionId))
    .returning({ expires: sessions.expiresAt })
  if (session && person.via === 'cookie') ctx.issued.session = { token, expires: session.expires }
}

const findBy = (db: QueryPlatform['db'], column: typeof sessions.tokenHash | typeof sessions.id) =>
  db
    .select({
      id: sessions.id,
      userId: sessions.userId,
      seen: sessions.lastSeenAt,
      confirmed: sessions.confirmedAt,
      expires: sessions.expiresAt,
      isAdmin: users.isAdmin,
      lockedAt: users.lockedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(column, sql.placeholder('value')))
    .prepare('')

const lookupOf = preparedLookup((db) => ({
  byToken: findBy(db, sessions.tokenHash),
  byId: findBy(db, sessions.id),
}))

/** The user of an open session, by the cookie's token or, for an access token, by session id. */
export async function readSession(
  { db, clock, settings }: Pick<QueryPlatform, 'db' | 'clock' | 'settings'>,
  by: { token: string } | { sessionId: string },
): Promise<Omit<Person, 'via'> | null> {
  const lookup = lookupOf(db)
  const [found] = await ('token' in by
    ? lookup.byToken.execute({ value: hashToken(by.token) })
    : lookup.byId.execute({ value: by.sessionId }))
  if (!found || found.lockedAt) return null
  const now = clock()
  const idle = now.getTime() - found.seen.getTime()
  if (found.expires <= now || idle > settings.sessionIdleHours * HOUR) return null
  if (idle > TOUCH_AFTER) await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, found.id))
  return {
    kind: 'user',
    userId: found.userId,
    sessionId: found.id,
    isAdmin: found.isAdmin,
    confirmedAt: found.confirmed,
  }
}

/**
 * Ends sessions of a user, with their access and refresh tokens. @returns the number of sessions
 */
export async function endSessions(
  tx: Transaction,
  userId: string,
  which: { but?: string | undefined; only?: string } = {},
): Promise<number> {
  const narrowed: (SQL | undefined)[] = [eq(sessions.userId, userId)]
  if (which.but) narrowed.push(ne(sessions.id, which.but))
  if (which.only) narrowed.push(eq(sessions.id, which.only))
  const ended = await tx
    .delete(sessions)
    .where(and(...narrowed))
    .returning({ id: sessions.id })
  return ended.length
}
