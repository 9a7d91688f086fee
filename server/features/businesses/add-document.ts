import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray } from 'drizzle-orm'
import { changesFrom, type DocumentKind } from '../../../contract/business-states.ts'
import { MAX_DOCUMENTS } from '../../../contract/businesses.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { userOf } from '../../core/context.ts'
import { leaveUnused } from '../../core/delete-objects.ts'
import { type BusinessRow, businessDocuments, objects } from '../../core/schema.ts'
import { beginRun } from '../../core/service-runs.ts'
import { holdObjects, noObject } from '../../core/stored-files.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

/** A file that can be a document: its bytes are in the store. */
export interface NewDocument {
  kind: DocumentKind
  key: string
  fileName: string
  format: string
  size: number
  sha256: string
  /** The stored file of the business whose object it shares. */
  fileId: string | null
}

/**
 * What may be changed in a document before and after a review, and not during one. @throws
 * ApiProblem business_misfit
 */
export function requireOpen({ verificationStatus }: BusinessRow): void {
  const allowed = changesFrom(verificationStatus)
  if (allowed.includes('submit')) return
  throw new ApiProblem(
    'business_misfit',
    `The verification is ${verificationStatus.replace('_', ' ')}, so its documents cannot be changed. Nothing was changed.`,
    { allowed },
  )
}

/**
 * Makes a stored object a document of a held business, in place of a ready or rejected one of its
 * kind.
 * @returns its id, and the objects to delete once the transaction stands
 * @throws ApiProblem business_misfit, limit_reached; not_found where the object went meanwhile
 */
export async function addDocument(
  ctx: TransactionContext,
  tx: Transaction,
  business: BusinessRow,
  document: NewDocument,
  now: Date,
): Promise<{ id: string; leaving: string[] }> {
  requireOpen(business)
  const { kind, key, fileName, size, ...rest } = document
  const replaced = kind === 'other' ? [] : await removeReplaceable(tx, business.id, kind)
  const ofBusiness = eq(businessDocuments.businessId, business.id)
  const [there] = await tx.select({ count: count() }).from(businessDocuments).where(ofBusiness)
  if ((there?.count ?? 0) >= MAX_DOCUMENTS)
    throw new ApiProblem(
      'limit_reached',
      `A business has at most ${MAX_DOCUMENTS} documents. Delete one that is not needed first.`,
    )
  // What has just arrived becomes stored; what is shared with a stored file must not go meanwhile.
  await tx
    .update(objects)
    .set({ state: 'stored' })
    .where(and(eq(objects.key, key), eq(objects.state, 'arriving')))
  if (!(await holdObjects(tx, [key]))) throw noObject('file_id')
  const id = randomUUID()
  await tx.insert(businessDocuments).values({
    ...rest,
    ...{ id, kind, fileName, businessId: business.id, objectKey: key, sizeBytes: size },
    uploadedBy: userOf(ctx),
    uploadedAt: now,
  })
  // Tells how many pages it has. Nothing waits for it.
  const { format } = document
  const file = { key, ownerId: business.id, filename: fileName, size, format }
  if (format === 'pdf') await beginRun(ctx.platform, tx, file, { operation: 'inspect', background: true })
  await recordBusinessEvent(ctx, tx, business.id, 'document.added', {
    target: fileName,
    targetId: id,
    before: replaced[0] ? { file_name: replaced[0].fileName, status: replaced[0].status } : {},
    after: { kind, file_name: fileName, size_bytes: size, sha256: document.sha256 },
  })
  return {
    id,
    leaving: await leaveUnused(
      tx,
      replaced.map(({ objectKey }) => objectKey),
    ),
  }
}

const removeReplaceable = (tx: Transaction, businessId: string, kind: DocumentKind) =>
  tx
    .delete(businessDocuments)
    .where(
      and(
        eq(businessDocuments.businessId, businessId),
        eq(businessDocuments.kind, kind),
        inArray(businessDocuments.status, ['ready', 'rejected']),
      ),
    )
    .returning()
