import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  SCAN_LIMITS,
  type ScanPage,
  ScanPageSettings,
  type UpdateScanPageJson,
} from '../../../contract/scan.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { holdScan, noteChange } from '../../core/scan/change.ts'
import { placeOf, presentPage } from '../../core/scan/present.ts'
import { type ScanPageRow, scanPages } from '../../core/schema.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { requireRoom } from './add-page.ts'
import type { Found } from './find-scan.ts'

const noPage = () => new ApiProblem('not_found', 'Page not found in this scan session.')

const isPage = ({ session }: Found, id: string) =>
  and(eq(scanPages.sessionId, session.id), eq(scanPages.id, id))

/** Does something to a page while its session is held. @throws ApiProblem scan_closed, not_found */
async function withPage<T>(
  ctx: Context,
  found: Found,
  work: (ctx: TransactionContext, tx: Transaction) => Promise<T>,
): Promise<T> {
  return withTransaction(ctx, async (ctx, tx) => {
    await holdScan(ctx.platform, tx, found.session.id)
    const result = await work(ctx, tx)
    await noteChange(ctx.platform, tx, found.session.id)
    return result
  })
}

/**
 * How a photo becomes its page, and whether a new photo is asked for. @throws ApiProblem not_found,
 * scan_closed, scan_page_changed where another version is there
 */
export async function updatePage(
  ctx: Context,
  found: Found,
  id: string,
  { settings, version, is_retake_requested }: z.output<typeof UpdateScanPageJson>,
): Promise<ScanPage> {
  const row = await withPage(ctx, found, async ({ platform }, tx) => {
    const [page] = await tx
      .select()
      .from(scanPages)
      .where(and(isPage(found, id), isNull(scanPages.deletedAt)))
    if (!page) throw noPage()
    const isSame = JSON.stringify(ScanPageSettings.parse(page.settings)) === JSON.stringify(settings)
    const isRetakeRequested = is_retake_requested ?? page.isRetakeRequested
    // The answer to the same change may have been lost on its way.
    if (isSame && isRetakeRequested === page.isRetakeRequested) return page
    if (!isSame && page.version !== version)
      throw new ApiProblem(
        'scan_page_changed',
        `The page was changed on ${page.changedBy ? 'a phone' : 'the desk'}. Nothing was overwritten.`,
      )
    const [changed] = await tx
      .update(scanPages)
      .set({
        settings,
        version: isSame ? page.version : version + 1,
        isRetakeRequested,
        changedBy: found.actor.side === 'phone' ? found.actor.phoneId : null,
        changedAt: platform.clock(),
      })
      .where(isPage(found, id))
      .returning()
    return changed ?? page
  })
  return present(ctx, row, found)
}

/**
 * A deleted page can be restored for ten minutes; deleting it again does nothing. @throws
 * ApiProblem not_found, scan_closed
 */
export async function deletePage(ctx: Context, found: Found, id: string): Promise<void> {
  await withPage(ctx, found, async ({ platform }, tx) => {
    const gone = await tx
      .update(scanPages)
      .set({ deletedAt: sql`coalesce(deleted_at, ${platform.clock().toISOString()}::timestamptz)` })
      .where(isPage(found, id))
      .returning({ id: scanPages.id })
    if (gone.length === 0) throw noPage()
  })
}

/**
 * Puts a page back at its place. @throws ApiProblem not_found where its time is over, scan_closed,
 * limit_reached
 */
export async function restorePage(ctx: Context, found: Found, id: string): Promise<ScanPage> {
  const row = await withPage(ctx, found, async ({ platform }, tx) => {
    const [page] = await tx.select().from(scanPages).where(isPage(found, id))
    if (page?.deletedAt === null) return page
    await requireRoom(tx, found.session.id)
    const since = new Date(platform.clock().getTime() - SCAN_LIMITS.undoSeconds * 1000)
    const [back] = await tx
      .update(scanPages)
      .set({ deletedAt: null, changedAt: platform.clock() })
      .where(and(isPage(found, id), isNotNull(scanPages.deletedAt), gt(scanPages.deletedAt, since)))
      .returning()
    if (!back) throw noPage()
    return back
  })
  return present(ctx, row, found)
}

const present = async ({ platform }: Context, row: ScanPageRow, { actor }: Found) =>
  presentPage(row, await placeOf(platform.db, row), actor.side)
