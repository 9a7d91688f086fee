import { and, eq, exists, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BusinessesQuery, BusinessList } from '../../../contract/businesses.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { permissionsIn, REVIEWER } from '../../core/act-for.ts'
import { presentBusinesses } from '../../core/businesses/present-business.ts'
import { isReviewer, type Viewer } from '../../core/businesses/viewer.ts'
import { type Context, userOf } from '../../core/context.ts'
import { contains, countUpTo, listInOrder } from '../../core/keyset.ts'
import { type BusinessRow, type BusinessUserRow, businesses, businessUsers } from '../../core/schema.ts'

type Query = z.output<typeof BusinessesQuery>

const ORDERS = {
  created_at: { column: businesses.createdAt, of: ({ createdAt }: BusinessRow) => createdAt },
  updated_at: { column: businesses.updatedAt, of: ({ updatedAt }: BusinessRow) => updatedAt },
  name: { column: businesses.name, of: ({ name }: BusinessRow) => name },
  submitted_at: {
    column: businesses.submittedOrder,
    of: ({ submittedOrder }: BusinessRow) => submittedOrder,
  },
}
const NOTHING: ReadonlySet<Permission> = new Set()

/**
 * The businesses that the caller is a member of; all of them for who runs the instance.
 * @throws ApiProblem invalid_request for a foreign cursor
 */
export async function listBusinesses(ctx: Context, query: Query): Promise<z.input<typeof BusinessList>> {
  const { db } = ctx.platform
  const where = matching(ctx, query)
  const page = await listInOrder<BusinessRow, BusinessRow>(query, businesses.id, ORDERS, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(businesses)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${businesses} where ${where ?? sql`true`}`, limit),
    present: (row) => row,
  })
  const memberships = await membershipsIn(ctx, page.results)
  const seen = page.results.map((business) => viewed(ctx, business, memberships.get(business.id)))
  return { ...page, results: await presentBusinesses(ctx, seen) }
}

function matching(ctx: Context, query: Query): SQL | undefined {
  const { state, industry, status, verification_status, is_active, is_verified, owner_id } = query
  const verified = eq(businesses.verificationStatus, 'verified')
  return and(
    isReviewer(ctx) ? undefined : isMember(ctx),
    state === undefined ? undefined : eq(businesses.state, state),
    industry === undefined ? undefined : eq(businesses.industry, industry),
    status && eq(businesses.status, status),
    verification_status && eq(businesses.verificationStatus, verification_status),
    is_active === undefined ? undefined : eq(businesses.isActive, is_active),
    is_verified === undefined ? undefined : is_verified ? verified : not(verified),
    owner_id === undefined ? undefined : isOwnedBy(ctx, owner_id),
    query.query ? contains(businesses.searchText, query.query.trim()) : undefined,
  )
}

/** A key of a business is a member of none. */
function isMember(ctx: Context): SQL {
  const userId = userOf(ctx)
  if (userId === null) return sql`false`
  const mine = ctx.platform.db
    .select({ id: businessUsers.businessId })
    .from(businessUsers)
    .where(and(eq(businessUsers.userId, userId), inArray(businessUsers.status, ['active', 'suspended'])))
  return inArray(businesses.id, mine)
}

const isOwnedBy = ({ platform: { db } }: Context, userId: string): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(businessUsers)
      .where(
        and(
          eq(businessUsers.businessId, businesses.id),
          eq(businessUsers.userId, userId),
          eq(businessUsers.role, 'owner'),
          eq(businessUsers.status, 'active'),
        ),
      ),
  )

async function membershipsIn(ctx: Context, rows: BusinessRow[]): Promise<Map<string, BusinessUserRow>> {
  const userId = userOf(ctx)
  if (userId === null || rows.length === 0) return new Map()
  const found = await ctx.platform.db
    .select()
    .from(businessUsers)
    .where(
      and(
        eq(businessUsers.userId, userId),
        inArray(
          businessUsers.businessId,
          rows.map(({ id }) => id),
        ),
      ),
    )
  return new Map(found.map((row) => [row.businessId, row]))
}

/** A suspended member sees that the business is there, and nothing of what it has. */
const CLOSED_BOOK = {
  ...{ legalName: '', registrationNumber: '', taxId: '', website: '', email: '', phone: '' },
  ...{
    addressLine1: '',
    addressLine2: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
    description: '',
  },
}

function viewed(ctx: Context, business: BusinessRow, member: BusinessUserRow | undefined) {
  const isPerson = ctx.actor.principal.kind === 'user'
  const viewer: Viewer = { role: null, permissions: NOTHING, isReviewer: isReviewer(ctx) }
  if (member?.status === 'active')
    return {
      business,
      // A person's key acts for that person and not for their businesses.
      viewer: {
        ...viewer,
        role: member.role,
        permissions: isPerson ? permissionsIn(business, member) : NOTHING,
      },
    }
  if (viewer.isReviewer) return { business, viewer: { ...viewer, permissions: REVIEWER } }
  return {
    business: { ...business, ...CLOSED_BOOK },
    viewer: { ...viewer, role: member?.role ?? null },
  }
}
