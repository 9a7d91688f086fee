import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import type { Belonging } from './context.ts'
import { familyOf } from './format-facts.ts'
import { objects, userFiles } from './schema.ts'
import { noObject } from './stored-files.ts'
import type { TransactionPlatform } from './transaction.ts'
import { changeFiles } from './user-files.ts'
import { emitFiles } from './webhooks/file-events.ts'

export interface NewFile {
  key: string
  fileName: string
  size: number
  format: string | null
  source: 'upload' | 'conversion'
  conversionId: string | null
  alreadyTracked: boolean
}

/**
 * Inserts a file for an object, in the caller's transaction: marks the object as stored and starts
 * its thumbnail. @returns the file's id
 * @throws ApiProblem storage_quota_exceeded; not_found if the object was deleted meanwhile
 */
export async function addFile(
  platform: TransactionPlatform,
  tx: Transaction,
  { ownerId, createdBy }: Belonging,
  file: NewFile,
): Promise<string> {
  const id = randomUUID()
  const { key, format, fileName, size } = file
  await changeFiles(
    platform,
    tx,
    ownerId,
    [key],
    async () => {
      const here = await tx
        .select({ state: objects.state })
        .from(objects)
        .where(and(eq(objects.key, key), eq(objects.ownerId, ownerId)))
        .for('no key update')
      if (!here[0] || here[0].state === 'leaving') throw noObject()
      await tx.update(objects).set({ state: 'stored', expiresAt: null }).where(eq(objects.key, key))
      const now = platform.clock()
      await tx.insert(userFiles).values({
        id,
        ownerId,
        createdBy,
        objectKey: key,
        fileName,
        sizeBytes: size,
        family: familyOf(platform, format),
        format,
        source: file.source,
        conversionId: file.conversionId,
        alreadyTracked: file.alreadyTracked,
        createdAt: now,
        updatedAt: now,
      })
    },
    { bounded: true },
  )
  await emitFiles(platform, tx, 'file.created', ownerId, [id])
  return id
}
