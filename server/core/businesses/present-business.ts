import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Business } from '../../../contract/businesses.ts'
import type { Queries } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import type { Context } from '../context.ts'
import { nameOf } from '../person-name.ts'
import { type BusinessRow, businessDocuments, businesses, businessUsers, owners, users } from '../schema.ts'
import type { QueryPlatform } from '../transaction.ts'
import type { Caller } from '../url-here.ts'
import { presentDocument, selectDocuments } from './present-document.ts'
import { requirementsOf } from './requirements.ts'
import { verificationEvents } from './verification-events.ts'
import { listed, seesVerification, type Viewer, viewerOf } from './viewer.ts'

type Presented = z.input<typeof Business>
type Reader = Caller & { platform: Pick<QueryPlatform, 'db' | 'clock'> }

/** Aggregates and lookups for a business. */
interface Facts {
  members: number
  invitations: number
  credits: number
  storage: number
  owner: { id: string; name: string } | null
}
const NO_FACTS: Facts = { members: 0, invitations: 0, credits: 0, storage: 0, owner: null }

/**
 * A business for the caller, with its verification. Documents and reasons of decisions require
 * `verification:read` or a reviewer. @throws ApiProblem not_found
 */
export async function presentBusiness(
  ctx: Reader,
  id: string,
  viewer: Viewer = viewerOf(ctx),
): Promise<Presented> {
  const { db } = ctx.platform
  const [business] = await db.select().from(businesses).where(eq(businesses.id, id))
  if (!business) throw new ApiProblem('not_found', 'The business no longer exists.')
  const whole = seesVerification(viewer)
  const facts = await factsOf(ctx, [id])
  const documents = await selectDocuments(db, eq(businessDocuments.businessId, id))
  const events = await verificationEvents(db, id, whole)
  const requirements = requirementsOf(
    business,
    documents.map(({ document }) => document),
  )
  return {
    ...present(business, facts.get(id) ?? NO_FACTS, viewer),
    documents: whole ? documents.map((facts) => presentDocument(ctx, business.publicId, facts)) : [],
    verification_events: events,
    requirements: whole
      ? requirements
      : requirements.map((one) => ({ ...one, document_id: null, reason: null })),
  }
}

/**
 * Businesses for a list: without documents, events and requirements, in a fixed number of queries.
 */
export async function presentBusinesses(
  ctx: Context,
  rows: readonly { business: BusinessRow; viewer: Viewer }[],
): Promise<Presented[]> {
  const facts = await factsOf(
    ctx,
    rows.map(({ business }) => business.id),
  )
  return rows.map(({ business, viewer }) => present(business, facts.get(business.id) ?? NO_FACTS, viewer))
}

async function factsOf(
  { platform: { db, clock } }: Pick<Reader, 'platform'>,
  ids: string[],
): Promise<Map<string, Facts>> {
  if (ids.length === 0) return new Map()
  const balances = await db
    .select({ id: owners.id, credits: owners.creditsAvailable, storage: owners.storageBytes })
    .from(owners)
    .where(inArray(owners.id, ids))
  const counts = await countsOf(db, ids, clock())
  const firsts = await db
    .select({ businessId: businessUsers.businessId, user: users })
    .from(businessUsers)
    .innerJoin(users, eq(users.id, businessUsers.userId))
    .where(
      and(
        inArray(businessUsers.businessId, ids),
        eq(businessUsers.role, 'owner'),
        eq(businessUsers.status, 'active'),
      ),
    )
    // The map keeps the last row of a business: its longest-standing owner.
    .orderBy(desc(businessUsers.joinedAt), desc(businessUsers.id))
  const countOf = new Map(counts.map((row) => [row.businessId, row]))
  const ownerOf = new Map(firsts.map(({ businessId, user }) => [businessId, user]))
  return new Map(
    balances.map(({ id, credits, storage }) => {
      const owner = ownerOf.get(id)
      return [
        id,
        {
          ...{ credits, storage },
          members: countOf.get(id)?.members ?? 0,
          invitations: countOf.get(id)?.invitations ?? 0,
          owner: owner ? { id: owner.id, name: nameOf(owner) } : null,
        },
      ]
    }),
  )
}

const countsOf = (db: Queries, ids: string[], now: Date) =>
  db
    .select({
      businessId: businessUsers.businessId,
      members: sql<number>`(count(*) filter (where status in ('active', 'suspended')))::int`,
      invitations: sql<number>`(count(*) filter (where status = 'invited'
        and expires_at > ${now.toISOString()}::timestamptz))::int`,
    })
    .from(businessUsers)
    .where(inArray(businessUsers.businessId, ids))
    .groupBy(businessUsers.businessId)

const present = (row: BusinessRow, facts: Facts, viewer: Viewer): Presented => ({
  id: row.number,
  business_id: row.publicId,
  name: row.name,
  legal_name: row.legalName,
  registration_number: row.registrationNumber,
  tax_id: row.taxId,
  industry: row.industry,
  website: row.website,
  email: row.email,
  phone: row.phone,
  address_line1: row.addressLine1,
  address_line2: row.addressLine2,
  city: row.city,
  state: row.state,
  postal_code: row.postalCode,
  country: row.country,
  description: row.description,
  is_active: row.isActive,
  is_verified: row.verificationStatus === 'verified',
  status: row.status,
  status_reason: row.statusReason,
  verification_status: row.verificationStatus,
  verification_reason: seesVerification(viewer) ? row.verificationReason : null,
  owner_id: facts.owner?.id ?? null,
  owner_name: facts.owner?.name ?? null,
  documents: [],
  verification_events: [],
  requirements: [],
  policies: row.policies,
  role: viewer.role,
  permissions: listed(viewer.permissions),
  members: facts.members,
  invitations: facts.invitations,
  credits_available: facts.credits,
  storage_bytes: facts.storage,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  submitted_at: row.submittedAt?.toISOString() ?? null,
  verified_at: row.verifiedAt?.toISOString() ?? null,
  closed_at: row.closedAt?.toISOString() ?? null,
})
