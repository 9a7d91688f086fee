import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import type { NewFile } from './add-file.ts'
import { familyOf } from './format-facts.ts'
import { objects, shares, userFiles } from './schema.ts'
import type { TransactionPlatform } from './transaction.ts'
import { changeFiles, endFiles } from './user-files.ts'

/** So many earlier versions of a file are kept; the oldest goes first. */
export const VERSIONS_KEPT = 20

type FileRow = typeof userFiles.$inferSelect
type NewContent = Pick<NewFile, 'key' | 'size' | 'format' | 'source' | 'conversionId'>

/**
 * Gives a file other content, in the caller's transaction, which holds the file. What it was is
 * kept as a version: a record like any other, so that quota and objects are counted by the same
 * rules, and in no list. Links open what the file is now.
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
  // What leaves with them is marked, and taken away by the sweep.
  await endFiles(
    platform,
    tx,
    ownerId,
    old.map((version) => version.id),
  )
}
