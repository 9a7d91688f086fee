import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Spending } from '../../../contract/billing.ts'
import type { billingEndpoints } from '../../../contract/billing-endpoints.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { peopleNames } from '../../core/billing/names.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { monthOf } from '../../core/credits/ledger.ts'
import { businessUsers, conversions, creditEntries } from '../../core/schema.ts'
import type { Queries } from '../../platform.ts'

type Query = z.output<(typeof billingEndpoints)['getSpending']['query']>

/**
 * What was charged in a period, by area, member and operation. @throws ApiProblem invalid_request
 * for an empty period
 */
export async function getSpending(ctx: Context, query: Query): Promise<z.input<typeof Spending>> {
  const { db, clock } = ctx.platform
  const owner = requireOwner(ctx)
  const to = query.until ? new Date(query.until) : clock()
  const from = query.since ? new Date(query.since) : monthOf(to)
  if (from >= to)
    throw new ApiProblem('invalid_request', 'The period ends before it begins.', {
      errors: [{ path: 'until', message: 'After `since`.' }],
    })
  const before = new Date(from.getTime() - (to.getTime() - from.getTime()))
  const [charges, [previous], rates, [work], members] = await Promise.all([
    chargesOf(db, owner, from, to),
    db
      .select({ credits: sql<number>`coalesce(-sum(credits), 0)::float8` })
      .from(creditEntries)
      .where(chargedIn(owner, before, from)),
    ratesOf(db, owner, from, to),
    db
      .select({
        files: sql<number>`count(*)::int`,
        largest: sql<number>`coalesce(max(${conversions.sizeBytes}), 0)::float8`,
      })
      .from(conversions)
      .where(acceptedIn(owner, from, to)),
    membersOf(ctx, owner),
  ])
  const people = await peopleNames(
    db,
    charges.map(({ person }) => person),
  )
  const sum = (rows: typeof charges) => ({
    credits: rows.reduce((all, { credits }) => all + credits, 0),
    count: rows.reduce((all, { count }) => all + count, 0),
  })
  const byCredits = (a: { credits: number }, b: { credits: number }) => b.credits - a.credits
  const known = (person: string | null) => (person !== null && people.has(person) ? person : null)
  return {
    ...{ from: from.toISOString(), to: to.toISOString() },
    ...{ credits: sum(charges).credits, previous: previous?.credits ?? 0 },
    areas: [...Map.groupBy(charges, ({ area }) => area)]
      .map(([area, rows]) => ({ area, ...sum(rows) }))
      .sort(byCredits),
    members: [...Map.groupBy(charges, ({ person }) => known(person))]
      .map(([id, rows]) => ({ user_id: id, name: (id && people.get(id)) ?? null, ...sum(rows) }))
      .sort(byCredits),
    rates,
    ...{ files: work?.files ?? 0, largest_upload_bytes: work?.largest ?? 0, members_now: members },
  }
}

const chargedIn = (owner: string, from: Date, to: Date) =>
  and(
    eq(creditEntries.ownerId, owner),
    eq(creditEntries.kind, 'charge'),
    gte(creditEntries.createdAt, from),
    lt(creditEntries.createdAt, to),
  )

const chargesOf = (db: Queries, owner: string, from: Date, to: Date) =>
  db
    .select({
      area: sql<NonNullable<(typeof creditEntries.$inferSelect)['area']>>`area`,
      person: creditEntries.createdBy,
      credits: sql<number>`-sum(credits)::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(creditEntries)
    .where(chargedIn(owner, from, to))
    .groupBy(creditEntries.area, creditEntries.createdBy)

const acceptedIn = (owner: string, from: Date, to: Date) =>
  and(
    eq(conversions.ownerId, owner),
    sql`${conversions.hiddenAt} is null`,
    gte(conversions.createdAt, from),
    lt(conversions.createdAt, to),
  )

const ratesOf = (db: Queries, owner: string, from: Date, to: Date) =>
  db
    .select({
      family: conversions.family,
      operation: conversions.operation,
      count: sql<number>`count(*)::int`,
      credits: sql<number>`sum(${conversions.creditsCharged})::float8`,
    })
    .from(conversions)
    .where(
      and(
        acceptedIn(owner, from, to),
        sql`${conversions.creditsCharged} > 0 and ${conversions.operation} <> 'pipeline'`,
      ),
    )
    .groupBy(conversions.family, conversions.operation)
    .orderBy(sql`4 desc`)

async function membersOf(ctx: Context, owner: string): Promise<number> {
  if (ctx.actor.owner?.kind !== 'business') return 1
  const [row] = await ctx.platform.db
    .select({ count: sql<number>`count(*)::int` })
    .from(businessUsers)
    .where(and(eq(businessUsers.businessId, owner), eq(businessUsers.status, 'active')))
  return row?.count ?? 0
}
