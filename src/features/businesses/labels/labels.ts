import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BusinessStatus, VerificationStatus } from '../../../../contract/business-states.ts'
import type { Role } from '../../../../contract/permissions.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const ROLE_WORDS: Record<Role, MessageDescriptor> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  manager: msg`Manager`,
  employee: msg`Employee`,
  billing: msg`Billing`,
  viewer: msg`Viewer`,
}

/** The description of each role. */
export const ROLE_SENTENCES: Record<Role, MessageDescriptor> = {
  owner: msg`Everything, including transferring and closing the business.`,
  admin: msg`Everything except transferring and closing the business.`,
  manager: msg`Works with all files and manages employees and viewers.`,
  employee: msg`Works with all files of the business.`,
  billing: msg`Views usage and invoices, and buys credits.`,
  viewer: msg`Read-only access to the work of the business.`,
}

const STATUS_WORDS: Record<Exclude<BusinessStatus, 'pending' | 'active'>, MessageDescriptor> = {
  suspended: msg`Suspended`,
  closed: msg`Closed`,
}

export const VERIFICATION_WORDS: Record<VerificationStatus, MessageDescriptor> = {
  unverified: msg`Not verified`,
  submitted: msg`Submitted`,
  in_review: msg`In review`,
  verified: msg`Verified`,
  rejected: msg`Rejected`,
}

const VERIFICATION_TONES: Record<VerificationStatus, Tone> = {
  unverified: 'plain',
  submitted: 'accent',
  in_review: 'accent',
  verified: 'ok',
  rejected: 'bad',
}

interface Standing {
  status: BusinessStatus
  verification_status: VerificationStatus
  is_active: boolean
}

/** The state of a business: its status comes before its verification. */
export function standingOf({ status, verification_status, is_active }: Standing): {
  word: MessageDescriptor
  tone: Tone
} {
  if (status === 'suspended' || status === 'closed') return { word: STATUS_WORDS[status], tone: 'bad' }
  if (!is_active) return { word: msg`Deactivated`, tone: 'warn' }
  return { word: VERIFICATION_WORDS[verification_status], tone: VERIFICATION_TONES[verification_status] }
}
