import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PipelineRun } from '../../contract/pipelines.ts'
import { ApiProblem } from './api-problem.ts'
import { type Context, requireOwner } from './context.ts'
import { downloadPath } from './present-conversion.ts'
import { conversions, type PipelineRunRow, pipelineRuns } from './schema.ts'
import type { QueryPlatform } from './transaction.ts'
import { type Caller, urlHere } from './url-here.ts'

/** Totals of a run's files. */
interface Sums {
  runId: string
  total: number
  pending: number
  completed: number
  failed: number
  here: number
  /** Its result is the conversion with the same id. */
  single: boolean
  quoted: number
  charged: number
  completedAt: Date | null
  expiresAt: Date | null
}

/** Progress of a run's files at one step. */
interface StepSums {
  runId: string
  position: number
  waiting: number
  running: number
  completed: number
  failed: number
  stopped: number
  ms: number | null
}

const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`
const status = (name: string) => count(sql`${conversions.status} = ${name}`)
const ofRuns = (ids: readonly string[]) => sql`${conversions.runId} = any(${sql.param([...ids])}::uuid[])`

/** The caller's run. @throws ApiProblem not_found */
export async function findRun(ctx: Context, id: string): Promise<PipelineRunRow> {
  const mine = and(eq(pipelineRuns.id, id), eq(pipelineRuns.ownerId, requireOwner(ctx)))
  const [run] = await ctx.platform.db.select().from(pipelineRuns).where(mine)
  if (!run) throw new ApiProblem('not_found', 'Run not found.')
  return run
}

/** @throws ApiProblem not_found */
export async function getRun(ctx: Context, id: string): Promise<PipelineRun> {
  const [run] = await presentRuns(ctx, [await findRun(ctx, id)])
  return run as PipelineRun
}

/** Runs for their owner: files per state, and the average duration of each step. */
export async function presentRuns(
  ctx: Caller & { platform: Pick<QueryPlatform, 'db'> },
  runs: readonly PipelineRunRow[],
): Promise<PipelineRun[]> {
  if (runs.length === 0) return []
  const ids = runs.map(({ id }) => id)
  const { db } = ctx.platform
  const items = await db
    .select({
      runId: sql<string>`${conversions.runId}`,
      total: sql<number>`count(*)::int`,
      pending: status('pending'),
      completed: status('completed'),
      failed: status('failed'),
      here: count(sql`${conversions.outputKey} is not null`),
      single: sql<boolean>`bool_or(${conversions.id} = ${conversions.runId})`,
      quoted: sql<number>`sum(credits_quoted)::int`,
      charged: sql<number>`coalesce(sum(credits_charged), 0)::int`,
      completedAt: sql<Date | null>`max(completed_at)`.mapWith(conversions.createdAt),
      expiresAt: sql<Date | null>`max(expires_at)`.mapWith(conversions.createdAt),
    })
    .from(conversions)
    .where(and(ofRuns(ids), isNull(conversions.parentId)))
    .groupBy(conversions.runId)
  const steps = await db
    .select({
      runId: sql<string>`${conversions.runId}`,
      position: sql<number>`${conversions.position}`,
      waiting: count(sql`status = 'pending' and started_at is null`),
      running: count(sql`status = 'pending' and started_at is not null`),
      completed: status('completed'),
      failed: count(sql`status = 'failed' and error_code <> 'cancelled'`),
      stopped: count(sql`status = 'failed' and error_code = 'cancelled'`),
      ms: sql<
        number | null
      >`round(avg(extract(epoch from completed_at - started_at) * 1000) filter (where status = 'completed'))::int`,
    })
    .from(conversions)
    .where(and(ofRuns(ids), isNotNull(conversions.parentId)))
    .groupBy(conversions.runId, conversions.position)
  return runs.map((run) =>
    presentRun(
      ctx,
      run,
      items.find(({ runId }) => runId === run.id),
      steps.filter(({ runId }) => runId === run.id),
    ),
  )
}

function presentRun(
  ctx: Caller,
  run: PipelineRunRow,
  sums: Sums | undefined,
  steps: readonly StepSums[],
): PipelineRun {
  const { total = 0, pending = 0, completed = 0, failed = 0 } = sums ?? {}
  const state = pending > 0 ? 'pending' : completed > 0 ? 'completed' : 'failed'
  const single = (sums?.single ?? false) && !run.dryRun
  const path = single
    ? downloadPath({ family: 'document', id: run.id })
    : `/api/v1/docs_core/batch/${run.id}/download/`
  return {
    run_id: run.id,
    id: run.id,
    conversion_id: single ? run.id : null,
    pipeline_id: run.pipelineId,
    name: run.name,
    status: state,
    state,
    dry_run: run.dryRun,
    steps: run.steps.map(({ operation, label, target_format }, position) => {
      const at = steps.find((one) => one.position === position)
      const ended = (at?.completed ?? 0) + (at?.failed ?? 0)
      const under = (at?.waiting ?? 0) + (at?.running ?? 0)
      // Files that never reached this step, or were stopped at it.
      const skipped = Math.max(0, total - ended - under - stillBefore(steps, position))
      return {
        operation,
        label,
        target_format,
        waiting: Math.max(0, total - ended - (at?.running ?? 0) - skipped),
        running: at?.running ?? 0,
        completed: at?.completed ?? 0,
        failed: at?.failed ?? 0,
        skipped,
        duration_ms: at?.ms ?? null,
      }
    }),
    total,
    pending,
    completed,
    failed,
    credits_quoted: sums?.quoted ?? 0,
    credits_charged: sums?.charged ?? 0,
    download_url: (sums?.here ?? 0) > 0 && !run.dryRun ? urlHere(ctx, path) : null,
    created_by: run.createdBy,
    created_at: run.createdAt.toISOString(),
    completed_at: pending > 0 ? null : (sums?.completedAt?.toISOString() ?? null),
    expires_at: sums?.expiresAt?.toISOString() ?? null,
  }
}

/** Files that wait or run at an earlier step. */
const stillBefore = (steps: readonly StepSums[], position: number) =>
  steps
    .filter((one) => one.position < position)
    .reduce((sum, { waiting, running }) => sum + waiting + running, 0)
