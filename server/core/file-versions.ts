import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import type { NewFile } from './add-file.ts'
import { familyOf } from './format-facts.ts'
import { objects, shares, userFiles } from './schema.ts'
import type { TransactionPlatform } from './transaction.ts'
import { changeFiles, endFiles } from './user-files.ts'

/** Number of versions kept per file; the oldest is deleted first. */
export const VERSIONS_KEPT = 20

type FileRow = typeof userFiles.$inferSelect
type NewContent = Pick<NewFile, 'key' | 'size' | 'format' | 'source' | 'conversionId'>

/**
 * Replaces a file's content, in the caller's transaction, which has locked the file. The old
 * content becomes a version: an unlisted file, so that the same rules apply for quota and objects.
 * Links open the new content.
 * @throws ApiProblem storage_quota_exceeded
 */
export async function replaceFile(
  platform: TransactionPlatform,
  tx: Transaction,
  file: FileRow,
  { key, size, format, source, conversionId }: NewContent,
  sha256: string,
): Promise<void> {
  const now = platform.clock()
  const family = familyOf(platform, format)
  await changeFiles(
    platform,
    tx,
    file.ownerId,
    [file.objectKey, key],
    async () => {
      await tx.insert(userFiles).values({
        ...file,
        id: randomUUID(),
        versionOf: file.id,
        heldBytes: 0,
        storageBytesRecorded: 0,
        createdAt: file.updatedAt,
        updatedAt: now,
      })
      await tx
        .update(userFiles)
        .set({ objectKey: key, sizeBytes: size, format, family, source, conversionId, updatedAt: now })
        .where(eq(userFiles.id, file.id))
      await tx.update(objects).set({ expiresAt: null }).where(eq(objects.key, key))
    },
    { bounded: true },
  )
  await tx
    .update(shares)
    .set({ sizeBytes: size, sha256, format, family, entries: null })
    .where(eq(shares.fileId, file.id))
  await endOldest(platform, tx, file)
}

async function endOldest(platform: TransactionPlatform, tx: Transaction, { id, ownerId }: FileRow) {
  const old = await tx
    .select({ id: userFiles.id })
    .from(userFiles)
    .where(eq(userFiles.versionOf, id))
    .orderBy(desc(userFiles.createdAt))
    .offset(VERSIONS_KEPT)
  if (old.length === 0) return
  // Released objects are marked, and deleted by the sweep.
  await endFiles(
    platform,
    tx,
    ownerId,
    old.map((version) => version.id),
  )
}
