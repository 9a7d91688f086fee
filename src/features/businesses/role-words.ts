import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '../../../contract/permissions.ts'
import { AREA_WORDS as SCOPE_AREAS, SCOPE_WORDS } from '../api-keys/index.ts'

/** What each permission allows; one without its words does not compile. */
export const PERMISSION_WORDS: Record<Permission, MessageDescriptor> = {
  ...SCOPE_WORDS,
  'business:read': msg`See the profile, policies and state of the business`,
  'business:write': msg`Change the profile and the policies of the business`,
  'business:close': msg`Transfer the business to another member, and close it`,
  'verification:read': msg`See the documents of the verification`,
  'verification:write': msg`Add documents and submit the verification`,
  'members:read': msg`See members, invitations and roles`,
  'members:write': msg`Invite, change and remove members`,
  'keys:read': msg`See API keys`,
  'keys:write': msg`Create and revoke API keys`,
  'audit:read': msg`See the audit log of the business`,
  'billing:read': msg`See plans, purchases and invoices`,
  'billing:write': msg`Buy credits and change the plan`,
}

export const AREA_WORDS: Record<string, MessageDescriptor> = {
  ...SCOPE_AREAS,
  business: msg`Business`,
  verification: msg`Verification`,
  members: msg`Members`,
  keys: msg`API keys`,
  audit: msg`Audit log`,
  billing: msg`Billing`,
}
