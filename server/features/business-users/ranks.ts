import { and, eq, isNull, ne } from 'drizzle-orm'
import {
  type Grants,
  outranks,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
} from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type BusinessRow, type BusinessUserRow, businessUsers, users } from '../../core/schema.ts'
import type { Transaction } from '../../platform.ts'

interface Held {
  role: Role
  permissions: ReadonlySet<Permission>
}

/** @throws ApiProblem rank_too_low where this role is not below the caller's */
export function refuseRank({ role }: Held, other: Role): void {
  if (outranks(role, other)) return
  throw new ApiProblem(
    'rank_too_low',
    `Your role is ${role}. It cannot give the role ${other}, or change members who have it. Ask a member with a higher role.`,
    { allowed: ROLES.filter((one) => outranks(role, one)) },
  )
}

/** @throws ApiProblem permission_missing where a change would give what the caller does not have */
export function refuseGain(
  manager: Held,
  after: { role: Role; permissions: Grants },
  before?: { role: Role; permissions: Grants },
): void {
  const held = new Set(before ? permissionsOf(before.role, before.permissions) : [])
  const gained = permissionsOf(after.role, after.permissions).filter(
    (name) => !held.has(name) && !manager.permissions.has(name),
  )
  if (gained.length === 0) return
  throw new ApiProblem(
    'permission_missing',
    `You cannot give a permission that you do not have: ${gained.join(', ')}.`,
    { allowed: [...manager.permissions] },
  )
}

/**
 * Refuses to take the last owner from a business, which is locked. Whose account is about to be
 * deleted does not count.
 * @throws ApiProblem last_owner
 */
export async function refuseLastOwner(
  tx: Transaction,
  business: BusinessRow,
  row: BusinessUserRow,
): Promise<void> {
  if (row.role !== 'owner' || row.status !== 'active') return
  const [other] = await tx
    .select({ id: businessUsers.id })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(
      and(
        eq(businessUsers.businessId, business.id),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
        ne(businessUsers.id, row.id),
        isNull(users.deleteAfter),
      ),
    )
    .limit(1)
  if (other) return
  throw new ApiProblem(
    'last_owner',
    `${row.name} is the only owner of “${business.name}”. Make another member owner first, or close the business.`,
  )
}
