import { FROZEN } from '../../contract/business-states.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isPersonal, isRead, type Permission } from '../../contract/permissions.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'
import { factorDue, findBusiness, memberOf, permissionsIn, type StoredBusiness } from './stored-businesses.ts'

/** Which business a request names: in its path, or by `X-Business-Id`. */
export interface NamedBusiness {
  path: string | undefined
  header: string | undefined
}

/** An administrator of the instance reviews businesses without being in them. */
export const REVIEWER: readonly Permission[] = [
  'business:read',
  'verification:read',
  'members:read',
  'audit:read',
]

/**
 * For whom the caller acts and whether they may do this there, as `server/http/authorise.ts`
 * decides it.
 */
export function actingFor(db: Db, endpoint: Endpoint, actor: Actor, { path, header }: NamedBusiness): Actor {
  const { auth, permission } = endpoint
  const isWork = permission !== undefined && !isPersonal(permission)
  const id = path ?? (isWork ? header : undefined)
  const acting = id !== undefined || (isWork && actor.business) ? actFor(db, actor, id) : actor
  if (permission === undefined || auth === 'admin' || !acting.business) return acting
  const { business, permissions, role } = acting
  if (!permissions.includes(permission))
    throw new MockProblem(
      'permission_missing',
      role
        ? `Your role in “${business.name}” is ${role}. It does not allow this.`
        : `This is not allowed for “${business.name}”.`,
      { allowed: [...permissions] },
    )
  if (!isRead(permission)) refuseFrozen(business, permission.startsWith('business:'))
  return acting
}

const noBusiness = () => new MockProblem('not_found', 'Business not found, or you are not a member.')

function actFor(db: Db, actor: Actor, id: string | undefined): Actor {
  const business = id === undefined ? actor.business : findBusiness(db, id)
  if (!business) throw noBusiness()
  const acting = { ...actor, id: business.id, business }
  if (actor.key) {
    if (actor.business !== business) throw noBusiness()
    return acting
  }
  if (!actor.user) throw noBusiness()
  const member = memberOf(db, business, actor.user.id)
  if (member?.status === 'active') {
    const due = factorDue(business, member)
    if (due && Date.parse(due) <= Date.now() && !actor.user.mfa_enabled)
      throw new MockProblem(
        'second_factor_required',
        `“${business.name}” requires a second factor since ${due.slice(0, 10)}. Add one in Security to continue.`,
      )
    member.lastActiveAt = new Date().toISOString()
    return { ...acting, role: member.role, permissions: permissionsIn(business, member) }
  }
  if (actor.user.is_admin) return { ...acting, role: null, permissions: REVIEWER }
  throw noBusiness()
}

/** Refuses what changes a suspended or closed business, or work in one that is switched off. */
export function refuseFrozen({ name, status, statusReason, isActive }: StoredBusiness, isProfile = false) {
  if (FROZEN.includes(status)) {
    const reason = statusReason ? ` The reason: ${statusReason}` : ''
    throw new MockProblem(
      'business_inactive',
      `“${name}” is ${status}, so nothing can be changed.${reason} Ask an administrator.`,
    )
  }
  if (!isActive && !isProfile)
    throw new MockProblem(
      'business_inactive',
      `“${name}” is switched off. Its owners and admins can switch it on.`,
    )
}
