import type { pipelineEndpoints } from '../../../contract/pipelines.ts'
import { getRun } from '../../core/present-run.ts'
import { storedFileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { cancelRun } from './cancel-run.ts'
import { checkPipeline } from './check-pipeline.ts'
import { exportPipeline } from './export-pipeline.ts'
import { importPipeline } from './import-pipeline.ts'
import { listPipelines } from './list-pipelines.ts'
import { listItems, listRuns } from './list-runs.ts'
import { getPipeline } from './present-pipeline.ts'
import { runOnForm, runOnStored } from './run-pipeline.ts'
import { createPipeline, deletePipeline, duplicatePipeline, updatePipeline } from './save-pipeline.ts'
import { stepPreview } from './step-preview.ts'
import { listTemplates } from './templates.ts'

export const pipelineRoutes: Handlers<keyof typeof pipelineEndpoints> = {
  listPipelines: async ({ ctx, query }) => ({ status: 200, body: await listPipelines(ctx, query) }),
  createPipeline: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await getPipeline(ctx, await createPipeline(ctx, json, idempotencyKey)),
  }),
  listPipelineTemplates: async ({ ctx }) => ({ status: 200, body: { templates: await listTemplates(ctx) } }),
  checkPipeline: async ({ ctx, json }) => ({ status: 200, body: await checkPipeline(ctx, json) }),
  importPipeline: async ({ ctx, json }) => ({ status: 200, body: await importPipeline(ctx, json.document) }),
  getPipeline: async ({ ctx, params }) => ({ status: 200, body: await getPipeline(ctx, params.pipeline_id) }),
  updatePipeline: async ({ ctx, params, json }) => {
    await updatePipeline(ctx, params.pipeline_id, json)
    return { status: 200, body: await getPipeline(ctx, params.pipeline_id) }
  },
  deletePipeline: async ({ ctx, params }) => {
    await deletePipeline(ctx, params.pipeline_id)
    return { status: 204 }
  },
  duplicatePipeline: async ({ ctx, params, idempotencyKey }) => ({
    status: 201,
    body: await getPipeline(ctx, await duplicatePipeline(ctx, params.pipeline_id, idempotencyKey)),
  }),
  exportPipeline: async ({ ctx, params }) => ({
    status: 200,
    body: await exportPipeline(ctx, params.pipeline_id),
  }),
  runPipeline: async ({ ctx, params, json, parts, idempotencyKey }) => {
    const id = params.pipeline_id
    const run = json
      ? await runOnStored(ctx, id, json, idempotencyKey)
      : await runOnForm(ctx, id, parts(), idempotencyKey)
    return { status: 202, body: await getRun(ctx, run) }
  },
  listPipelineRuns: async ({ ctx, query }) => ({ status: 200, body: await listRuns(ctx, query) }),
  getPipelineRun: async ({ ctx, params }) => ({ status: 200, body: await getRun(ctx, params.run_id) }),
  listRunItems: async ({ ctx, params, query }) => ({
    status: 200,
    body: await listItems(ctx, params.run_id, query),
  }),
  cancelPipelineRun: async ({ ctx, params }) => {
    await cancelRun(ctx, params.run_id)
    return { status: 200, body: await getRun(ctx, params.run_id) }
  },
  getStepPreview: async ({ ctx, params, gone }) =>
    storedFileAnswer(ctx.platform.objects, await stepPreview(ctx, params.conversion_id, params.step, gone)),
}
