import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { FileVersions } from '../../../contract/storage.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { replaceFile } from '../../core/file-versions.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { findFile, presentFile, selectFiles } from '../../core/present-file.ts'
import { objects, userFiles } from '../../core/schema.ts'
import { withTransaction } from '../../core/transaction.ts'
import { endFiles } from '../../core/user-files.ts'

/** What a file was before it was replaced, the newest first. @throws ApiProblem not_found */
export async function listVersions(ctx: Context, id: string): Promise<z.input<typeof FileVersions>> {
  await findFile(ctx, id)
  const rows = await selectFiles(
    ctx,
    and(eq(userFiles.versionOf, id), eq(userFiles.ownerId, requireOwner(ctx))),
  ).orderBy(desc(userFiles.updatedAt))
  return {
    versions: rows.map((row) => {
      const { updated_at: replaced_at, ...file } = presentFile(ctx, row)
      const { id, file_size_bytes, format, sha256, created_at, download_url, thumbnail_url } = file
      return { id, file_size_bytes, format, sha256, created_at, replaced_at, download_url, thumbnail_url }
    }),
  }
}

/**
 * Makes a file what it was; what it is becomes a version. Nothing more is kept than before. @throws
 * ApiProblem not_found
 */
export async function restoreVersion(ctx: Context, id: string, versionId: string): Promise<void> {
  await findFile(ctx, id)
  const ownerId = requireOwner(ctx)
  await withTransaction(ctx, async (ctx, tx) => {
    await lockOwner(tx, ownerId)
    const [file] = await tx.select().from(userFiles).where(eq(userFiles.id, id)).for('update')
    const [version] = await tx
      .select({ row: userFiles, sha256: objects.sha256 })
      .from(userFiles)
      .innerJoin(objects, eq(objects.key, userFiles.objectKey))
      .where(and(eq(userFiles.id, versionId), eq(userFiles.versionOf, id), eq(userFiles.ownerId, ownerId)))
    if (!file || !version) throw new ApiProblem('not_found', 'Version not found.')
    const { objectKey: key, sizeBytes: size, format, source, conversionId } = version.row
    await replaceFile(
      ctx.platform,
      tx,
      file,
      { key, size, format, source, conversionId },
      version.sha256 ?? '',
    )
    await endFiles(ctx.platform, tx, ownerId, [versionId])
  })
}
