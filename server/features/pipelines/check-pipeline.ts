import type { PipelineCheck, PipelineStep } from '../../../contract/pipelines.ts'
import type { Context } from '../../core/context.ts'
import { openSteps } from '../../core/step-secrets.ts'
import { checkSteps, stepFacts } from './check-steps.ts'
import { findPipeline } from './present-pipeline.ts'

/**
 * Whether steps can follow each other, and what they cost; with the passwords that a pipeline
 * keeps. @throws ApiProblem not_found
 */
export async function checkPipeline(
  ctx: Context,
  { steps, pipeline_id: id }: { steps: PipelineStep[]; pipeline_id?: string | undefined },
): Promise<PipelineCheck> {
  const sealed = id === undefined ? null : (await findPipeline(ctx, id)).pipeline.secrets
  const secrets = openSteps(ctx.platform.secrets, sealed)
  const { plans: _, ...check } = checkSteps(ctx, steps, await stepFacts(ctx, steps), secrets)
  return check
}
