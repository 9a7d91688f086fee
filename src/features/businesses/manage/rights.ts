import { FROZEN } from '../../../../contract/business-states.ts'
import { isRead, type Permission } from '../../../../contract/permissions.ts'
import type { Business } from '../../../api/businesses.ts'

/** Whether the caller may do something in a business now: by their permissions and its status. */
export function can(business: Business, permission: Permission): boolean {
  if (!business.permissions.includes(permission)) return false
  if (isRead(permission)) return true
  if (FROZEN.includes(business.status)) return false
  return business.is_active || permission.startsWith('business:')
}
