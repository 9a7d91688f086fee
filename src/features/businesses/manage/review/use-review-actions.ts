import { useLingui } from '@lingui/react/macro'
import {
  type BusinessStatus,
  changesFrom,
  STATUS_CHANGES,
  type VerificationChange,
} from '../../../../../contract/business-states.ts'
import { type Business, useReview, useSetStatus, useVerify } from '../../../../api/businesses.ts'
import type { ApiError } from '../../../../api/errors.ts'

/** An action on the business that asks for a reason. */
export interface ReviewAct {
  label: string
  description: string
  danger: boolean
  /** Whether a reason is required. */
  required: boolean
  /** The message after success. */
  done: string
  send: (reason: string) => Promise<unknown>
}

/** A reviewer's actions for the business in its current state, and the state of the last one. */
export function useReviewActions(business: Business): {
  acts: ReviewAct[]
  working: boolean
  error: ApiError | null
  reset: () => void
} {
  const { t } = useLingui()
  const { business_id, name, status, verification_status } = business
  const set = useSetStatus(business_id)
  const review = useReview(business_id)
  const verify = useVerify(business_id)
  const all = [set, review, verify]

  const statusLabels: Record<BusinessStatus, string> = {
    pending: t`Set to pending`,
    active: status === 'pending' ? t`Activate` : t`Reopen`,
    suspended: t`Suspend`,
    closed: t`Close`,
  }
  const toStatus = (next: BusinessStatus): ReviewAct => {
    const stops = next === 'suspended' || next === 'closed'
    return {
      label: statusLabels[next],
      description: stops
        ? t`Members get read-only access. API keys and share links stop working.`
        : t`Members regain full access.`,
      danger: stops,
      required: false,
      done: t`Status of ${name} changed.`,
      send: (reason) => set.mutateAsync({ status: next, reason }),
    }
  }
  const ofVerification: Partial<Record<VerificationChange, ReviewAct>> = {
    reject: {
      label: t`Reject verification`,
      description: t`For reasons not tied to a document, such as a wrong name. Documents count as accepted.`,
      danger: true,
      required: true,
      done: t`Verification rejected.`,
      send: (reason) => review.mutateAsync({ is_approved: false, reason, documents: [] }),
    },
    set_verified: {
      label: t`Verify without review`,
      description: t`Verifies the business regardless of its documents.`,
      danger: false,
      required: false,
      done: t`${name} verified.`,
      send: (reason) => verify.mutateAsync({ is_verified: true, reason }),
    },
    set_unverified: {
      label: t`Reopen verification`,
      description: t`The business becomes unverified until it submits again and is approved. Members can edit its details.`,
      danger: true,
      required: false,
      done: t`Verification of ${name} reopened.`,
      send: (reason) => verify.mutateAsync({ is_verified: false, reason }),
    },
  }
  return {
    acts: [
      ...STATUS_CHANGES[status].map(toStatus),
      ...changesFrom(verification_status).flatMap((change) => ofVerification[change] ?? []),
    ],
    working: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    reset: () => {
      for (const one of all) one.reset()
    },
  }
}
