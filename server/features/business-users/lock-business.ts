import { and, eq, or } from 'drizzle-orm'
import type { Permission, Role } from '../../../contract/permissions.ts'
import { permissionsIn } from '../../core/act-for.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { noMember } from '../../core/businesses/present-member.ts'
import { requireUser } from '../../core/context.ts'
import { nameOf } from '../../core/person-name.ts'
import { refuseFrozen } from '../../core/refuse-frozen.ts'
import {
  type BusinessRow,
  type BusinessUserRow,
  businesses,
  businessUsers,
  users,
} from '../../core/schema.ts'
import type { TransactionContext } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'

/** A member at work on other members, as they are now. */
export interface Manager {
  business: BusinessRow
  userId: string
  name: string
  role: Role
  permissions: ReadonlySet<Permission>
}

/**
 * Locks the business, so that members are changed one after the other, and looks again at who acts
 * and what is allowed: between the check of the request and now they may have been removed, or the
 * business suspended.
 * @throws ApiProblem not_found, business_inactive, permission_missing
 */
export async function lockBusiness(
  ctx: TransactionContext,
  tx: Transaction,
  needed: Permission = 'members:write',
): Promise<Manager> {
  const userId = requireUser(ctx)
  const [business] = await tx
    .select()
    .from(businesses)
    .where(eq(businesses.id, requireBusiness(ctx).id))
    .for('no key update')
  const [me] = await tx
    .select({ member: businessUsers, user: users })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(and(eq(businessUsers.businessId, requireBusiness(ctx).id), eq(businessUsers.userId, userId)))
  if (business && !me && ctx.actor.role === null)
    throw new ApiProblem('permission_missing', 'Only members of a business change its members.')
  if (!business || me?.member.status !== 'active')
    throw new ApiProblem('not_found', 'Business not found, or you are not a member.')
  // The profile of a business that is switched off can be changed, and the business transferred.
  refuseFrozen(business, needed.startsWith('business:'))
  const permissions = permissionsIn(business, me.member)
  const manager = { business, userId, name: nameOf(me.user), role: me.member.role, permissions }
  requireHeld(manager, needed)
  return manager
}

/** @throws ApiProblem permission_missing */
export function requireHeld({ business, role, permissions }: Manager, needed: Permission): void {
  if (permissions.has(needed)) return
  throw new ApiProblem(
    'permission_missing',
    `Your role in “${business.name}” is ${role}. It does not allow this.`,
    { allowed: [...permissions] },
  )
}

/** A row of the business by the id of its person, or by its own. */
export const memberNamed = (businessId: string, id: string) =>
  and(eq(businessUsers.businessId, businessId), or(eq(businessUsers.userId, id), eq(businessUsers.id, id)))

/** @throws ApiProblem not_found */
export async function lockMember(tx: Transaction, businessId: string, id: string): Promise<BusinessUserRow> {
  const [row] = await tx.select().from(businessUsers).where(memberNamed(businessId, id)).for('update')
  if (!row) throw noMember()
  return row
}
