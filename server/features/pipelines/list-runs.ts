import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PipelineRunList, pipelineEndpoints, RunItem, RunItemList } from '../../../contract/pipelines.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { countUpTo, listByTime, listInOrder } from '../../core/keyset.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { presentMessage, presentStage, presentWarnings } from '../../core/present-message.ts'
import { findRun, presentRuns } from '../../core/present-run.ts'
import { type ConversionRow, conversions, type PipelineRunRow, pipelineRuns } from '../../core/schema.ts'
import { urlHere } from '../../core/url-here.ts'

type RunsQuery = z.output<(typeof pipelineEndpoints)['listPipelineRuns']['query']>
type ItemsQuery = z.output<(typeof pipelineEndpoints)['listRunItems']['query']>

/**
 * A page of what the caller has run, dry runs aside. @throws ApiProblem invalid_request for a
 * foreign cursor
 */
export async function listRuns(ctx: Context, query: RunsQuery): Promise<z.input<typeof PipelineRunList>> {
  const { db } = ctx.platform
  const where = and(
    eq(pipelineRuns.ownerId, requireOwner(ctx)),
    eq(pipelineRuns.dryRun, false),
    query.created_by ? eq(pipelineRuns.createdBy, query.created_by) : undefined,
    query.pipeline_id ? eq(pipelineRuns.pipelineId, query.pipeline_id) : undefined,
    // One whose files were all removed from the history is nothing to look at any more.
    sql`exists (select 1 from ${conversions} c where c.run_id = ${pipelineRuns.id})`,
  )
  const page = await listByTime<PipelineRunRow, PipelineRunRow>(query, pipelineRuns, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(pipelineRuns)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${pipelineRuns} where ${where}`, limit),
    present: (run) => run,
  })
  return { ...page, results: await presentRuns(ctx, page.results) }
}

/** A page of a run's files, each with its steps. @throws ApiProblem not_found, invalid_request */
export async function listItems(
  ctx: Context,
  id: string,
  query: ItemsQuery,
): Promise<z.input<typeof RunItemList>> {
  const run = await findRun(ctx, id)
  const { db } = ctx.platform
  const where = and(
    eq(conversions.runId, id),
    isNull(conversions.parentId),
    query.status ? eq(conversions.status, query.status) : undefined,
  )
  const orders = {
    position: { column: conversions.position, of: (row: ConversionRow) => row.position as number },
  }
  const page = await listInOrder<ConversionRow, ConversionRow>(query, conversions.id, orders, {
    fetch: (after, order, limit, offset) =>
      db
        .select()
        .from(conversions)
        .where(and(where, after))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: (limit) => countUpTo(db, sql`${conversions} where ${where}`, limit),
    present: (row) => row,
  })
  const steps = await stepsOf(ctx, page.results)
  return {
    ...page,
    results: page.results.map((item) => presentItem(ctx, run, item, steps.get(item.id) ?? [])),
  }
}

async function stepsOf(ctx: Context, items: readonly ConversionRow[]) {
  const ids = items.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await ctx.platform.db
          .select()
          .from(conversions)
          .where(sql`${conversions.parentId} = any(${sql.param(ids)}::uuid[])`)
          .orderBy(asc(conversions.position))
  return Map.groupBy(rows, ({ parentId }) => parentId as string)
}

const NOT_YET = {
  ...presentStage(null),
  progress: null,
  started_at: null,
  completed_at: null,
  duration_ms: null,
  error: null,
  ...presentWarnings([]),
  format: null,
  pages: null,
  size_bytes: null,
  preview_url: null,
}

function presentItem(
  ctx: Context,
  run: PipelineRunRow,
  item: ConversionRow,
  rows: readonly ConversionRow[],
): RunItem {
  const steps = run.steps.map((_, position): RunItem['steps'][number] => {
    const row = rows.find((one) => one.position === position)
    if (!row) return { ...NOT_YET, status: item.status === 'pending' ? 'waiting' : 'skipped' }
    const { startedAt, completedAt, output } = row
    return {
      status: statusOf(row),
      ...presentStage(row.stage),
      progress: row.progress,
      started_at: startedAt?.toISOString() ?? null,
      completed_at: completedAt?.toISOString() ?? null,
      duration_ms: startedAt && completedAt ? completedAt.getTime() - startedAt.getTime() : null,
      error: row.errorCode && { code: row.errorCode, ...presentMessage(row.errorMessage ?? '') },
      ...presentWarnings(output?.warnings ?? []),
      format: output?.format ?? null,
      pages: output?.pages ?? null,
      size_bytes: output?.size_bytes ?? null,
      preview_url: row.outputKey
        ? urlHere(ctx, `/api/v1/pdf_handler/pipeline/preview/${item.id}/${position + 1}/`)
        : null,
    }
  })
  return { conversion: presentConversion(ctx, item), steps }
}

const statusOf = ({ status, startedAt, errorCode }: ConversionRow): RunItem['steps'][number]['status'] => {
  if (status === 'completed') return 'completed'
  if (status === 'failed') return errorCode === 'cancelled' ? 'skipped' : 'failed'
  return startedAt ? 'running' : 'waiting'
}
