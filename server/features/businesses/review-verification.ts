import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AdminAct } from '../../../contract/admin-audit.ts'
import type { BusinessEventKind, VerificationChange } from '../../../contract/business-states.ts'
import type { businessEndpoints } from '../../../contract/businesses.ts'
import { recordAdminAct } from '../../core/admin-events.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { recordBusinessEvent } from '../../core/business-events.ts'
import { requireBusiness, withReviewed } from '../../core/businesses/hold-business.ts'
import { mailOwners, reasonLine, verificationLink } from '../../core/businesses/mails.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import { requireChange } from '../../core/businesses/verification.ts'
import type { Context } from '../../core/context.ts'
import { type BusinessRow, businesses } from '../../core/schema.ts'
import { checkDecisions, type Decisions, decideDocuments } from './decide-documents.ts'

type Review = z.output<typeof businessEndpoints.reviewVerification.json>
type Verify = z.output<typeof businessEndpoints.verifyBusiness.json>

/**
 * Marks a submitted verification as in review. Of two administrators one does. @throws ApiProblem
 * business_misfit
 */
export const startReview = (ctx: Context) => decide(ctx, 'start_review', 'verification.in_review', null)

/**
 * Decides on a submitted verification. Submitted documents that it does not name are accepted.
 * @throws ApiProblem business_misfit, invalid_request for a rejection that says nothing of why
 */
export function reviewVerification(ctx: Context, { is_approved, reason, documents }: Review) {
  checkDecisions(documents, is_approved)
  if (!is_approved && !reason && !documents.some(({ status }) => status === 'rejected'))
    throw new ApiProblem('invalid_request', 'Nothing was decided. Say why the verification is rejected.', {
      errors: [{ path: 'reason', message: 'Give a reason, or name the rejected documents.' }],
    })
  const decision = { reason, documents, others: 'accepted' } as const
  return is_approved
    ? decide(ctx, 'approve', 'verification.verified', decision)
    : decide(ctx, 'reject', 'verification.rejected', decision)
}

/**
 * Sets whether a business is verified, without a review. What was submitted counts as accepted
 * then, or is ready to be submitted again. @throws ApiProblem business_misfit, invalid_request
 */
export function verifyBusiness(ctx: Context, { is_verified, reason, documents }: Verify) {
  checkDecisions(documents, is_verified)
  return decide(ctx, is_verified ? 'set_verified' : 'set_unverified', 'verification.set', {
    reason,
    documents,
    others: is_verified ? 'accepted' : 'ready',
  })
}

/** As the audit log of the instance names them. */
const ACTS: Readonly<Record<Decided, AdminAct>> = {
  start_review: 'business.review_started',
  approve: 'business.verification_decided',
  reject: 'business.verification_decided',
  set_verified: 'business.verification_set',
  set_unverified: 'business.verification_set',
}
type Decided = Exclude<VerificationChange, 'submit'>

interface Decision {
  reason?: string | undefined
  documents: Decisions
  others: 'accepted' | 'ready'
}

async function decide(ctx: Context, change: Decided, kind: BusinessEventKind, decision: Decision | null) {
  const { id } = requireBusiness(ctx)
  await withReviewed(ctx, async (ctx, tx, business, now) => {
    const to = requireChange(business.verificationStatus, change)
    const rejected = decision
      ? await decideDocuments(ctx, tx, id, decision.documents, decision.others, now)
      : []
    const reason = decision?.reason || null
    await tx
      .update(businesses)
      .set({
        verificationStatus: to,
        ...(decision && { verificationReason: reason, verifiedAt: to === 'verified' ? now : null }),
        updatedAt: now,
      })
      .where(eq(businesses.id, id))
    await recordBusinessEvent(ctx, tx, id, kind, {
      target: business.name,
      before: { verification_status: business.verificationStatus },
      after: { verification_status: to },
      reason,
      as: 'administrator',
    })
    await recordAdminAct(ctx, tx, ACTS[change], {
      ...{ accountId: id, reason, detail: { from: business.verificationStatus, to } },
    })
    if (decision) await mailOwners(ctx, tx, business, decisionMail(business, to, reason, rejected))
  })
  return presentBusiness(ctx, id)
}

function decisionMail(
  business: BusinessRow,
  to: BusinessRow['verificationStatus'],
  reason: string | null,
  rejected: { fileName: string; reason: string }[],
) {
  const { name } = business
  const [subject, first] =
    to === 'verified'
      ? [`${name} is verified`, `The verification of “${name}” was approved.`]
      : to === 'rejected'
        ? [`The verification of ${name} was rejected`, `The verification of “${name}” was rejected.`]
        : [`${name} is no longer verified`, `The verification of “${name}” was opened again.`]
  return {
    subject,
    lines: [
      first,
      ...reasonLine(reason),
      ...rejected.map(({ fileName, reason }) => `“${fileName}” was rejected: “${reason}”`),
      ...(to === 'verified' ? [] : ['Correct what is named, then submit the verification again.']),
    ],
    link: verificationLink(business),
  }
}
