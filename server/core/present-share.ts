import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Share } from '../../contract/shares.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, hashToken, requireOwner } from './context.ts'
import { businesses, conversions, quarantines, shares, userFiles, users } from './schema.ts'
import { sharedKey, shareState } from './share-state.ts'
import { tokenOf } from './share-token.ts'
import type { QueryPlatform } from './transaction.ts'
import type { Caller } from './url-here.ts'

/** Links with their files and states; the caller adds conditions, order and limits. */
export const selectShares = (
  ctx: { platform: Pick<QueryPlatform, 'db' | 'clock'> },
  where: SQL | undefined,
) =>
  ctx.platform.db
    .select({
      share: shares,
      state: shareState(ctx.platform.clock()),
      key: sharedKey,
      quarantinedAt: quarantines.createdAt,
      /** The current filename. */
      fileName: sql<string>`coalesce(${userFiles.fileName}, ${shares.fileName})`,
      /** When a shared result expires. */
      outputExpiresAt: conversions.expiresAt,
      /** The link's creator; null for a business's key or a deleted account. */
      sender: { username: users.username, firstName: users.firstName, lastName: users.lastName },
      business: businesses.name,
    })
    .from(shares)
    .leftJoin(businesses, eq(businesses.id, shares.ownerId))
    .leftJoin(users, eq(users.id, sql`coalesce(${shares.createdBy}, ${shares.ownerId})`))
    .leftJoin(userFiles, eq(userFiles.id, shares.fileId))
    .leftJoin(conversions, eq(conversions.id, shares.conversionId))
    .leftJoin(quarantines, eq(quarantines.objectKey, sharedKey))
    .where(where)
    .$dynamic()

export type ShareFacts = Awaited<ReturnType<typeof selectShares>>[number]

const instant = (at: Date | null) => at?.toISOString() ?? null

/** A link for its owner; without the token if the caller may not see links. */
export function presentShare(
  ctx: Caller & { platform: Pick<QueryPlatform, 'secrets'> },
  { share, state, fileName, quarantinedAt }: ShareFacts,
): Share {
  const derived = tokenOf(ctx.platform, share)
  const may = ctx.actor.permissions.has('shares:read')
  const token = may && hashToken(derived).equals(share.tokenHash) ? derived : null
  return {
    link_id: share.id,
    id: share.id,
    token,
    url: token && `${ctx.origin}/s/${token}`,
    name: share.name,
    message: share.message,
    file_id: share.fileId,
    conversion_id: share.conversionId,
    file: sharedFile({ share, fileName }),
    state,
    has_password: share.passwordHash !== null,
    email_gate: share.emailGate,
    allow_preview: share.allowPreview,
    notify: share.notify,
    max_downloads: share.maxDownloads,
    downloads: share.downloads,
    views: share.views,
    expires_at: instant(share.expiresAt),
    revoked_at: instant(share.revokedAt),
    quarantined_at: instant(quarantinedAt),
    last_viewed_at: instant(share.lastViewedAt),
    last_downloaded_at: instant(share.lastDownloadedAt),
    created_by: share.createdBy,
    created_at: share.createdAt.toISOString(),
  }
}

export const sharedFile = ({ share, fileName }: Pick<ShareFacts, 'share' | 'fileName'>) => ({
  file_name: fileName,
  file_size_bytes: share.sizeBytes,
  format: share.format,
  family: share.family,
  sha256: share.sha256,
})

/** The caller's link; links of others are not found. @throws ApiProblem not_found */
export async function findShare(ctx: Context, id: string): Promise<ShareFacts> {
  const [found] = await selectShares(ctx, and(eq(shares.id, id), eq(shares.ownerId, requireOwner(ctx))))
  if (!found) throw new ApiProblem('not_found', 'Share link not found.')
  return found
}

/** One link in the API. @throws ApiProblem not_found */
export const getShare = async (ctx: Context, id: string): Promise<Share> =>
  presentShare(ctx, await findShare(ctx, id))
