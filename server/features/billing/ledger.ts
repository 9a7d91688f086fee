import { Readable } from 'node:stream'
import { and, asc, desc, eq, gt, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { LedgerLine, LedgerList, LedgerSums } from '../../../contract/billing.ts'
import type { billingEndpoints } from '../../../contract/billing-endpoints.ts'
import { grantNames, peopleNames } from '../../core/billing/names.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { csvLine } from '../../core/csv.ts'
import { countUpTo, listByTime } from '../../core/keyset.ts'
import {
  type CreditEntryRow,
  conversions,
  creditAdjustments,
  creditEntries,
  creditLots,
  type GrantSource,
  owners,
  pipelineRuns,
  purchases,
  refunds,
  tasks,
} from '../../core/schema.ts'
import type { Queries } from '../../platform.ts'

type Query = z.output<(typeof billingEndpoints)['listLedger']['query']>
type Filter = z.output<(typeof billingEndpoints)['exportLedger']['query']>
type Period = z.output<(typeof billingEndpoints)['sumLedger']['query']>
type Line = z.input<typeof LedgerLine>

/** The conditions of a filter, each as an index has it. */
function matching(owner: string, filter: Filter): SQL | undefined {
  const { kind, area, lot_id: lot, created_by: person } = filter
  const { ownerId, createdAt } = creditEntries
  const isCharge = eq(creditEntries.kind, 'charge')
  return and(
    eq(ownerId, owner),
    filter.since ? gte(createdAt, new Date(filter.since)) : undefined,
    filter.until ? lt(createdAt, new Date(filter.until)) : undefined,
    filter.direction === 'in' ? gt(creditEntries.credits, 0) : undefined,
    filter.direction === 'out' ? lt(creditEntries.credits, 0) : undefined,
    kind
      ? and(eq(creditEntries.kind, kind), kind === 'charge' ? undefined : ne(creditEntries.kind, 'charge'))
      : undefined,
    area ? and(isCharge, eq(creditEntries.area, area)) : undefined,
    person ? and(isCharge, eq(creditEntries.createdBy, person)) : undefined,
    // Two arms, each with an index of its own: what ends of a lot ends in parts, anything else is
    // there once.
    filter.reference
      ? or(
          and(eq(creditEntries.reference, filter.reference), ne(creditEntries.kind, 'expire')),
          and(eq(creditEntries.reference, filter.reference), eq(creditEntries.kind, 'expire')),
        )
      : undefined,
    // Most entries change one lot; the few that change more are found by another index.
    lot
      ? sql`(${creditEntries.lotIds}[1] = ${lot}
          or (${isCharge} and cardinality(${creditEntries.lotIds}) > 1 and ${creditEntries.lotIds} @> array[${lot}::uuid]))`
      : undefined,
  )
}

/**
 * A page of the ledger of the account, with what caused each entry. @throws ApiProblem
 * invalid_request for a foreign cursor
 */
export async function listLedger(ctx: Context, query: Query): Promise<z.input<typeof LedgerList>> {
  const { db } = ctx.platform
  const where = matching(requireOwner(ctx), query)
  const list = await listByTime<CreditEntryRow, CreditEntryRow>(query, creditEntries, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(creditEntries)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${creditEntries} where ${where}`, limit),
    present: (row) => row,
  })
  return { ...list, results: await presentEntries(db, list.results) }
}

async function presentEntries(db: Queries, rows: readonly CreditEntryRow[]): Promise<Line[]> {
  const [lots, causes, people] = await Promise.all([
    lotsOf(
      db,
      rows.flatMap(({ lotIds }) => lotIds),
    ),
    causesOf(db, rows),
    peopleNames(
      db,
      rows.map(({ createdBy }) => createdBy),
    ),
  ])
  return rows.map((row) => ({
    entry_id: row.id,
    ...{ kind: row.kind, source: row.source, reference: row.reference, area: row.area },
    ...{ credits: row.credits, balance: row.balance, quoted: row.quoted },
    lots: row.lotIds.flatMap((id, at) => {
      const lot = lots.get(id)
      return lot ? { lot_id: id, ...lot, credits: row.lotCredits[at] as number } : []
    }),
    cause: causes.get(row.reference) ?? null,
    created_by: row.createdBy !== null && people.has(row.createdBy) ? row.createdBy : null,
    created_by_name: (row.createdBy && people.get(row.createdBy)) ?? null,
    created_at: row.createdAt.toISOString(),
  }))
}

async function lotsOf(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { source: GrantSource; name: string | null }>()
  const rows = await db
    .select({ id: creditLots.id, source: creditLots.source, reference: creditLots.reference })
    .from(creditLots)
    .where(inArray(creditLots.id, [...new Set(ids)]))
  const names = await grantNames(db, rows)
  return new Map(
    rows.map(({ id, source, reference }) => [id, { source, name: names.get(reference) ?? null }]),
  )
}

type Cause = NonNullable<Line['cause']>
const named = (name: string): Cause => ({
  ...{ name, source_format: null, target_format: null, operation: null, units: null },
  ...{ parent_id: null, reason: null },
})

/** What caused entries, by their reference. What was removed since is not there. */
async function causesOf(db: Queries, rows: readonly CreditEntryRow[]): Promise<Map<string, Cause>> {
  const of = (...sources: CreditEntryRow['source'][]) =>
    rows.filter(({ source }) => sources.includes(source)).map(({ reference }) => reference)
  const causes = new Map<string, Cause>()
  const [converted, reported, adjusted, refunded] = [
    of('conversion', 'pipeline_run', 'scan'),
    of('task'),
    of('adjustment'),
    of('refund'),
  ]
  if (converted.length > 0)
    for (const row of await db
      .select({
        id: conversions.id,
        name: conversions.filename,
        source: conversions.sourceFormat,
        target: conversions.targetFormat,
        operation: conversions.operation,
        run: conversions.runId,
        batch: conversions.batchId,
        units: conversions.units,
        pipeline: pipelineRuns.name,
      })
      .from(conversions)
      .leftJoin(pipelineRuns, eq(pipelineRuns.id, conversions.runId))
      .where(inArray(conversions.id, converted)))
      causes.set(row.id, {
        ...named(row.pipeline === null ? row.name : `${row.pipeline}: ${row.name}`),
        ...{ source_format: row.source, target_format: row.target, operation: row.operation },
        units: row.run === null ? row.units : null,
        parent_id: row.run ?? row.batch,
      })
  if (reported.length > 0)
    for (const row of await db.select().from(tasks).where(inArray(tasks.id, reported)))
      causes.set(row.id, {
        ...named(row.reference ?? row.taskId),
        ...{ operation: row.operation, units: row.units },
      })
  if (adjusted.length > 0)
    for (const row of await db
      .select()
      .from(creditAdjustments)
      .where(inArray(creditAdjustments.id, adjusted)))
      causes.set(row.id, { ...named(''), reason: row.reason })
  if (refunded.length > 0)
    for (const row of await db
      .select({ id: refunds.id, name: purchases.name, purchase: purchases.id })
      .from(refunds)
      .innerJoin(purchases, eq(purchases.id, refunds.purchaseId))
      .where(inArray(refunds.id, refunded)))
      causes.set(row.id, { ...named(row.name), parent_id: row.purchase })
  const given = rows.flatMap(({ source, reference }) =>
    source === 'plan' || source === 'pack' || source === 'promo' ? { source, reference } : [],
  )
  for (const [reference, name] of await grantNames(db, given)) causes.set(reference, named(name))
  return causes
}

/** What a period adds up to, and whether entries, lots and balance agree. */
export async function sumLedger(ctx: Context, { since, until }: Period): Promise<z.input<typeof LedgerSums>> {
  const { db } = ctx.platform
  const owner = requireOwner(ctx)
  const own = eq(creditEntries.ownerId, owner)
  const within = and(
    own,
    since ? gte(creditEntries.createdAt, new Date(since)) : undefined,
    until ? lt(creditEntries.createdAt, new Date(until)) : undefined,
  )
  const [changes, opening, [balance], [lots]] = await Promise.all([
    db
      .select({
        kind: creditEntries.kind,
        // What is charged is one sum, whatever it was for.
        source: sql<CreditEntryRow['source']>`case when kind = 'charge' then 'conversion' else source end`,
        credits: sql<number>`sum(credits)::float8`,
      })
      .from(creditEntries)
      .where(within)
      .groupBy(sql`1, 2`),
    since ? balanceBefore(db, owner, new Date(since)) : 0,
    db
      .select({ total: sql<number>`credits_available + credits_held` })
      .from(owners)
      .where(eq(owners.id, owner)),
    db
      .select({ remaining: sql<number>`coalesce(sum(remaining), 0)::float8` })
      .from(creditLots)
      .where(eq(creditLots.ownerId, owner)),
  ])
  const closing = changes.reduce((sum, { credits }) => sum + credits, opening)
  const now = until ? await balanceBefore(db, owner, new Date(8.64e15)) : closing
  const out = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'grant'),
    ({ kind }) => kind,
  )
  return {
    ...{ from: since ?? null, to: until ?? null, opening, closing },
    in: changes.flatMap(({ kind, source, credits }) => (kind === 'grant' ? { source, credits } : [])),
    out: [...out].map(([kind, some]) => ({
      kind,
      credits: some.reduce((sum, { credits }) => sum + credits, 0),
    })),
    ...{ lots: lots?.remaining ?? 0, balance: balance?.total ?? 0 },
    agrees: lots?.remaining === balance?.total && now === balance?.total,
  }
}

async function balanceBefore(db: Queries, owner: string, at: Date): Promise<number> {
  const [row] = await db
    .select({ balance: creditEntries.balance })
    .from(creditEntries)
    .where(and(eq(creditEntries.ownerId, owner), lt(creditEntries.createdAt, at)))
    .orderBy(desc(creditEntries.createdAt), desc(creditEntries.id))
    .limit(1)
  return row?.balance ?? 0
}

const PAGE = 500
const COLUMNS: Record<string, (line: Line) => string | number | null> = {
  entry_id: (line) => line.entry_id,
  created_at: (line) => line.created_at,
  kind: (line) => line.kind,
  source: (line) => line.source,
  area: (line) => line.area,
  credits: (line) => line.credits,
  balance: (line) => line.balance,
  quoted: (line) => line.quoted,
  name: (line) => line.cause?.name ?? null,
  operation: (line) => line.cause?.operation ?? null,
  source_format: (line) => line.cause?.source_format ?? null,
  target_format: (line) => line.cause?.target_format ?? null,
  reason: (line) => line.cause?.reason ?? null,
  created_by: (line) => line.created_by_name,
  lots: (line) => line.lots.map(({ name, source, credits }) => `${name ?? source} ${credits}`).join('; '),
  reference: (line) => line.reference,
}

/**
 * Every entry that matches as CSV, the oldest first, page by page while it is read; as in the
 * export of the history.
 */
export async function exportLedger(ctx: Context, filter: Filter) {
  const { db } = ctx.platform
  const where = matching(requireOwner(ctx), filter)
  const { createdAt, id } = creditEntries
  const page = (last?: CreditEntryRow) =>
    db
      .select()
      .from(creditEntries)
      .where(
        and(
          where,
          last &&
            sql`(${createdAt}, ${id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::bigint)`,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(PAGE)
  // Before the answer begins, so that what is wrong can still be said.
  const first = await page()
  async function* lines() {
    yield `\uFEFF${csvLine(Object.keys(COLUMNS))}`
    for (let rows = first; rows.length > 0; ) {
      const presented = await presentEntries(db, rows)
      yield presented.map((line) => csvLine(Object.values(COLUMNS).map((cell) => cell(line)))).join('')
      rows = rows.length === PAGE ? await page(rows.at(-1)) : []
    }
  }
  const day = ctx.platform.clock().toISOString().slice(0, 10)
  return { filename: `credits-${day}.csv`, bytes: Readable.from(lines(), { objectMode: false }) }
}
