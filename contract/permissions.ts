import { SCOPES, type Scope } from './scopes.ts'

/**
 * Permissions that operations require. A member of a business has those of their role. An API key
 * has those among its scopes, which have the same names. A person who acts for themselves has all.
 */
export const PERMISSIONS = {
  ...SCOPES,
  'business:read': 'See the profile, policies and state of the business',
  'business:write': 'Change the profile and the policies of the business',
  'business:close': 'Transfer the business to another member, and close it',
  'verification:read': 'See the documents of the verification',
  'verification:write': 'Add documents and submit the verification',
  'members:read': 'See members, invitations and roles',
  'members:write': 'Invite, change and remove members',
  'keys:read': 'See API keys',
  'keys:write': 'Create and revoke API keys',
  'audit:read': 'See the audit log of the business',
  'billing:write': 'Buy credits and change the plan',
} as const satisfies Record<string, string>

export type Permission = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as [Permission, ...Permission[]]

/**
 * Permissions for a person's own account: operations with them never act for a business.
 */
const PERSONAL = ['account:read', 'account:write', 'mfa:read', 'tokens:introspect'] as const
export const isPersonal = (permission: Permission): boolean =>
  (PERSONAL as readonly Permission[]).includes(permission)

/** Permissions of roles and of exceptions from them: all that concern a business. */
export const BUSINESS_PERMISSIONS = PERMISSION_NAMES.filter((name) => !isPersonal(name))

/** Whether the permission only allows reading. */
export const isRead = (permission: Permission): boolean => permission.endsWith(':read')

/** Roles of a business, the highest first. */
export const ROLES = ['owner', 'admin', 'manager', 'employee', 'billing', 'viewer'] as const
export type Role = (typeof ROLES)[number]

const WORK = [
  'convert:read',
  'convert:write',
  'history:read',
  'history:write',
  'pipelines:read',
  'pipelines:write',
  'storage:read',
  'storage:write',
  'shares:read',
  'shares:write',
  'signing:read',
  'signing:write',
] as const satisfies readonly Permission[]
const EVERYBODY = ['business:read', 'members:read', 'usage:read'] as const satisfies readonly Permission[]

/**
 * Permissions of each role. Members can't change others of the same or a higher rank, except that
 * owners can change each other. `billing` and `viewer` have the rank of `employee`.
 */
export const ROLE_TABLE: Readonly<
  Record<Role, { rank: number; title: string; description: string; permissions: readonly Permission[] }>
> = {
  owner: {
    rank: 4,
    title: 'Owner',
    description: 'Everything, including transferring and closing the business.',
    permissions: BUSINESS_PERMISSIONS,
  },
  admin: {
    rank: 3,
    title: 'Admin',
    description: 'Everything except transferring and closing the business.',
    permissions: BUSINESS_PERMISSIONS.filter((name) => name !== 'business:close'),
  },
  manager: {
    rank: 2,
    title: 'Manager',
    description: 'Works with all files and manages employees and viewers.',
    permissions: [...EVERYBODY, ...WORK, 'members:write', 'keys:read'],
  },
  employee: {
    rank: 1,
    title: 'Employee',
    description: 'Works with all files of the business.',
    permissions: [...EVERYBODY, ...WORK],
  },
  billing: {
    rank: 1,
    title: 'Billing',
    description: 'Sees usage and invoices, and buys credits.',
    permissions: [...EVERYBODY, 'billing:read', 'billing:write'],
  },
  viewer: {
    rank: 1,
    title: 'Viewer',
    description: 'Sees the work of the business and changes nothing.',
    permissions: [...EVERYBODY, ...WORK.filter(isRead)],
  },
}

/**
 * Exceptions from a role: true grants a permission that it lacks, false refuses one that it has.
 */
export type Grants = Partial<Record<Permission, boolean>>

/** A member's permissions: those of their role, with their exceptions. */
export function permissionsOf(role: Role, grants: Grants = {}): Permission[] {
  const held = new Set(ROLE_TABLE[role].permissions)
  return BUSINESS_PERMISSIONS.filter((name) => grants[name] ?? held.has(name))
}

/** Whether a member may change another: owners all, others those of a lower rank. */
export const outranks = (role: Role, other: Role): boolean =>
  role === 'owner' || ROLE_TABLE[role].rank > ROLE_TABLE[other].rank

/**
 * Roles that a member may assign: of a lower rank, and without permissions that the member lacks.
 */
export const assignableRoles = (role: Role | null, held: ReadonlySet<Permission>): Role[] =>
  role === null || !held.has('members:write')
    ? []
    : ROLES.filter(
        (one) =>
          outranks(role, one) &&
          (role === 'owner' || ROLE_TABLE[one].permissions.every((permission) => held.has(permission))),
      )

/** The scope that an operation requires of an API key, or null. */
export const scopeOf = ({ permission }: { permission?: Permission | undefined }): Scope | null =>
  permission !== undefined && permission in SCOPES ? (permission as Scope) : null
