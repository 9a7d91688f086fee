import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Permission, permissionsOf } from '../../contract/permissions.ts'
import type { Queries } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import type { Actor, Context, Principal } from './context.ts'
import { type BusinessRow, type BusinessUserRow, businesses, businessUsers, factors } from './schema.ts'

const DAY = 86_400_000
/** A member's last activity is saved at most this often. */
const TOUCH_AFTER = 60_000
const BUSINESS_ID = /^(\d{1,15}|biz_[a-z0-9]{16})$/

/** Permissions of an administrator, who reviews businesses without being a member. */
export const REVIEWER: ReadonlySet<Permission> = new Set([
  'business:read',
  'verification:read',
  'members:read',
  'audit:read',
])

/**
 * The caller's actor for a business: with the permissions of their role there, or of the business's
 * API key.
 * @param id the business's number or its `biz_…`; optional for a key of a business
 * @throws ApiProblem not_found for non-members and for an unknown business; second_factor_required
 */
export async function actFor(ctx: Context, id: string | undefined): Promise<Actor> {
  const { db, clock } = ctx.platform
  const { principal, owner } = ctx.actor
  const named = id === undefined ? owner && eq(businesses.id, owner.id) : namedBy(id)
  const [found] = named ? await findBusiness(db, named, principal) : []
  if (!found) throw noBusiness()
  const { business, member } = found
  const acting = { principal, business, owner: { kind: 'business', id: business.id } as const }
  if (principal.kind === 'key') {
    if (owner?.id !== business.id) throw noBusiness()
    return { ...acting, role: null, permissions: new Set(principal.scopes) }
  }
  if (principal.kind !== 'user') throw noBusiness()
  if (member?.status === 'active') {
    const now = clock()
    await refuseWithoutFactor(db, business, member, now)
    const seen = member.lastActiveAt
    if (!seen || now.getTime() - seen.getTime() > TOUCH_AFTER) await touch(db, member.id, now)
    const held = permissionsIn(business, member)
    // An administrator may also review a business that they are a member of.
    return {
      ...acting,
      role: member.role,
      permissions: principal.isAdmin ? new Set([...held, ...REVIEWER]) : held,
    }
  }
  if (principal.isAdmin) return { ...acting, role: null, permissions: REVIEWER }
  throw noBusiness()
}

const noBusiness = () => new ApiProblem('not_found', 'Business not found, or you are not a member.')

function namedBy(id: string): SQL | null {
  if (!BUSINESS_ID.test(id)) return null
  return id.startsWith('biz_') ? eq(businesses.publicId, id) : eq(businesses.number, Number(id))
}

const findBusiness = (db: Queries, named: SQL, principal: Principal) =>
  db
    .select({ business: businesses, member: businessUsers })
    .from(businesses)
    .leftJoin(
      businessUsers,
      and(
        eq(businessUsers.businessId, businesses.id),
        principal.kind === 'user' ? eq(businessUsers.userId, principal.userId) : sql`false`,
      ),
    )
    .where(named)

const touch = (db: Queries, id: string, now: Date) =>
  db
    .update(businessUsers)
    .set({ lastActiveAt: now })
    .where(
      and(
        eq(businessUsers.id, id),
        or(isNull(businessUsers.lastActiveAt), lt(businessUsers.lastActiveAt, now)),
      ),
    )

/** A member's permissions: role, exceptions, and the policy on buyers. */
export function permissionsIn(
  { policies }: Pick<BusinessRow, 'policies'>,
  { role, permissions }: Pick<BusinessUserRow, 'role' | 'permissions'>,
): ReadonlySet<Permission> {
  const held = new Set<Permission>(permissionsOf(role, permissions))
  if (role !== 'owner' && !policies.buyers.includes(role)) held.delete('billing:write')
  return held
}

/**
 * When a member without a second factor loses access: the policy's grace period after it was set
 * or, if later, after the member joined; null without such a policy.
 */
export function factorDue(
  { policies: { second_factor } }: Pick<BusinessRow, 'policies'>,
  { graceFrom }: Pick<BusinessUserRow, 'graceFrom'>,
): Date | null {
  if (!second_factor.required || second_factor.required_from === null) return null
  const due = new Date(second_factor.required_from)
  const own = graceFrom ? new Date(graceFrom.getTime() + second_factor.grace_days * DAY) : due
  return own > due ? own : due
}

async function refuseWithoutFactor(db: Queries, business: BusinessRow, member: BusinessUserRow, now: Date) {
  const due = factorDue(business, member)
  if (!due || due > now || !member.userId) return
  const [factor] = await db
    .select({ method: factors.method })
    .from(factors)
    .where(eq(factors.userId, member.userId))
    .limit(1)
  if (factor) return
  throw new ApiProblem(
    'second_factor_required',
    `“${business.name}” requires a second factor since ${due.toISOString().slice(0, 10)}. Add one in Security to continue.`,
  )
}
