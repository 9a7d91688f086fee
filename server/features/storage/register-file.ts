import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { cleanFileName } from '../../../contract/file-name.ts'
import type { RegisterJson } from '../../../contract/storage.ts'
import { addFile } from '../../core/add-file.ts'
import { belongingOf, type Context, requireOwner } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { conversions } from '../../core/schema.ts'
import { ownedObject } from '../../core/stored-files.ts'
import { withTransaction } from '../../core/transaction.ts'

/**
 * Keeps an object of the caller's own, such as a conversion's output, as one of their files.
 * Nothing is copied: record and conversion hold the same object, which stays until the last of them
 * is gone.
 * @returns the record's id
 * @throws ApiProblem not_found, storage_quota_exceeded, idempotency_conflict
 */
export async function registerFile(
  ctx: Context,
  json: z.output<typeof RegisterJson>,
  idempotencyKey: string | undefined,
): Promise<string> {
  const ownerId = requireOwner(ctx)
  const { db } = ctx.platform
  const { s3_key: key, storage_already_tracked: alreadyTracked } = json
  const object = await ownedObject(ctx, key, undefined)
  const [maker] = await db
    .select({ id: conversions.id, service: conversions.service })
    .from(conversions)
    .where(eq(conversions.outputKey, key))
  const made = maker !== undefined && !maker.service
  const file = {
    key,
    fileName: json.file_name ?? cleanFileName(object.filename),
    size: object.size,
    format: object.format,
    source: made ? 'conversion' : 'upload',
    conversionId: made ? maker.id : null,
    alreadyTracked,
  } as const
  const requestFingerprint = fingerprint(ctx.platform, ['register', json])
  const { answer } = await withTransaction(ctx, (ctx, tx) =>
    once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => ({
      id: await addFile(ctx.platform, tx, belongingOf(ctx), file),
    })),
  )
  return answer.id
}
