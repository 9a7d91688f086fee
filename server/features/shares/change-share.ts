import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { UpdateShareJson } from '../../../contract/shares.ts'
import { futureOf } from '../../core/add-share.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { requireLinkRules } from '../../core/businesses/link-rules.ts'
import { type Context, hashToken, requireOwner } from '../../core/context.ts'
import { shares } from '../../core/schema.ts'
import { tokenOf } from '../../core/share-token.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import { emitShare } from '../../core/webhooks/share-events.ts'

const mine = (ctx: QueryContext, id: string) => and(eq(shares.id, id), eq(shares.ownerId, requireOwner(ctx)))
const missing = () => new ApiProblem('not_found', 'Share link not found.')

/**
 * Changes what a link asks for and how long it opens, from this moment on.
 * @throws ApiProblem not_found, invalid_request, share_rule
 */
export async function updateShare(
  ctx: Context,
  id: string,
  json: z.output<typeof UpdateShareJson>,
): Promise<void> {
  const { passwords } = ctx.platform
  const passwordHash =
    json.password === undefined
      ? undefined
      : json.password === null
        ? null
        : await passwords.hash(json.password)
  await withTransaction(ctx, async (ctx, tx) => {
    const [share] = await tx.select().from(shares).where(mine(ctx, id)).for('update')
    if (!share) throw missing()
    if (json.max_downloads != null && json.max_downloads < share.downloads)
      throw new ApiProblem('invalid_request', `The link already has ${share.downloads} downloads.`, {
        errors: [{ path: 'max_downloads', message: `At least ${share.downloads}.` }],
      })
    const changed = {
      ...(json.name !== undefined && { name: json.name }),
      ...(json.message !== undefined && { message: json.message }),
      ...(json.expires_at !== undefined && {
        expiresAt: futureOf(ctx.platform, json.expires_at),
        expiryTold: false,
      }),
      ...(passwordHash !== undefined && { passwordHash }),
      ...(json.max_downloads !== undefined && { maxDownloads: json.max_downloads }),
      ...(json.email_gate !== undefined && { emailGate: json.email_gate }),
      ...(json.notify !== undefined && { notify: json.notify }),
      ...(json.allow_preview !== undefined && { allowPreview: json.allow_preview }),
    }
    await requireLinkRules(ctx.platform, tx, share.ownerId, {
      expiresAt: changed.expiresAt,
      hasPassword: passwordHash === undefined ? undefined : passwordHash !== null,
    })
    if (Object.keys(changed).length > 0) await tx.update(shares).set(changed).where(eq(shares.id, id))
  })
}

/**
 * Gives a link another address; the one before opens nothing any more. @throws ApiProblem not_found
 */
export async function renewShare(ctx: Context, id: string): Promise<void> {
  await withTransaction(ctx, async (ctx, tx) => {
    const [share] = await tx
      .update(shares)
      .set({ generation: sql`generation + 1` })
      .where(mine(ctx, id))
      .returning()
    if (!share) throw missing()
    await tx
      .update(shares)
      .set({ tokenHash: hashToken(tokenOf(ctx.platform, share)) })
      .where(eq(shares.id, id))
  })
}

/** Takes a link back, at once; once more changes nothing. @throws ApiProblem not_found */
export async function revokeShare(ctx: Context, id: string): Promise<void> {
  await withTransaction(ctx, async (ctx, tx) => {
    const [revoked] = await tx
      .update(shares)
      .set({ revokedAt: ctx.platform.clock() })
      .where(and(mine(ctx, id), isNull(shares.revokedAt)))
      .returning({ id: shares.id })
    if (revoked) return emitShare(ctx.platform, tx, 'share.revoked', id)
    const [share] = await tx.select({ id: shares.id }).from(shares).where(mine(ctx, id))
    if (!share) throw missing()
  })
}
