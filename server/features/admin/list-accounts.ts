import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { AccountSummary, adminAccountEndpoints } from '../../../contract/admin-accounts.ts'
import type { FactorKind } from '../../../contract/mfa.ts'
import type { Context } from '../../core/context.ts'
import { contains, countUpTo, listByTime } from '../../core/keyset.ts'
import { factors, owners, securityEvents, users } from '../../core/schema.ts'
import type { Queries } from '../../platform.ts'

type Query = z.output<(typeof adminAccountEndpoints)['listAccounts']['query']>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Shorter texts have no group of three letters, by which the index finds. */
const LEAST = 3

/** Accounts with what is counted elsewhere; conditions, order and limits are the caller's. */
export const selectAccounts = (db: Queries, where: SQL | undefined) =>
  db
    .select({
      user: users,
      owner: owners,
      factors: sql<FactorKind[]>`array(
        select ${factors.method} from ${factors} where ${factors.userId} = ${users.id} order by 1)`,
      signedInAt: sql<Date | null>`(
        select ${securityEvents.createdAt} from ${securityEvents}
        where ${securityEvents.userId} = ${users.id} and ${securityEvents.kind} = 'signed_in'
        order by ${securityEvents.createdAt} desc limit 1)`.mapWith(users.createdAt),
    })
    .from(users)
    .innerJoin(owners, eq(owners.id, users.id))
    .where(where)
    .$dynamic()

export type AccountFacts = Awaited<ReturnType<typeof selectAccounts>>[number]

interface ListedAccount extends AccountFacts {
  id: string
  createdAt: Date
}

export const summaryOf = ({ user, owner, factors, signedInAt }: AccountFacts): AccountSummary => ({
  account_id: user.id,
  username: user.username,
  name: `${user.firstName} ${user.lastName}`.trim(),
  email: user.email,
  email_verified: user.emailVerified,
  is_admin: user.isAdmin,
  state: user.lockedAt ? 'locked' : user.deleteAfter ? 'deleting' : 'active',
  factors,
  storage_bytes: owner.storageBytes,
  credits: owner.creditsAvailable,
  created_at: user.createdAt.toISOString(),
  last_sign_in_at: signedInAt?.toISOString() ?? null,
})

/** Accounts of people, the newest first. @throws ApiProblem invalid_request for a foreign cursor */
export function listAccounts({ platform: { db } }: Context, query: Query) {
  const where = and(named(query.query), inState(query.state))
  return listByTime<ListedAccount, AccountSummary>(query, users, {
    fetch: async (after, order, limit, offset) => {
      const rows = await selectAccounts(db, and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset)
      return rows.map((row) => ({ ...row, id: row.user.id, createdAt: row.user.createdAt }))
    },
    count: (limit) => countUpTo(db, where ? sql`${users} where ${where}` : sql`${users}`, limit),
    present: summaryOf,
  })
}

function named(text: string | undefined): SQL | undefined {
  if (!text) return undefined
  if (UUID.test(text)) return eq(users.id, text)
  if (text.length < LEAST) return eq(users.usernameKey, text.toLowerCase())
  return contains(users.searchText, text)
}

function inState(state: Query['state']): SQL | undefined {
  switch (state) {
    case 'locked':
      return isNotNull(users.lockedAt)
    case 'deleting':
      return and(isNull(users.lockedAt), isNotNull(users.deleteAfter))
    case 'active':
      return and(isNull(users.lockedAt), isNull(users.deleteAfter))
    default:
      return undefined
  }
}

/** The last security events of an account. */
export const lastEvents = (db: Queries, userId: string, limit: number) =>
  db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
    .limit(limit)
