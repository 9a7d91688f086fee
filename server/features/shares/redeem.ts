import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Redeemed, RedeemShareJson } from '../../../contract/shares.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken, newToken } from '../../core/context.ts'
import { deviceOf } from '../../core/device-name.ts'
import { LIMIT_RULES } from '../../core/limit-rules.ts'
import { mail } from '../../core/mail-text.ts'
import { type ShareRow, shareGrants, shares } from '../../core/schema.ts'
import { sendMessage } from '../../core/send-message.ts'
import { senderOf } from '../../core/senders.ts'
import { opens } from '../../core/share-state.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import { emitShare } from '../../core/webhooks/share-events.ts'
import type { Transaction } from '../../platform.ts'
import { closedBecause, findByToken, findOpen, type OpenShare } from './find-public.ts'
import { requireUnlocked, type Visitor } from './locks.ts'
import { giveReading, isReadable, READING, READINGS, readingOf } from './reading.ts'
import { logEvent } from './share-events.ts'

type Purpose = z.output<typeof RedeemShareJson>['to']

/** A granted download can be begun, and gone on with, for so long. */
const GRANT_HOURS = 6
/** What a cut may lose on the way can be sent again, though never a second whole. */
const SLACK = 1_048_576

/**
 * Grants one download, or one reading: counted in the same statement that asks whether there is one
 * left, so that of two at once for the last one, one gets it. Whoever reads already has been
 * counted, and may go on and take the file along.
 * @throws ApiProblem share_locked, share_password_wrong, invalid_code, invalid_request, and as
 * `findOpen`
 */
export async function redeemShare(
  ctx: Context,
  token: string,
  { to, ...given }: z.output<typeof RedeemShareJson>,
): Promise<z.input<typeof Redeemed>> {
  const found = await findOpen(ctx, token)
  const visitor = await requireUnlocked(ctx, found, given)
  if (to === 'read' && !isReadable(found.share))
    throw new ApiProblem('invalid_request', 'The file of this link can be downloaded, but not read online.', {
      errors: [{ path: 'to', message: 'Only `take`.' }],
    })
  const reading = await readingOf(ctx, found.share)
  if (!reading) return grant(ctx, token, found, visitor, to)
  if (to === 'take') await takeAlong(ctx, found, visitor)
  return answer(ctx, token, found, { name: READING, expiresAt: reading.expiresAt }, found.share)
}

async function grant(ctx: Context, token: string, found: OpenShare, visitor: Visitor, to: Purpose) {
  const { platform } = ctx
  const { share } = found
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + GRANT_HOURS * 3_600_000)
  const once = share.sizeBytes + Math.min(SLACK, Math.floor(share.sizeBytes / 2))
  const tells = await mayTell(ctx, share)
  let name = READING
  const counted = await withTransaction(ctx, async (ctx, tx) => {
    const [row] = await tx
      .update(shares)
      .set({ downloads: sql`downloads + 1`, lastDownloadedAt: now })
      .where(and(eq(shares.id, share.id), opens(now)))
      .returning()
    if (!row) return null
    const bytesLeft = row.maxDownloads === null ? null : to === 'read' ? READINGS * once : once
    const granted = { shareId: share.id, bytesLeft, expiresAt }
    if (to === 'read') await giveReading(ctx, tx, token, granted)
    else {
      name = newToken()
      await tx.insert(shareGrants).values({ tokenHash: hashToken(name), ...granted })
    }
    await logEvent(ctx, tx, share.id, to === 'read' ? 'read' : 'downloaded', visitor)
    if (row.notify && tells) await tellOwner(ctx, tx, found, row.downloads, visitor, to)
    await emitShare(ctx.platform, tx, 'share.downloaded', share.id)
    return row
  })
  if (!counted) {
    const { state } = await findByToken(ctx, token)
    throw closedBecause(state === 'active' ? 'used_up' : state)
  }
  return answer(ctx, token, found, { name, expiresAt }, counted)
}

/** Whoever reads downloads as well: their owner hears of it, and it was counted when they began. */
async function takeAlong(ctx: Context, found: OpenShare, visitor: Visitor) {
  const { clock } = ctx.platform
  const tells = await mayTell(ctx, found.share)
  await withTransaction(ctx, async (ctx, tx) => {
    const [row] = await tx
      .update(shares)
      .set({ lastDownloadedAt: clock() })
      .where(eq(shares.id, found.share.id))
      .returning()
    await logEvent(ctx, tx, found.share.id, 'downloaded', visitor)
    if (row?.notify && tells) await tellOwner(ctx, tx, found, row.downloads, visitor, 'take')
    await emitShare(ctx.platform, tx, 'share.downloaded', found.share.id)
  })
}

function answer(
  ctx: Context,
  token: string,
  { share, fileName }: OpenShare,
  { name, expiresAt }: { name: string; expiresAt: Date },
  { maxDownloads, downloads }: Pick<ShareRow, 'maxDownloads' | 'downloads'>,
): z.input<typeof Redeemed> {
  return {
    download_url: `${ctx.origin}/api/v1/user/shares/public/${token}/file/${name}/`,
    expires_at: expiresAt.toISOString(),
    file_name: fileName,
    file_size_bytes: share.sizeBytes,
    sha256: share.sha256,
    downloads_left: maxDownloads === null ? null : Math.max(0, maxDownloads - downloads),
  }
}

/**
 * Whether the owner may get another mail: a popular link does not fill a mailbox. Asked before the
 * transaction.
 */
const mayTell = async ({ platform }: Context, { id, notify }: ShareRow): Promise<boolean> =>
  notify && (await platform.limits.take(LIMIT_RULES.shareTold, id)).allowed

async function tellOwner(
  ctx: TransactionContext,
  tx: Transaction,
  { share }: OpenShare,
  downloads: number,
  visitor: Visitor,
  to: Purpose,
) {
  const { platform } = ctx
  const { userId, email } = await senderOf(tx, share)
  if (!email) return
  const did = to === 'read' ? 'read' : 'downloaded'
  const who = visitor.email
    ? `${visitor.email}${visitor.emailConfirmed ? '' : ' (not confirmed)'}`
    : 'A person with the link'
  const count =
    share.maxDownloads === null ? `Download ${downloads}.` : `Download ${downloads} of ${share.maxDownloads}.`
  await sendMessage(platform, tx, {
    userId,
    message: {
      kind: 'mail',
      to: email,
      ...mail({
        subject: `“${share.name}” was ${did}`,
        lines: [
          `${who} ${did} “${share.name}” with ${deviceOf(ctx.userAgent).name}. ${count}`,
          'You get this e-mail because download notifications are on for this link. You can turn them off or revoke the link on its page.',
        ],
        link: { label: 'Open link details', url: `${platform.settings.mailUrl()}/shares/${share.id}` },
      }),
    },
  })
}
