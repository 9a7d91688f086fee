import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { Platform } from '../platform.ts'
import { freeLimits, termsIn } from './billing/limits-of.ts'
import { hashToken } from './context.ts'
import { preparedLookup } from './prepared-lookup.ts'
import { apiKeys, businesses, owners, users } from './schema.ts'

const lookupOf = preparedLookup((db) =>
  db
    .select({
      key: apiKeys,
      kind: owners.kind,
      userId: users.id,
      isAdmin: users.isAdmin,
      terms: termsIn(apiKeys.ownerId),
    })
    .from(apiKeys)
    .innerJoin(owners, eq(owners.id, apiKeys.ownerId))
    .leftJoin(users, eq(users.id, apiKeys.ownerId))
    .leftJoin(businesses, eq(businesses.id, apiKeys.ownerId))
    .where(
      and(
        eq(apiKeys.tokenHash, sql.placeholder('hash')),
        isNull(users.deleteAfter),
        isNull(users.lockedAt),
        or(isNull(businesses.id), ne(businesses.status, 'closed')),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql.placeholder('now'))),
      ),
    )
    .prepare(''),
)

/**
 * The API key of a token, with its owner and whether it is an administrator's; null if it is
 * unknown or expired, its account is locked or scheduled for deletion, or its business is closed.
 */
export async function liveApiKey({ db, clock, settings }: Platform, token: string) {
  const [found] = await lookupOf(db).execute({ hash: hashToken(token), now: clock().toISOString() })
  if (!found) return null
  const { key, kind, userId, isAdmin, terms } = found
  // Every request by key needs the plan's limits.
  const limits = terms?.limits ?? freeLimits(settings)
  return { ...key, owner: { kind, id: key.ownerId, limits }, userId, isAdmin: isAdmin ?? false }
}
