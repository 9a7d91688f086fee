import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../platform.ts'
import { addFile } from './add-file.ts'
import { addShare } from './add-share.ts'
import { ApiProblem } from './api-problem.ts'
import { replaceFile } from './file-versions.ts'
import { type ConversionRow, type Delivery, userFiles } from './schema.ts'
import { beginSession } from './signing/begin.ts'
import { ownerIn } from './signing/locked-session.ts'
import type { TransactionPlatform } from './transaction.ts'

/**
 * Delivers a finished PDF to its destination, in the transaction that ends the conversion: exactly
 * once. A failure is recorded in the delivery; the result remains downloadable.
 */
export async function deliver(
  platform: TransactionPlatform,
  tx: Transaction,
  row: ConversionRow,
  delivery: Delivery,
): Promise<Delivery> {
  try {
    // Runs in a savepoint; a failure rolls back only the delivery.
    const done = await tx.savepoint((inner) => bring(platform, inner, row, delivery))
    return { ...without(delivery), ...done, state: 'done' }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { ...without(delivery), state: 'failed', problem: error.message }
  }
}

/** Drops the link settings with the password hash. */
const without = ({ share: _, ...delivery }: Delivery): Delivery => delivery

async function bring(platform: TransactionPlatform, tx: Transaction, row: ConversionRow, delivery: Delivery) {
  const { outputKey: key, output, ownerId } = row
  if (!key || !output) throw new ApiProblem('not_found', 'There is no result to deliver.')
  const made = {
    key,
    fileName: output.filename,
    size: output.size_bytes,
    format: output.format,
    source: 'conversion',
    conversionId: row.id,
    alreadyTracked: false,
  } as const
  if (delivery.kind === 'replace') {
    const mine = and(
      eq(userFiles.id, delivery.file_id as string),
      eq(userFiles.ownerId, ownerId),
      isNull(userFiles.deletedAt),
    )
    const [file] = await tx.select().from(userFiles).where(mine).for('update')
    if (!file) throw new ApiProblem('not_found', 'The file to replace no longer exists.')
    await replaceFile(platform, tx, file, made, output.sha256)
    return { file_id: file.id }
  }
  if (delivery.kind === 'sign') {
    const { sha256, pages } = output
    if (!pages) throw new ApiProblem('not_found', 'The result has no pages to sign.')
    const document = { key, fileName: made.fileName, size: made.size, sha256, pages }
    const held = await beginSession(platform, tx, row, document, await ownerIn(tx, row))
    return { session_id: held.session.id }
  }
  const fileId = await addFile(platform, tx, row, made)
  const { share } = delivery
  if (delivery.kind !== 'share' || !share) return { file_id: fileId }
  const object = {
    key,
    filename: output.filename,
    sizeBytes: output.size_bytes,
    format: output.format,
    sha256: output.sha256,
  }
  const shared = { fileId, conversionId: null, fileName: output.filename, object, entries: null }
  const expires_at = share.expires_at === null ? null : new Date(share.expires_at)
  return { file_id: fileId, link_id: await addShare(platform, tx, row, shared, { ...share, expires_at }) }
}
