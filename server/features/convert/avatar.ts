import { eq } from 'drizzle-orm'
import type { User } from '../../../contract/account.ts'
import { plain } from '../../../contract/message-pattern.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireUser } from '../../core/context.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import { presentUser } from '../../core/present-user.ts'
import type { Upload } from '../../core/receive-upload.ts'
import { conversions, objects, users } from '../../core/schema.ts'
import { runOnStored } from '../../core/service-runs.ts'
import { ownedObject } from '../../core/stored-files.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { OutputFile } from './download-output.ts'
import { keepUpload } from './keep-upload.ts'

const PATIENCE = 30

/**
 * Makes a small picture of any image the one that stands for the caller. It is drawn anew by an
 * engine in its sandbox: nothing but pixels of what was sent is ever shown. The picture that there
 * was before goes.
 * @throws ApiProblem file_empty, file_too_large, unsupported_source, inspection_failed
 */
export async function putAvatar(ctx: Context, upload: Upload, gone: AbortSignal): Promise<User> {
  const userId = requireUser(ctx)
  const { s3_key: source } = await keepUpload(ctx, upload, 'image')
  const { db } = ctx.platform
  try {
    const { platform } = ctx
    const file = await ownedObject(ctx, source, undefined)
    const run = await runOnStored(platform, file, { operation: 'thumbnail' }, PATIENCE, gone)
    if (!run?.outputKey) {
      throw new ApiProblem(
        'inspection_failed',
        plain(run?.errorMessage ?? 'This file could not be turned into an image in time. Try another one.'),
      )
    }
    await exchange(ctx, userId, run.outputKey)
    return await presentUser(db, userId)
  } finally {
    // With the original goes the run that drew it; the picture stays, since it stands for somebody
    // now.
    const leaving = await withTransaction(ctx, async (_ctx, tx) => leaveUnused(tx, [source]))
    await deleteObjects(ctx.platform, leaving)
  }
}

async function exchange(ctx: Context, userId: string, key: string | null) {
  const leaving = await withTransaction(ctx, async (_ctx, tx) => {
    const [before] = await tx
      .select({ key: users.avatarKey })
      .from(users)
      .where(eq(users.id, userId))
      .for('update')
    await tx.update(users).set({ avatarKey: key }).where(eq(users.id, userId))
    // Let go of by the run that drew it, so that it does not expire with it.
    if (key) {
      await tx.update(conversions).set({ outputKey: null }).where(eq(conversions.outputKey, key))
      await tx.update(objects).set({ expiresAt: null }).where(eq(objects.key, key))
    }
    return leaveUnused(tx, [before?.key])
  })
  await deleteObjects(ctx.platform, leaving)
}

/** Takes the caller's picture away; there being none is fine. */
export const deleteAvatar = (ctx: Context) => exchange(ctx, requireUser(ctx), null)

/** The caller's image. @throws ApiProblem not_found */
export async function getAvatar(ctx: Context): Promise<OutputFile> {
  const [file] = await ctx.platform.db
    .select({ key: objects.key, size: objects.sizeBytes, etag: objects.sha256 })
    .from(users)
    .innerJoin(objects, eq(objects.key, users.avatarKey))
    .where(eq(users.id, requireUser(ctx)))
  if (!file?.etag) throw new ApiProblem('not_found', 'You have no profile picture.')
  return { key: file.key, size: file.size, etag: file.etag, filename: 'avatar.webp', type: 'image/webp' }
}
