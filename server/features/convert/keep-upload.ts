import { eq } from 'drizzle-orm'
import type { StoredUpload } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { Context } from '../../core/context.ts'
import { discard, type Upload } from '../../core/receive-upload.ts'
import { objects } from '../../core/schema.ts'
import { storeUpload } from '../../core/stored-files.ts'
import { ensureOwner } from '../../core/visitors.ts'
import { withArticle } from '../../engines/kernel/article.ts'

const DAY = 86_400_000

/**
 * Keeps an arrived file for a day, under a key that conversions take. Only what can be converted
 * here is kept; `family` narrows that.
 * @throws ApiProblem file_empty, unsupported_source
 */
export async function keepUpload(ctx: Context, upload: Upload, family?: Family): Promise<StoredUpload> {
  try {
    const { filename, size } = upload
    if (size === 0) throw new ApiProblem('file_empty', `${filename} is empty (0 bytes).`)
    const { engines, clock, db } = ctx.platform
    const found = await engines.detect({ path: upload.path, filename })
    if (
      !found ||
      (family && found.family !== family) ||
      engines.operations({ from: found.format }).length === 0
    ) {
      const kind = family ? withArticle(family) : 'a file'
      throw new ApiProblem(
        'unsupported_source',
        `${filename} is not ${kind} that can be converted here, or it is damaged.`,
      )
    }
    const { format } = found
    const ownerId = await ensureOwner(ctx)
    const expiresAt = new Date(clock().getTime() + DAY)
    const key = await storeUpload(ctx, ownerId, upload, { format, expiresAt })
    await db.update(objects).set({ state: 'stored' }).where(eq(objects.key, key))
    return { s3_key: key, filename, format, family: found.family, size_bytes: size }
  } finally {
    await discard(upload)
  }
}
