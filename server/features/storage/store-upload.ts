import type { Multipart } from '@fastify/multipart'
import { eq, sql } from 'drizzle-orm'
import { UserFileForm } from '../../../contract/storage.ts'
import { addFile } from '../../core/add-file.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { abandonArriving } from '../../core/delete-objects.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { discard, receiveForm, type Upload } from '../../core/receive-upload.ts'
import { owners, uploads } from '../../core/schema.ts'
import { storeUpload } from '../../core/stored-files.ts'
import { type QueryContext, withTransaction } from '../../core/transaction.ts'
import { noRoom } from '../../core/user-files.ts'
import type { Queries, Transaction } from '../../platform.ts'

/** An upload in pieces that nothing has come of for so long does not keep others out. */
const QUIET_MINUTES = 10
/** What a form has beside its file, about. */
const FORM_BYTES = 2000

/**
 * Refuses what has no room before its bytes travel. What is on its way in pieces has its place
 * already.
 * @throws ApiProblem storage_quota_exceeded
 */
export async function requireRoom(ctx: QueryContext, db: Queries, size: number): Promise<void> {
  const ownerId = requireOwner(ctx)
  const { settings, clock } = ctx.platform
  const lately = new Date(clock().getTime() - QUIET_MINUTES * 60_000).toISOString()
  const [owner] = await db
    .select({
      used: owners.storageBytes,
      quota: owners.storageQuota,
      coming: sql<number>`(select coalesce(sum(size_bytes), 0)::float8 from ${uploads}
        where ${uploads.ownerId} = ${ownerId} and file_id is null and touched_at > ${lately}::timestamptz)`,
    })
    .from(owners)
    .where(eq(owners.id, ownerId))
  if (!owner) throw new ApiProblem('unauthenticated', 'This account was deleted.')
  const quota = owner.quota ?? settings.storageQuotaBytes
  if (owner.used + owner.coming + size > quota) throw noRoom(quota, owner.used + owner.coming)
}

type Parts = AsyncIterable<Multipart>

/**
 * Takes a file in as a form: streamed, of any kind, kept until it is deleted. `length` is what the
 * caller says of the body.
 * @returns the record's id
 * @throws ApiProblem file_missing, file_empty, storage_quota_exceeded, malicious_file,
 * idempotency_conflict, invalid_request
 */
export async function uploadFile(
  ctx: Context,
  { parts, length }: { parts: () => Parts; length: number | null },
  idempotencyKey: string | undefined,
): Promise<string> {
  requireOwner(ctx)
  await requireRoom(ctx, ctx.platform.db, Math.max(1, (length ?? 0) - FORM_BYTES))
  const form = await receiveForm(parts(), ctx.platform.settings, UserFileForm)
  try {
    const alreadyTracked = form.fields.storage_already_tracked
    return await storeArrived(ctx, form.uploads[0] as Upload, { alreadyTracked, idempotencyKey })
  } finally {
    for (const upload of form.uploads) await discard(upload)
  }
}

/**
 * Makes an arrived file one of the account's own: the object first, then the record in one
 * transaction, with what `within` writes beside it. @returns the record's id
 */
export async function storeArrived(
  ctx: Context,
  upload: Upload,
  {
    alreadyTracked,
    idempotencyKey,
    within,
  }: {
    alreadyTracked: boolean
    idempotencyKey?: string | undefined
    within?: (tx: Transaction, id: string) => Promise<void>
  },
): Promise<string> {
  const ownerId = requireOwner(ctx)
  const { platform } = ctx
  const { filename, size, sha256, path } = upload
  if (size === 0) throw new ApiProblem('file_empty', `${filename} is empty (0 bytes).`)
  const format = (await platform.engines.detect({ path, filename }))?.format ?? null
  const key = await storeUpload(ctx, ownerId, upload, { format })
  try {
    const requestFingerprint = fingerprint(ctx.platform, ['store', sha256, filename, alreadyTracked])
    const { answer, repeated } = await withTransaction(ctx, (ctx, tx) =>
      once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => {
        const file = {
          key,
          fileName: filename,
          size,
          format,
          source: 'upload',
          conversionId: null,
          alreadyTracked,
        } as const
        const id = await addFile(ctx.platform, tx, belongingOf(ctx), file)
        await within?.(tx, id)
        return { id }
      }),
    )
    if (repeated) await abandonArriving(platform, key)
    return answer.id
  } catch (error) {
    await abandonArriving(platform, key)
    throw error
  }
}
