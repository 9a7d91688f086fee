import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Pipeline } from '../../../contract/pipelines.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { type PipelineRow, pipelineRuns, pipelines } from '../../core/schema.ts'
import { openSteps } from '../../core/step-secrets.ts'
import { checkSteps, type StepFacts, stepFacts } from './check-steps.ts'

export interface PipelineFacts {
  pipeline: PipelineRow
  runs: number
  lastRunAt: Date | null
}

const ran = sql`from ${pipelineRuns} r where r.pipeline_id = ${pipelines.id} and not r.dry_run`

export const selectPipelines = ({ platform }: Context, where: SQL | undefined) =>
  platform.db
    .select({
      pipeline: pipelines,
      runs: sql<number>`(select count(*)::int ${ran})`,
      lastRunAt: sql<Date | null>`(select max(r.created_at) ${ran})`.mapWith(pipelines.createdAt),
    })
    .from(pipelines)
    .where(where)

/** A pipeline of the caller's own. @throws ApiProblem not_found */
export async function findPipeline(ctx: Context, id: string): Promise<PipelineFacts> {
  const [found] = await selectPipelines(
    ctx,
    and(eq(pipelines.id, id), eq(pipelines.ownerId, requireOwner(ctx))),
  )
  if (!found) throw new ApiProblem('not_found', 'Pipeline not found.')
  return found
}

/** @throws ApiProblem not_found */
export async function getPipeline(ctx: Context, id: string): Promise<Pipeline> {
  const found = await findPipeline(ctx, id)
  return presentPipeline(ctx, found, await stepFacts(ctx, found.pipeline.steps))
}

/**
 * A pipeline as its owner sees it: checked against what this instance can do now, and without its
 * passwords.
 */
export function presentPipeline(
  ctx: Context,
  { pipeline, runs, lastRunAt }: PipelineFacts,
  facts: StepFacts,
): Pipeline {
  const secrets = openSteps(ctx.platform.secrets, pipeline.secrets)
  const { plans: _, ...check } = checkSteps(ctx, pipeline.steps, facts, secrets)
  return {
    ...check,
    pipeline_id: pipeline.id,
    id: pipeline.id,
    name: pipeline.name,
    description: pipeline.description,
    steps: pipeline.steps.map((step) => ({ ...step, secrets: Object.keys(secrets[step.id] ?? {}) })),
    runs,
    last_run_at: lastRunAt?.toISOString() ?? null,
    created_by: pipeline.createdBy,
    created_at: pipeline.createdAt.toISOString(),
    updated_at: pipeline.updatedAt.toISOString(),
  }
}
