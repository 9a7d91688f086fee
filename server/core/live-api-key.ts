import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Platform } from '../platform.ts'
import { hashToken } from './context.ts'
import { apiKeys, businesses, owners, users } from './schema.ts'

/**
 * The API key that a token is, with whom it acts for and whether it is the admin's; null where it is none, has run out, its
 * account is leaving, or its business is closed.
 */
export async function liveApiKey({ db, clock }: Platform, token: string) {
  const [found] = await db
    .select({ key: apiKeys, kind: owners.kind, userId: users.id, isAdmin: users.isAdmin })
    .from(apiKeys)
    .innerJoin(owners, eq(owners.id, apiKeys.ownerId))
    .leftJoin(users, eq(users.id, apiKeys.ownerId))
    .leftJoin(businesses, eq(businesses.id, apiKeys.ownerId))
    .where(
      and(
        eq(apiKeys.tokenHash, hashToken(token)),
        isNull(users.deleteAfter),
        or(isNull(businesses.id), ne(businesses.status, 'closed')),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, clock())),
      ),
    )
  if (!found) return null
  const { key, kind, userId, isAdmin } = found
  return { ...key, owner: { kind, id: key.ownerId }, userId, isAdmin: isAdmin ?? false }
}
