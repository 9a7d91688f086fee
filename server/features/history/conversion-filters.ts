import { and, eq, gte, isNotNull, isNull, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { SummaryQuery } from '../../../contract/history.ts'
import type { Context } from '../../core/context.ts'
import { contains } from '../../core/keyset.ts'
import { conversions } from '../../core/schema.ts'

type Filters = z.output<typeof SummaryQuery>

/**
 * Counting stops here: a page of twenty must not cost a count of a million. It stops sooner where
 * rows have to be read to be counted, and not an index alone.
 */
export const COUNT_LIMIT = { byIndex: 10_000, byRow: 1000 }

/**
 * Family and status have an index each, which knows the date too; nothing else is counted without
 * looking at rows.
 */
export const countsByIndex = ({
  hidden,
  q,
  format,
  batch_id,
  family,
  status,
  credits_min,
  credits_max,
}: Filters) => !(hidden || q || format || batch_id || (family && status) || credits_min || credits_max)

/** As the index of costs has it. */
export const charged = sql<number>`coalesce(${conversions.creditsCharged}, 0)`

/** The service's own conversions are hidden from the start, and nobody's to see. */
const visibility = ({ hidden }: Filters) =>
  hidden ? and(isNotNull(conversions.hiddenAt), not(conversions.service)) : isNull(conversions.hiddenAt)

/** The conversions of one owner that a list, a sum or an export is asked for. */
export const matching = (ctx: Context, owner: string, query: Filters): SQL | undefined =>
  and(
    eq(conversions.ownerId, owner),
    visibility(query),
    query.created_by ? eq(conversions.createdBy, query.created_by) : undefined,
    query.family ? eq(conversions.family, query.family) : undefined,
    query.status && ofStatus(query.status),
    query.format ? or(...ofFormat(query.format)) : undefined,
    query.created_after ? gte(conversions.createdAt, new Date(query.created_after)) : undefined,
    query.created_before ? lt(conversions.createdAt, new Date(query.created_before)) : undefined,
    query.batch_id ? eq(conversions.batchId, query.batch_id) : undefined,
    query.credits_min === undefined ? undefined : gte(charged, query.credits_min),
    query.credits_max === undefined ? undefined : lte(charged, query.credits_max),
    query.q?.trim() ? ofText(ctx, query.q.trim()) : undefined,
  )

const ofStatus = (status: NonNullable<Filters['status']>) => {
  if (status === 'cancelled')
    return and(eq(conversions.status, 'failed'), eq(conversions.errorCode, 'cancelled'))
  if (status !== 'failed') return eq(conversions.status, status)
  return and(
    eq(conversions.status, 'failed'),
    or(isNull(conversions.errorCode), ne(conversions.errorCode, 'cancelled')),
  )
}

const ofFormat = (format: string) => [
  eq(conversions.sourceFormat, format),
  eq(conversions.targetFormat, format),
]

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * An id, or a part of a file name; and where the text names a format, what was of it or became it.
 */
function ofText({ platform }: Context, text: string): SQL | undefined {
  if (UUID.test(text)) return eq(conversions.id, text.toLowerCase())
  const named = contains(conversions.filename, text)
  const format = platform.engines.normalise(text)
  // No other text is asked for as a format: the question would keep the name's index from being
  // enough.
  return format === null ? named : or(named, ...ofFormat(format))
}
