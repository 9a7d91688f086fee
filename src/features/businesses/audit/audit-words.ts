import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BusinessEventKind } from '../../../../contract/business-states.ts'

/** What happened; a kind without its words does not compile. */
export const AUDIT_WORDS: Record<BusinessEventKind, MessageDescriptor> = {
  'business.created': msg`Business created`,
  'business.updated': msg`Profile changed`,
  'business.policies_updated': msg`Policies changed`,
  'business.status_changed': msg`Status changed`,
  'business.transferred': msg`Business transferred`,
  'business.closed': msg`Business closed`,
  'document.added': msg`Document added`,
  'document.removed': msg`Document deleted`,
  'document.accepted': msg`Document accepted`,
  'document.rejected': msg`Document rejected`,
  'verification.submitted': msg`Verification submitted`,
  'verification.in_review': msg`Review started`,
  'verification.verified': msg`Business verified`,
  'verification.rejected': msg`Verification rejected`,
  'verification.set': msg`Verification set`,
  'member.invited': msg`Member invited`,
  'member.invitation_resent': msg`Invitation sent again`,
  'member.invitation_revoked': msg`Invitation revoked`,
  'member.joined': msg`Member joined`,
  'member.declined': msg`Invitation declined`,
  'member.added': msg`Member added`,
  'member.created': msg`Account created`,
  'member.role_changed': msg`Role changed`,
  'member.permissions_changed': msg`Permissions changed`,
  'member.suspended': msg`Member suspended`,
  'member.reactivated': msg`Suspension ended`,
  'member.updated': msg`Member changed`,
  'member.removed': msg`Member removed`,
  'member.left': msg`Member left`,
  'member.reminded': msg`Member reminded`,
  'api_key.created': msg`API key created`,
  'api_key.revoked': msg`API key revoked`,
}
