import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type BusinessUser,
  type BusinessUserList,
  type BusinessUsersQuery,
  CURRENT,
  MAX_MEMBERS,
} from '../../../contract/business-users.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { noMember, presentMembers } from '../../core/businesses/present-member.ts'
import type { Context } from '../../core/context.ts'
import { countUpTo, listInOrder, type Orders } from '../../core/keyset.ts'
import { type BusinessUserRow, businessUsers, factors } from '../../core/schema.ts'
import { memberNamed } from './lock-business.ts'

type Query = z.output<typeof BusinessUsersQuery>

const ORDERS: Orders<BusinessUserRow> = {
  name: { column: businessUsers.name, of: ({ name }) => name },
  created_at: { column: businessUsers.createdAt, of: ({ createdAt }) => createdAt },
  last_active_at: { column: businessUsers.activeOrder, of: ({ activeOrder }) => activeOrder },
  role: { column: businessUsers.roleOrder, of: ({ roleOrder }) => roleOrder },
}

/** A page of the members of a business. @throws ApiProblem invalid_request for a foreign cursor */
export async function listBusinessUsers(
  ctx: Context,
  query: Query,
): Promise<z.input<typeof BusinessUserList>> {
  const { db } = ctx.platform
  const where = matching(requireBusiness(ctx).id, query)
  const page = await listInOrder<BusinessUserRow, BusinessUserRow>(
    query,
    businessUsers.id,
    ORDERS,
    {
      fetch: (after, order, limit, offset) =>
        db
          .select()
          .from(businessUsers)
          .where(and(where, after))
          .orderBy(...order)
          .limit(limit)
          .offset(offset),
      count: (limit) => countUpTo(db, sql`${businessUsers} where ${where}`, limit),
      present: (row) => row,
    },
    MAX_MEMBERS,
  )
  return { ...page, results: await presentMembers(ctx, page.results) }
}

function matching(businessId: string, query: Query): SQL | undefined {
  const text = query.query?.trim().toLowerCase()
  const factor = sql`exists (select 1 from ${factors} where ${factors.userId} = ${businessUsers.userId})`
  return and(
    eq(businessUsers.businessId, businessId),
    query.status
      ? eq(businessUsers.status, query.status)
      : query.ids
        ? undefined
        : inArray(businessUsers.status, [...CURRENT]),
    query.role ? eq(businessUsers.role, query.role) : undefined,
    query.second_factor === undefined ? undefined : query.second_factor ? factor : sql`not ${factor}`,
    query.ids
      ? or(inArray(businessUsers.userId, query.ids), inArray(businessUsers.id, query.ids))
      : undefined,
    // What the column holds is in lower case; ilike would find no index.
    text ? sql`${businessUsers.searchText} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}` : undefined,
  )
}

/** One member, or somebody invited. @throws ApiProblem not_found */
export async function getBusinessUser(ctx: Context, id: string): Promise<BusinessUser> {
  const rows = await ctx.platform.db
    .select()
    .from(businessUsers)
    .where(memberNamed(requireBusiness(ctx).id, id))
  const [member] = await presentMembers(ctx, rows)
  if (!member) throw noMember()
  return member
}
