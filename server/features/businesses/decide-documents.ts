import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { DocumentStatus } from '../../../contract/business-states.ts'
import type { businessEndpoints } from '../../../contract/businesses.ts'
import type { FieldError } from '../../../contract/problems.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvents } from '../../core/business-events.ts'
import { type BusinessDocumentRow, businessDocuments } from '../../core/schema.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

interface Change {
  document: BusinessDocumentRow
  to: DocumentStatus
  /** Why it was rejected. */
  reason: string | null
}
export type Decisions = z.output<typeof businessEndpoints.reviewVerification.json>['documents']
type Fault = z.infer<typeof FieldError>

/**
 * What is wrong with decisions, whatever they are about: a rejection says why, a document is named
 * once, and a verified business has no document that is rejected at the same moment.
 * @throws ApiProblem invalid_request
 */
export function checkDecisions(decisions: Decisions, isVerified: boolean): void {
  const errors = decisions.flatMap(({ document_id, status, reason }, at): Fault[] => [
    ...(decisions.findIndex((one) => one.document_id === document_id) < at
      ? [{ path: `documents.${at}.document_id`, message: 'It is named twice.' }]
      : []),
    ...(status === 'rejected' && !reason
      ? [{ path: `documents.${at}.reason`, message: 'Say why it is rejected.' }]
      : []),
    ...(status === 'rejected' && isVerified
      ? [{ path: `documents.${at}.status`, message: 'A verified business has no rejected documents.' }]
      : []),
  ])
  if (errors.length > 0) refuse(errors)
}

function refuse(errors: Fault[]): never {
  throw new ApiProblem(
    'invalid_request',
    `Nothing was decided. ${errors.map(({ path, message }) => `${path}: ${message}`).join(' ')}`,
    { errors },
  )
}

/**
 * Decides on the documents of a held business, in the caller's transaction. @param others what
 * becomes of submitted ones that no decision names
 * @returns what was rejected, with reasons
 * @throws ApiProblem invalid_request for a document that is not one of this business's
 */
export async function decideDocuments(
  ctx: TransactionContext,
  tx: Transaction,
  businessId: string,
  decisions: Decisions,
  others: 'accepted' | 'ready',
  now: Date,
): Promise<{ fileName: string; reason: string }[]> {
  const documents = await tx
    .select()
    .from(businessDocuments)
    .where(eq(businessDocuments.businessId, businessId))
    .orderBy(businessDocuments.uploadedAt, businessDocuments.id)
  const foreign = decisions.flatMap(({ document_id }, at) =>
    documents.some(({ id }) => id === document_id)
      ? []
      : [{ path: `documents.${at}.document_id`, message: 'It is no longer a document of this business.' }],
  )
  if (foreign.length > 0) refuse(foreign)
  const named = new Map(decisions.map((one) => [one.document_id, one]))
  const changes = documents.flatMap((document): Change[] => {
    const decision = named.get(document.id)
    if (decision) return [{ document, to: decision.status, reason: reasonOf(decision) }]
    return document.status === 'submitted' ? [{ document, to: others, reason: null }] : []
  })
  for (const { document, to, reason } of changes)
    await tx
      .update(businessDocuments)
      .set({ status: to, reason, reviewedAt: to === 'ready' ? null : now })
      .where(eq(businessDocuments.id, document.id))
  await recordBusinessEvents(
    ctx,
    tx,
    businessId,
    changes.flatMap((change) => eventOf(change)),
  )
  return changes.flatMap(({ document: { fileName }, reason }) => (reason ? [{ fileName, reason }] : []))
}

/** Why a document was rejected; an accepted one needs no reason. */
const reasonOf = ({ status, reason }: Decisions[number]) => (status === 'rejected' ? (reason ?? null) : null)

function eventOf({ document, to, reason }: Change) {
  if (to !== 'accepted' && to !== 'rejected') return []
  return [
    {
      kind: `document.${to}` as const,
      target: document.fileName,
      targetId: document.id,
      before: { status: document.status },
      after: { status: to },
      reason,
      as: 'administrator' as const,
    },
  ]
}
