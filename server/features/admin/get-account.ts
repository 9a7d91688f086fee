import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Account } from '../../../contract/admin-accounts.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import {
  apiKeys,
  businesses,
  businessUsers,
  objects,
  quarantines,
  sessions,
  users,
} from '../../core/schema.ts'
import type { Queries } from '../../platform.ts'
import { lastEvents, selectAccounts, summaryOf } from './list-accounts.ts'

const HOUR = 3_600_000
const EVENTS = 20
const BUSINESSES = 100

export const noAccount = () => new ApiProblem('not_found', 'Account not found.')

/** An account with what an administrator needs of it. @throws ApiProblem not_found */
export async function getAccount({ platform }: Context, id: string): Promise<Account> {
  const { db, settings } = platform
  const [found] = await selectAccounts(db, eq(users.id, id))
  if (!found) throw noAccount()
  const { user, owner } = found
  const [figures, memberships, events] = await Promise.all([
    countsOf({ platform }, id),
    membershipsOf(db, id),
    lastEvents(db, id, EVENTS),
  ])
  return {
    ...summaryOf(found),
    ...figures,
    locked_at: user.lockedAt?.toISOString() ?? null,
    lock_reason: user.lockReason,
    has_password: user.passwordHash !== null,
    delete_after: user.deleteAfter?.toISOString() ?? null,
    storage_quota_bytes: owner.storageQuota ?? settings.storageQuotaBytes,
    businesses: memberships.map(({ publicId, name, status, role }) => ({
      ...{ business_id: publicId, name, status, role },
    })),
    security_events: events.map(({ id, kind, createdAt, address, userAgent, detail }) => ({
      ...{ id, kind, at: createdAt.toISOString(), address, device: deviceOf(userAgent).name, detail },
    })),
  }
}

async function countsOf({ platform: { db, clock, settings } }: Pick<Context, 'platform'>, id: string) {
  const now = clock()
  const count = sql<number>`count(*)::int`
  const idleSince = new Date(now.getTime() - settings.sessionIdleHours * HOUR)
  const [[open], [keys], [blocked]] = await Promise.all([
    db
      .select({ count })
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idleSince))),
    db.select({ count }).from(apiKeys).where(eq(apiKeys.ownerId, id)),
    db
      .select({ count })
      .from(quarantines)
      .innerJoin(objects, eq(objects.key, quarantines.objectKey))
      .where(eq(objects.ownerId, id)),
  ])
  return {
    sessions: open?.count ?? 0,
    api_keys: keys?.count ?? 0,
    quarantined_files: blocked?.count ?? 0,
  }
}

const membershipsOf = (db: Queries, id: string) =>
  db
    .select({
      publicId: businesses.publicId,
      name: businesses.name,
      status: businesses.status,
      role: businessUsers.role,
    })
    .from(businessUsers)
    .innerJoin(businesses, eq(businesses.id, businessUsers.businessId))
    .where(eq(businessUsers.userId, id))
    .orderBy(desc(businessUsers.createdAt))
    .limit(BUSINESSES)
