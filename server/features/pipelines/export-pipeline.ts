import type { z } from 'zod'
import type { PipelineDocument } from '../../../contract/pipelines.ts'
import type { Context } from '../../core/context.ts'
import { openSteps } from '../../core/step-secrets.ts'
import { stepFacts } from './check-steps.ts'
import { findPipeline } from './present-pipeline.ts'

/**
 * A pipeline as a document. What opens files is left out and named; files of its steps stand by
 * their names.
 * @throws ApiProblem not_found
 */
export async function exportPipeline(ctx: Context, id: string): Promise<z.input<typeof PipelineDocument>> {
  const { pipeline } = await findPipeline(ctx, id)
  const { files } = await stepFacts(ctx, pipeline.steps)
  const secrets = openSteps(ctx.platform.secrets, pipeline.secrets)
  return {
    format: 'filewright-pipeline',
    version: 1,
    name: pipeline.name,
    description: pipeline.description,
    steps: pipeline.steps.map((step) => ({
      operation: step.operation,
      target_format: step.target_format,
      options: step.options,
      files: step.files.map((file) => ({ file_name: files.get(file)?.name ?? 'a file that is gone' })),
      files_first: step.files_first,
      left_out: Object.keys(secrets[step.id] ?? {}),
    })),
  }
}
