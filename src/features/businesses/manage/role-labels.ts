import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Permission } from '../../../../contract/permissions.ts'
import { AREA_WORDS as SCOPE_AREAS, SCOPE_WORDS } from '../../api-keys/index.ts'

/** Texts of permissions; a missing one is a type error. */
export const PERMISSION_WORDS: Record<Permission, MessageDescriptor> = {
  ...SCOPE_WORDS,
  'business:read': msg`View profile, policies and status`,
  'business:write': msg`Change profile and policies`,
  'business:close': msg`Transfer and close the business`,
  'verification:read': msg`View verification documents`,
  'verification:write': msg`Add documents and submit for verification`,
  'members:read': msg`View members, invitations and roles`,
  'members:write': msg`Invite, change and remove members`,
  'keys:read': msg`View API keys`,
  'keys:write': msg`Create and revoke API keys`,
  'audit:read': msg`View audit log`,
  'billing:read': msg`View plans, purchases and invoices`,
  'billing:write': msg`Buy credits and change plans`,
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
