import {
  changesFrom,
  VERIFICATION_CHANGES,
  type VerificationChange,
  type VerificationStatus,
} from '../../../contract/business-states.ts'
import { ApiProblem } from '../api-problem.ts'

const WORDS: Record<VerificationChange, string> = {
  submit: 'submitted',
  start_review: 'reviewed',
  approve: 'approved',
  reject: 'rejected',
  set_verified: 'set to verified',
  set_unverified: 'set to unverified',
}

/**
 * Checks a transition against the state machine; `allowed` of the problem lists the valid ones.
 * @returns the new status
 * @throws ApiProblem business_misfit
 */
export function requireChange(from: VerificationStatus, change: VerificationChange): VerificationStatus {
  const allowed = changesFrom(from)
  if (allowed.includes(change)) return VERIFICATION_CHANGES[change].to
  throw new ApiProblem(
    'business_misfit',
    `The verification is ${from.replace('_', ' ')} and cannot be ${WORDS[change]} now. It may have been decided in the meantime. Reload to see the current state.`,
    { allowed },
  )
}
