import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { BusinessUser } from '../../../contract/business-users.ts'
import { BUSINESS_PERMISSIONS } from '../../../contract/permissions.ts'
import type { Queries } from '../../platform.ts'
import { factorDue, permissionsIn } from '../act-for.ts'
import { ApiProblem } from '../api-problem.ts'
import { nameOf } from '../person-name.ts'
import {
  type BusinessUserRow,
  businesses,
  businessUsers,
  conversions,
  factors,
  owners,
  users,
} from '../schema.ts'
import type { QueryContext } from '../transaction.ts'

/** Members in the API, in the same order. Always four queries. */
export async function presentMembers(
  ctx: { platform: Pick<QueryContext['platform'], 'db' | 'clock'> },
  rows: readonly BusinessUserRow[],
): Promise<BusinessUser[]> {
  if (rows.length === 0) return []
  const { db, clock } = ctx.platform
  const people = idsOf(rows.map(({ userId }) => userId))
  const facts = await businessFacts(db, idsOf(rows.map(({ businessId }) => businessId)))
  const known = await personFacts(db, idsOf([...people, ...rows.map(({ invitedBy }) => invitedBy)]))
  const protectedOnes = await withFactor(db, people)
  const spent = await spentThisMonth(db, [...facts.keys()], people, clock())
  return rows.map((row) => {
    const fact = facts.get(row.businessId)
    if (!fact) throw new Error('a member of a business that is not there')
    const { business } = fact
    const user = row.userId === null ? undefined : known.get(row.userId)
    const inviter = row.invitedBy === null ? undefined : known.get(row.invitedBy)
    const isCurrent = row.status === 'active' || row.status === 'suspended'
    const hasFactor = user ? protectedOnes.has(user.id) : null
    const due = isCurrent && hasFactor === false ? factorDue(business, row) : null
    const may = row.status === 'active' || row.status === 'invited' ? permissionsIn(business, row) : new Set()
    return {
      id: row.id,
      user_id: row.userId,
      business_id: business.publicId,
      business: {
        id: business.number,
        business_id: business.publicId,
        name: business.name,
        status: business.status,
        verification_status: business.verificationStatus,
        is_active: business.isActive,
        credits_available: fact.credits,
        members: fact.members,
      },
      username: user?.username ?? null,
      name: row.name,
      email: row.email,
      role: row.role,
      permissions: row.permissions,
      effective_permissions: BUSINESS_PERMISSIONS.filter((name) => may.has(name)),
      is_primary_contact: row.isPrimaryContact,
      status: row.status,
      has_second_factor: hasFactor,
      second_factor_due: due?.toISOString() ?? null,
      last_active_at: row.lastActiveAt?.toISOString() ?? null,
      credits_this_month: spent.get(`${row.businessId} ${row.userId}`) ?? 0,
      invited_by: inviter ? nameOf(inviter) : null,
      invited_at: row.invitedAt?.toISOString() ?? null,
      expires_at: row.status === 'invited' ? (row.expiresAt?.toISOString() ?? null) : null,
      joined_at: row.joinedAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    }
  })
}

export const noMember = () => new ApiProblem('not_found', 'Member not found in this business.')

/**
 * One member in the API. @throws ApiProblem not_found: a repeated request may name an ended
 * invitation
 */
export async function presentMember(ctx: QueryContext, id: string): Promise<BusinessUser> {
  const rows = await ctx.platform.db.select().from(businessUsers).where(eq(businessUsers.id, id))
  const [member] = await presentMembers(ctx, rows)
  if (!member) throw noMember()
  return member
}

const idsOf = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]

async function businessFacts(db: Queries, ids: string[]) {
  const rows = await db
    .select({
      business: businesses,
      credits: owners.creditsAvailable,
      members: sql<number>`(select count(*)::int from ${businessUsers} where ${businessUsers.businessId} = ${businesses.id}
        and ${businessUsers.status} in ('active', 'suspended'))`,
    })
    .from(businesses)
    .innerJoin(owners, eq(owners.id, businesses.id))
    .where(inArray(businesses.id, ids))
  return new Map(rows.map((row) => [row.business.id, row]))
}

async function personFacts(db: Queries, ids: string[]) {
  const rows = ids.length === 0 ? [] : await db.select().from(users).where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

async function withFactor(db: Queries, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await db.select({ id: factors.userId }).from(factors).where(inArray(factors.userId, ids))
  return new Set(rows.map(({ id }) => id))
}

/** Credits charged for a member's conversions in a business this month (UTC), by both ids. */
async function spentThisMonth(db: Queries, businessIds: string[], people: string[], now: Date) {
  if (people.length === 0) return new Map<string, number>()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const rows = await db
    .select({
      ownerId: conversions.ownerId,
      createdBy: conversions.createdBy,
      credits: sql<number>`coalesce(sum(${conversions.creditsCharged}), 0)::int`,
    })
    .from(conversions)
    .where(
      and(
        inArray(conversions.createdBy, people),
        inArray(conversions.ownerId, businessIds),
        gte(conversions.createdAt, month),
      ),
    )
    .groupBy(conversions.ownerId, conversions.createdBy)
  return new Map(rows.map(({ ownerId, createdBy, credits }) => [`${ownerId} ${createdBy}`, credits]))
}
