import { useLingui } from '@lingui/react/macro'
import {
  type BusinessStatus,
  changesFrom,
  STATUS_CHANGES,
  type VerificationChange,
} from '../../../../contract/business-states.ts'
import { type Business, useReview, useSetStatus, useVerify } from '../../../api/businesses.ts'
import type { ApiError } from '../../../api/errors.ts'

/** A change of the business as a whole, for which a reason is asked. */
export interface ReviewAct {
  label: string
  description: string
  danger: boolean
  /** Whether it is refused without a reason. */
  required: boolean
  /** What is said once it is done. */
  done: string
  send: (reason: string) => Promise<unknown>
}

/** What a reviewer can change about the business as it stands, and how the last of these changes goes. */
export function useReviewActs(business: Business): {
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
    active: status === 'pending' ? t`Activate` : t`Open again`,
    suspended: t`Suspend`,
    closed: t`Close`,
  }
  const toStatus = (next: BusinessStatus): ReviewAct => {
    const stops = next === 'suspended' || next === 'closed'
    return {
      label: statusLabels[next],
      description: stops
        ? t`Members can read everything and change nothing. API keys and share links stop.`
        : t`Members can work again.`,
      danger: stops,
      required: false,
      done: t`The status of ${name} was changed.`,
      send: (reason) => set.mutateAsync({ status: next, reason }),
    }
  }
  const ofVerification: Partial<Record<VerificationChange, ReviewAct>> = {
    reject: {
      label: t`Reject the verification`,
      description: t`For what is about no single document, such as a wrong name. The documents count as accepted.`,
      danger: true,
      required: true,
      done: t`The verification was rejected.`,
      send: (reason) => review.mutateAsync({ is_approved: false, reason, documents: [] }),
    },
    set_verified: {
      label: t`Verify without a review`,
      description: t`The business is verified, whatever its documents are.`,
      danger: false,
      required: false,
      done: t`${name} is verified.`,
      send: (reason) => verify.mutateAsync({ is_verified: true, reason }),
    },
    set_unverified: {
      label: t`Open the verification again`,
      description: t`The business is not verified until it submits again and is approved. Its members can change its details.`,
      danger: true,
      required: false,
      done: t`The verification of ${name} is open again.`,
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
