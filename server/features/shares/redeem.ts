import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OpenShareJson, Redeemed } from '../../../contract/shares.ts'
import { type Context, hashToken, newToken } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { LIMIT_RULES } from '../../core/limit-rules.ts'
import { mail } from '../../core/mail-text.ts'
import { shareGrants, shares, users } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { opens } from '../../core/share-state.ts'
import type { Database } from '../../platform.ts'
import { closedBecause, findByToken, findOpen, type OpenShare } from './find-public.ts'
import { requireUnlocked, type Visitor } from './locks.ts'
import { logEvent } from './share-events.ts'

/** A granted download can be begun, and gone on with, for so long. */
const GRANT_HOURS = 6
/** What a cut may lose on the way can be sent again, though never a second whole. */
const SLACK = 1_048_576

/**
 * Grants one download: counted in the same statement that asks whether there is one left, so that of two at once for the last
 * one, one gets it. @throws Refusal share_locked, share_password_wrong, invalid_code, and as `findOpen`
 */
export async function redeemShare(
  ctx: Context,
  token: string,
  given: z.output<typeof OpenShareJson>,
): Promise<z.input<typeof Redeemed>> {
  const found = await findOpen(ctx, token)
  const visitor = await requireUnlocked(ctx, found, given)
  const { platform, origin } = ctx
  const { share } = found
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + GRANT_HOURS * 3_600_000)
  const grant = newToken()
  const counted = await platform.db.transaction(async (tx) => {
    const [row] = await tx
      .update(shares)
      .set({ downloads: sql`downloads + 1`, lastDownloadedAt: now })
      .where(and(eq(shares.id, share.id), opens(now)))
      .returning()
    if (!row) return null
    await tx.insert(shareGrants).values({
      tokenHash: hashToken(grant),
      shareId: share.id,
      bytesLeft:
        row.maxDownloads === null ? null : share.sizeBytes + Math.min(SLACK, Math.floor(share.sizeBytes / 2)),
      expiresAt,
    })
    await logEvent(ctx, tx, share.id, 'downloaded', visitor)
    if (row.notify) await tellOwner(ctx, tx, found, row.downloads, visitor)
    return row
  })
  if (!counted) {
    const { state } = await findByToken(ctx, token)
    throw closedBecause(state === 'active' ? 'used_up' : state)
  }
  const url = `${origin}/api/v1/user/shares/public/${token}/file/${grant}/`
  return {
    download_url: url,
    url,
    expires_at: expiresAt.toISOString(),
    file_name: found.fileName,
    file_size_bytes: share.sizeBytes,
    sha256: share.sha256,
    downloads_left: counted.maxDownloads === null ? null : counted.maxDownloads - counted.downloads,
  }
}

async function tellOwner(
  ctx: Context,
  tx: Database,
  { share }: OpenShare,
  downloads: number,
  visitor: Visitor,
) {
  const { platform } = ctx
  // A link that became popular fills nobody's mailbox.
  const { allowed } = await platform.limits.take(LIMIT_RULES.shareTold, share.id)
  if (!allowed) return
  const [owner] = await tx.select().from(users).where(eq(users.id, share.ownerId))
  if (!owner) return
  const who = visitor.email
    ? `${visitor.email}${visitor.emailConfirmed ? '' : ' (as they said)'}`
    : 'Somebody who has the link'
  const count =
    share.maxDownloads === null
      ? `It is download ${downloads}.`
      : `It is download ${downloads} of ${share.maxDownloads}.`
  await sendMessage(platform, tx, {
    userId: owner.id,
    message: {
      kind: 'mail',
      to: owner.email,
      ...mail({
        subject: `“${share.name}” was downloaded`,
        lines: [
          `${who} downloaded “${share.name}” with ${deviceOf(ctx.userAgent).name}. ${count}`,
          'You get this mail because the link says so; you can change that, or take the link back, on its page.',
        ],
        link: { label: 'Open the link’s page', url: `${platform.settings.mailUrl()}/shares/${share.id}` },
      }),
    },
  })
}
