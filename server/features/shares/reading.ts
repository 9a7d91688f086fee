import { and, eq, gt, gte, isNull, or, type SQL } from 'drizzle-orm'
import { type Context, hashToken, newToken } from '../../core/context.ts'
import { type ShareRow, shareGrants } from '../../core/schema.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

/**
 * In an address, in the place of a download's grant: what is read is read by the browser that shows
 * the cookie.
 */
export const READING = 'reading-in-this-browser'

/**
 * A link's file is given out so often to one who reads it: phones forget pages and load them anew,
 * and it may be taken along.
 */
export const READINGS = 10

export type Reading = typeof shareGrants.$inferSelect

/** What browsers can show, where its owner lets anything be shown. */
export const isReadable = ({ format, allowPreview }: ShareRow): boolean => format === 'pdf' && allowPreview

/** Apart from a download's: a cookie is no grant, and a grant no cookie. */
const hashOf = (ticket: string) => hashToken(`reading ${ticket}`)

/** The row of this browser's reading; null where it shows none. */
export const ticketOf = (ctx: Context, { id }: Pick<ShareRow, 'id'>): SQL | null =>
  ctx.shown.reading
    ? (and(eq(shareGrants.tokenHash, hashOf(ctx.shown.reading)), eq(shareGrants.shareId, id)) as SQL)
    : null

/** What this browser has begun to read by a link, as long as that holds. */
export async function readingOf(
  ctx: Context,
  share: Pick<ShareRow, 'id' | 'sizeBytes'>,
): Promise<Reading | null> {
  const mine = ticketOf(ctx, share)
  if (!mine) return null
  const { db, clock } = ctx.platform
  const enough = or(isNull(shareGrants.bytesLeft), gte(shareGrants.bytesLeft, share.sizeBytes))
  const [row] = await db
    .select()
    .from(shareGrants)
    .where(and(mine, gt(shareGrants.expiresAt, clock()), enough))
  return row ?? null
}

type Granted = Pick<Reading, 'shareId' | 'bytesLeft' | 'expiresAt'>

/** Lets this browser, and no other, read for a while. The transaction has counted it. */
export async function giveReading(ctx: TransactionContext, tx: Transaction, token: string, granted: Granted) {
  const ticket = newToken()
  await tx.insert(shareGrants).values({ tokenHash: hashOf(ticket), ...granted })
  ctx.issued.reading = {
    token: ticket,
    expires: granted.expiresAt,
    path: `/api/v1/user/shares/public/${token}/`,
  }
}
