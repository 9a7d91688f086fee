import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { businessEndpoints } from '../../../contract/businesses.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness, withBusiness } from '../../core/businesses/hold-business.ts'
import { mailAdministrators } from '../../core/businesses/mails.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import { lackingOf } from '../../core/businesses/requirements.ts'
import { requireChange } from '../../core/businesses/verification.ts'
import type { Context } from '../../core/context.ts'
import { deleteObjects } from '../../core/delete-objects.ts'
import { type BusinessRow, businessDocuments, businesses } from '../../core/schema.ts'
import type { Transaction } from '../../platform.ts'
import { addDocument } from './add-document.ts'
import { takeStored } from './stored-documents.ts'

type Json = z.output<typeof businessEndpoints.submitVerification.json>

/**
 * Submits what is ready, with the stored files that the request adds. Nothing is added where
 * something is still missing.
 * @throws ApiProblem business_misfit, verification_incomplete, not_found, unsupported_source,
 * file_too_large, malicious_file
 */
export async function submitVerification(ctx: Context, { documents: given }: Json) {
  const business = requireBusiness(ctx)
  requireChange(business.verificationStatus, 'submit')
  const taken = await takeStored(ctx, given)
  try {
    const leaving = await withBusiness(ctx, async (ctx, tx, business, now) => {
      const to = requireChange(business.verificationStatus, 'submit')
      const leaving: string[] = []
      for (const one of taken.documents)
        leaving.push(...(await addDocument(ctx, tx, business, one, now)).leaving)
      const count = await submitReady(tx, business)
      await tx
        .update(businesses)
        .set({ verificationStatus: to, verificationReason: null, submittedAt: now, updatedAt: now })
        .where(eq(businesses.id, business.id))
      await recordBusinessEvent(ctx, tx, business.id, 'verification.submitted', {
        target: business.name,
        before: { verification_status: business.verificationStatus },
        after: { verification_status: to, documents: count },
      })
      await mailAdministrators(ctx, tx, {
        subject: `Verification submitted: ${business.name}`,
        lines: [
          `“${business.name}” has submitted its verification with ${count === 1 ? '1 document' : `${count} documents`}.`,
          'It is in the review queue.',
        ],
        link: { label: 'Open the review queue', path: '/admin/businesses' },
      })
      return leaving
    })
    await deleteObjects(ctx.platform, leaving)
  } finally {
    await taken.discard()
  }
  return presentBusiness(ctx, business.id)
}

/** @returns how many documents the submission has @throws ApiProblem verification_incomplete */
async function submitReady(tx: Transaction, business: BusinessRow): Promise<number> {
  const all = await tx
    .select()
    .from(businessDocuments)
    .where(eq(businessDocuments.businessId, business.id))
    .orderBy(businessDocuments.uploadedAt, businessDocuments.id)
  const errors = lackingOf(business, all)
  if (errors.length > 0)
    throw new ApiProblem(
      'verification_incomplete',
      `Nothing was submitted. ${errors.map(({ message }) => message).join(' ')}`,
      { errors },
    )
  const submitted = await tx
    .update(businessDocuments)
    .set({ status: 'submitted' })
    .where(and(eq(businessDocuments.businessId, business.id), eq(businessDocuments.status, 'ready')))
    .returning({ id: businessDocuments.id })
  return submitted.length
}
