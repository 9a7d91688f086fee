import { assignableRoles, outranks, type Role } from '../../../../../contract/permissions.ts'
import type { BusinessUser } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { can } from '../rights.ts'

/** Whether the caller may change this member, or revoke this invitation. */
export const mayChange = (
  business: Business,
  { role, user_id }: BusinessUser,
  self: string | undefined,
): boolean =>
  can(business, 'members:write') &&
  business.role !== null &&
  outranks(business.role, role) &&
  user_id !== self

/** The roles that the caller may assign. */
export const assignableBy = ({ role, permissions }: Business): Role[] =>
  assignableRoles(role, new Set(permissions))
