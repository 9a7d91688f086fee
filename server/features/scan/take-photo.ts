import { and, eq } from 'drizzle-orm'
import { plain } from '../../../contract/message-pattern.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { deleteObjects, leaveUnused } from '../../core/delete-objects.ts'
import type { Upload } from '../../core/receive-upload.ts'
import { conversions, objects, type StoredOutput } from '../../core/schema.ts'
import { type DrawnFile, runOnStored } from '../../core/service-runs.ts'
import { storeUpload } from '../../core/stored-files.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

const DAY = 86_400_000
/** Seconds that the engine is waited for. */
const PATIENCE = 60
/** What cameras write. */
const FORMATS: ReadonlySet<string> = new Set(['jpg', 'png', 'webp', 'heic'])
/** Pixels of the longer side of a preview. */
const PREVIEW_SIZE = 640

/** An image that an engine has looked at and written: an object that nothing holds yet. */
export interface Taken {
  key: string
  output: StoredOutput
}

/** A photo that has just arrived, or a stored one, with its format. */
export type Photo = { upload: Upload } | { stored: DrawnFile }

/**
 * Lets an engine take a photo in, in its sandbox: a JPEG without its metadata, or a small preview.
 * `keep` writes down who holds it, in the transaction that makes it theirs; what it does not hold
 * goes.
 * @throws ApiProblem file_empty, unsupported_source, inspection_failed, malicious_file, unavailable
 */
export async function takePhoto<T>(
  ctx: Context,
  ownerId: string,
  photo: Photo,
  kind: 'preview' | 'page',
  keep: (ctx: TransactionContext, tx: Transaction, taken: Taken) => Promise<T>,
): Promise<T> {
  const file = 'stored' in photo ? photo.stored : await stored(ctx, ownerId, photo.upload)
  if (!file.format || !FORMATS.has(file.format)) throw notPhoto(file.filename)
  let made: string | null = null
  try {
    const operation =
      kind === 'page'
        ? ({ operation: 'photo' } as const)
        : ({ operation: 'thumbnail', options: { size: PREVIEW_SIZE } } as const)
    const run = await runOnStored(ctx.platform, file, operation, PATIENCE, new AbortController().signal)
    if (!run) throw notPhoto(file.filename)
    if (run.status === 'pending')
      throw new ApiProblem('unavailable', 'The photo is still being checked. Send it again in a moment.')
    const { outputKey: key, output, errorMessage } = run
    if (!key || !output)
      throw new ApiProblem(
        'inspection_failed',
        plain(errorMessage ?? 'The photo cannot be read. It may be damaged.'),
      )
    return await withTransaction(ctx, async (ctx, tx) => {
      // The run has done its work: what it made stays as long as the page, and the same file can be
      // taken in again.
      const freed = await tx
        .delete(conversions)
        .where(and(eq(conversions.id, run.id), eq(conversions.outputKey, key)))
        .returning({ id: conversions.id })
      if (freed.length === 0)
        throw new ApiProblem('unavailable', 'The photo was processed twice. Send it again.')
      await tx.update(objects).set({ expiresAt: null }).where(eq(objects.key, key))
      made = key
      return keep(ctx, tx, { key, output })
    })
  } finally {
    // With the original goes the run; what was kept is held by its page.
    const leaving = await withTransaction(ctx, (_ctx, tx) =>
      leaveUnused(tx, ['stored' in photo ? null : file.key, made]),
    )
    await deleteObjects(ctx.platform, leaving)
  }
}

const notPhoto = (name: string) =>
  new ApiProblem('unsupported_source', `${name} is not a photo (JPEG, PNG, WebP or HEIC), or it is damaged.`)

/** Puts an arrived photo into the store, for a day at most. */
async function stored(ctx: Context, ownerId: string, upload: Upload): Promise<DrawnFile> {
  const { filename, size } = upload
  if (size === 0) throw new ApiProblem('file_empty', `${filename} is empty (0 bytes).`)
  const { engines, clock, db } = ctx.platform
  const found = await engines.detect({ path: upload.path, filename })
  if (!found || !FORMATS.has(found.format)) throw notPhoto(filename)
  const expiresAt = new Date(clock().getTime() + DAY)
  const key = await storeUpload(ctx, ownerId, upload, { format: found.format, expiresAt })
  await db.update(objects).set({ state: 'stored' }).where(eq(objects.key, key))
  return { key, ownerId, filename, size, format: found.format }
}
