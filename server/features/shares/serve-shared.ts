import { Transform } from 'node:stream'
import { and, eq, gt, gte, sql } from 'drizzle-orm'
import { PREVIEWS } from '../../core/add-share.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken } from '../../core/context.ts'
import { mimeTypeOf } from '../../core/format-facts.ts'
import { selectShares } from '../../core/present-share.ts'
import { shareGrants, shares } from '../../core/schema.ts'
import { outcomeOf, runOnStored } from '../../core/service-runs.ts'
import { fileAnswer, type StoredFile } from '../../http/file-answer.ts'
import { closedBecause, findByToken, findOpen, type OpenShare } from './find-public.ts'
import { shownPass } from './locks.ts'
import { READING, ticketOf } from './reading.ts'

/** A download on its way is asked about so often: what is taken back ends within a second. */
const ASK_EVERY = 500
/** Without an answer from the database a download goes on for so long, in ms. */
const UNASKED = 30_000
const PATIENCE = 25

/**
 * The bytes that a grant is for, or this browser's reading. Whether the link still opens is asked
 * now, and again while they are sent; of a link with a limit no more bytes go out than one download
 * has, or one reading.
 * @throws ApiProblem link_expired, share_expired, share_revoked, share_used_up, share_unavailable,
 * not_found
 */
export async function sharedFileAnswer(
  ctx: Context,
  token: string,
  grant: string,
  range: string | undefined,
) {
  const { db, clock, objects } = ctx.platform
  const found = await findByToken(ctx, token)
  // The grant has been counted: that others have used the link up since does not end it.
  if (found.state !== 'active' && found.state !== 'used_up') throw closedBecause(found.state)
  const mine =
    grant === READING
      ? ticketOf(ctx, found.share)
      : and(eq(shareGrants.tokenHash, hashToken(grant)), eq(shareGrants.shareId, found.share.id))
  const [granted] = mine
    ? await db
        .select()
        .from(shareGrants)
        .where(and(mine, gt(shareGrants.expiresAt, clock())))
    : []
  if (!mine || !granted)
    throw new ApiProblem('link_expired', 'This download URL has expired. Open the link and download again.')
  const answer = await fileAnswer(objects, fileOf(ctx, found as OpenShare), range)
  if (ctx.isHead) return answer
  const wanted = Number(answer.headers['content-length'])
  if (granted.bytesLeft !== null) {
    const taken = await db
      .update(shareGrants)
      .set({ bytesLeft: sql`bytes_left - ${wanted}` })
      .where(and(mine, gte(shareGrants.bytesLeft, wanted)))
      .returning({ left: shareGrants.bytesLeft })
    if (taken.length === 0) {
      answer.bytes.destroy()
      throw closedBecause('used_up')
    }
  }
  const sent = watched(ctx, found.share.id)
  sent.once('close', () => {
    const unsent = wanted - sent.passed
    if (granted.bytesLeft === null || unsent <= 0) return
    db.update(shareGrants)
      .set({ bytesLeft: sql`bytes_left + ${unsent}` })
      .where(mine)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'unsent bytes were not given back'))
  })
  answer.bytes.once('error', (error) => sent.destroy(error))
  sent.once('close', () => answer.bytes.destroy())
  return { ...answer, bytes: answer.bytes.pipe(sent) }
}

/** Counts what goes through, and breaks off once the link was taken back or its file is gone. */
function watched(ctx: Context, shareId: string): Transform & { passed: number } {
  const through = Object.assign(
    new Transform({
      transform(piece: Buffer, _encoding, done) {
        through.passed += piece.length
        done(null, piece)
      },
    }),
    { passed: 0 },
  )
  let asked = performance.now()
  const timer = setInterval(() => {
    selectShares(ctx, eq(shares.id, shareId)).then(
      ([found]) => {
        asked = performance.now()
        if (found && found.state !== 'revoked' && found.state !== 'unavailable') return
        ctx.log.info({ share: shareId }, 'download aborted: the link was revoked')
        through.destroy(new Error('the link was revoked'))
      },
      (error: unknown) => {
        // A database that restarts must not cut downloads; one that stays away must not keep a
        // revoked link open.
        if (performance.now() - asked > UNASKED) through.destroy(error as Error)
      },
    )
  }, ASK_EVERY)
  through.once('close', () => clearInterval(timer))
  return through
}

const fileOf = (ctx: Context, { share, key, fileName }: OpenShare): StoredFile => ({
  key,
  filename: fileName,
  size: share.sizeBytes,
  etag: share.sha256,
  type: mimeTypeOf(ctx.platform, share.format),
})

/**
 * What may be seen or heard before a download: drawn by a worker in its sandbox, so that it is
 * never the file itself and nothing of the file's can run. @throws ApiProblem share_locked,
 * not_found where there is none to be had, and as `findOpen`
 */
export async function sharedPreview(
  ctx: Context,
  token: string,
  part: 'picture' | 'sample',
  gone: AbortSignal,
): Promise<StoredFile> {
  const found = await findOpen(ctx, token)
  if (!shownPass(ctx, found)) throw new ApiProblem('share_locked', 'Open the link first.')
  const { share, key } = found
  const none = () => new ApiProblem('not_found', 'There is no preview of this file.')
  if (!share.allowPreview) throw none()
  const file = {
    key,
    ownerId: share.ownerId,
    filename: share.fileName,
    size: share.sizeBytes,
    format: share.format,
  }
  const run = await runOnStored(ctx.platform, file, PREVIEWS[part], PATIENCE, gone)
  const made = outcomeOf(run)
  if (!made) throw none()
  return {
    ...made,
    filename: `preview.${made.format}`,
    type: mimeTypeOf(ctx.platform, made.format),
  }
}
