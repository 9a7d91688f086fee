import type { z } from 'zod'
import type { PermissionTable } from '../../../contract/businesses.ts'
import {
  assignableRoles,
  BUSINESS_PERMISSIONS,
  PERMISSIONS,
  ROLE_TABLE,
  ROLES,
} from '../../../contract/permissions.ts'
import { listed, viewerOf } from '../../core/businesses/viewer.ts'
import type { Context } from '../../core/context.ts'

/** Roles with what they may do, and what the caller may do and give. */
export function permissionTable(ctx: Context): z.input<typeof PermissionTable> {
  const { role, permissions } = viewerOf(ctx)
  return {
    roles: ROLES.map((role) => {
      const { title, description, rank, permissions } = ROLE_TABLE[role]
      return { role, title, description, rank, permissions: [...permissions] }
    }),
    permissions: BUSINESS_PERMISSIONS.map((permission) => ({
      permission,
      description: PERMISSIONS[permission],
    })),
    role,
    held: listed(permissions),
    assignable: assignableRoles(role, permissions),
  }
}
