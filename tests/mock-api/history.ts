import type { z } from 'zod'
import type { Conversion } from '../../contract/conversion.ts'
import { FAMILIES, type Family } from '../../contract/families.ts'
import type { ConversionsQuery, historyEndpoints, SummaryQuery } from '../../contract/history.ts'
import { advance, type Db, type StoredConversion } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { pageOf } from './page.ts'

/**
 * Names that no file has make the list fail, so that its error can be seen by hand: search for
 * `boom`.
 */
const SENTINELS = { boom: 'internal', slow: 'too_many_requests' } as const

type Query = z.output<typeof ConversionsQuery>
type Filters = z.output<typeof SummaryQuery>

/** The caller's own, or 404: whose a conversion is, is nobody else's business. */
export function owned(db: Db, actor: Actor, id: string): StoredConversion {
  const found = db.conversions.find(
    ({ conversion, owner }) => owner === actor.id && conversion.conversion_id === id,
  )
  if (!found)
    throw new MockProblem('not_found', 'There is no such conversion here. It may have been removed.')
  return found
}

/** Waits until the first of these has ended, as far as the query asks for it. */
async function untilAny(db: Db, { ids, wait = 0 }: Query, signal: AbortSignal): Promise<void> {
  const wanted = ids?.split(',') ?? []
  const until = Date.now() + wait * 1000
  for (;;) {
    advance(db)
    const plans = db.conversions.flatMap(({ conversion, plan }) =>
      wanted.includes(conversion.conversion_id) ? [plan] : [],
    )
    const left = until - Date.now()
    if (plans.length === 0 || plans.includes(null) || left <= 0 || signal.aborted) return
    const ends = Math.min(...plans.map((plan) => plan?.endsAt ?? 0))
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.min(left, ends - Date.now()))))
  }
}

function list(db: Db, actor: Actor, query: Query) {
  if (query.q && query.q in SENTINELS)
    throw new MockProblem(SENTINELS[query.q as keyof typeof SENTINELS], 'This search fails on purpose.')
  const ids = query.ids?.split(',')
  const all = (
    ids ? shown(db, actor, query).filter((one) => ids.includes(one.conversion_id)) : found(db, actor, query)
  ).sort(order(query))
  return pageOf(all, query)
}

const shown = (db: Db, actor: Actor, { hidden }: Filters): Conversion[] =>
  db.conversions
    .filter((stored) => stored.owner === actor.id && Boolean(stored.hidden) === Boolean(hidden))
    .map(({ conversion }) => conversion)

const found = (db: Db, actor: Actor, query: Filters): Conversion[] =>
  shown(db, actor, query).filter((one) => matches(one, query))

function summary(db: Db, actor: Actor, { family: chosen, ...others }: Filters) {
  const ofAny = found(db, actor, others)
  const ofChosen = ofAny.filter(({ family }) => !chosen || family === chosen)
  const sum = (credits: (one: Conversion) => number | null) =>
    ofChosen.reduce((total, one) => total + (credits(one) ?? 0), 0)
  return {
    families: FAMILIES.map((family) => ({
      family,
      count: ofAny.filter((one) => one.family === family).length,
      count_exact: true,
    })),
    count: ofChosen.length,
    count_exact: true,
    credits_quoted: sum((one) => one.credits_quoted),
    credits_charged: sum((one) => one.credits_charged),
    failed: ofChosen.filter(({ status, error }) => status === 'failed' && error?.code !== 'cancelled').length,
  }
}

function matches(one: Conversion, query: Filters): boolean {
  const cancelled = one.error?.code === 'cancelled'
  const text = query.q?.toLowerCase()
  return (
    (!query.created_by || one.created_by === query.created_by) &&
    (!query.family || one.family === query.family) &&
    (!query.status ||
      (query.status === 'cancelled' ? cancelled : one.status === query.status && !cancelled)) &&
    (!query.format || one.source_format === query.format || one.target_format === query.format) &&
    (!query.batch_id || one.batch_id === query.batch_id) &&
    (query.credits_min === undefined || (one.credits_charged ?? 0) >= query.credits_min) &&
    (query.credits_max === undefined || (one.credits_charged ?? 0) <= query.credits_max) &&
    (!query.created_after || Date.parse(one.created_at) >= Date.parse(query.created_after)) &&
    (!query.created_before || Date.parse(one.created_at) < Date.parse(query.created_before)) &&
    (!text ||
      one.filename.toLowerCase().includes(text) ||
      one.source_format === text ||
      one.target_format === text ||
      one.conversion_id === text)
  )
}

const order =
  ({ sort_by, sort_dir }: Pick<Query, 'sort_by' | 'sort_dir'>) =>
  (a: Conversion, b: Conversion): number => {
    const sign = sort_dir === 'asc' ? 1 : -1
    const difference =
      sort_by === 'size_bytes' || sort_by === 'credits_charged'
        ? (a[sort_by] ?? 0) - (b[sort_by] ?? 0)
        : a[sort_by].localeCompare(b[sort_by])
    return sign * (difference || a.conversion_id.localeCompare(b.conversion_id))
  }

const ofFamily = (db: Db, actor: Actor, query: Omit<Query, 'family' | 'ids'>, family: Family) => ({
  status: 200 as const,
  body: list(db, actor, { ...query, family }),
})

type Handlers = AreaHandlers<keyof typeof historyEndpoints>

const hide: Handlers['hideDocuments'] = ({ db, actor, json }) => {
  const mine = db.conversions.filter(
    ({ owner, conversion }) => owner === actor.id && json.conversion_ids.includes(conversion.id),
  )
  for (const stored of mine) stored.hidden = json.hidden
  return { status: 200, body: { conversion_ids: mine.map(({ conversion }) => conversion.id) } }
}

export const historyHandlers: Handlers = {
  hideDocuments: hide,
  hideMedia: hide,
  listDocumentHistory: ({ db, actor, query }) => ofFamily(db, actor, query, 'document'),
  listImageHistory({ db, actor, query }) {
    return ofFamily(db, actor, query, 'image')
  },
  listConversions: async ({ db, actor, query, request }) => {
    await untilAny(db, query, request.signal)
    return { status: 200, body: list(db, actor, query) }
  },
  summariseConversions: ({ db, actor, query }) => ({ status: 200, body: summary(db, actor, query) }),
  exportConversions: ({ db, actor, query }) => ({
    status: 200,
    // Every column of the real table is the server's affair; who tries the button out sees a table.
    bytes: `\uFEFFid,filename\r\n${found(db, actor, query)
      .sort(order(query))
      .map((one) => `${one.conversion_id},${one.filename}\r\n`)
      .join('')}`,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="history.csv"',
    },
  }),
  getConversion: ({ db, actor, params }) => ({
    status: 200,
    body: owned(db, actor, params.conversion_id).conversion,
  }),
  removeConversion({ db, actor, params }) {
    const stored = owned(db, actor, params.conversion_id)
    // A file whose name says so cannot be removed: the bulk act's partial failure has to be seen
    // too.
    if (stored.conversion.filename.includes('stuck'))
      throw new MockProblem('internal', 'The file could not be removed. Try again in a moment.')
    db.conversions.splice(db.conversions.indexOf(stored), 1)
    return { status: 204 }
  },
}
