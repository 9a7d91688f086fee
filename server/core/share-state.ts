import { inArray, sql } from 'drizzle-orm'
import { FROZEN } from '../../contract/business-states.ts'
import type { ShareState } from '../../contract/shares.ts'
import { businesses, conversions, quarantines, shares, userFiles, users } from './schema.ts'

/** Whether a link is active, by its own row. */
export const opens = (now: Date) => sql`(${shares.revokedAt} is null
  and (${shares.expiresAt} is null or ${shares.expiresAt} > ${now.toISOString()}::timestamptz)
  and (${shares.maxDownloads} is null or ${shares.downloads} < ${shares.maxDownloads}))`

/**
 * The object of a link; null if it was deleted or has expired. Requires joins with the file and the
 * conversion.
 */
export const sharedKey = sql<
  string | null
>`case when ${userFiles.deletedAt} is null then coalesce(${userFiles.objectKey}, ${conversions.outputKey}) end`

/** The owner is locked, or the file is in quarantine. */
const isBlocked = sql`(exists (select from ${users} u where u.id = ${shares.ownerId} and u.locked_at is not null)
  or exists (select from ${quarantines} q where q.object_key = ${sharedKey}))`

/** A link's state, the first that applies. Requires the joins of `sharedKey`, and the business. */
export const shareState = (now: Date) => sql<ShareState>`case
  when ${shares.revokedAt} is not null then 'revoked'
  when ${sharedKey} is null or ${inArray(businesses.status, [...FROZEN])} or ${isBlocked} then 'unavailable'
  when ${shares.expiresAt} <= ${now.toISOString()}::timestamptz then 'expired'
  when ${shares.downloads} >= ${shares.maxDownloads} then 'used_up'
  else 'active' end`
