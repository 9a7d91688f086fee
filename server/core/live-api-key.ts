import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Platform } from '../platform.ts'
import { hashToken } from './context.ts'
import { apiKeys, users } from './schema.ts'

/** The API key that a token is, with whether it is the admin's; null where it is none, has run out, or its account is leaving. */
export async function liveApiKey({ db, clock }: Platform, token: string) {
  const [found] = await db
    .select({ key: apiKeys, isAdmin: users.isAdmin })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.tokenHash, hashToken(token)),
        isNull(users.deleteAfter),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, clock())),
      ),
    )
  return found ? { ...found.key, isAdmin: found.isAdmin } : null
}
