import { sql } from 'drizzle-orm'
import { shares } from './schema.ts'

/** Whether a link opens at a moment, as far as its own row says. */
export const opens = (now: Date) => sql`(${shares.revokedAt} is null
  and (${shares.expiresAt} is null or ${shares.expiresAt} > ${now.toISOString()}::timestamptz)
  and (${shares.maxDownloads} is null or ${shares.downloads} < ${shares.maxDownloads}))`
