import type { pipelineEndpoints } from '../../../contract/pipelines.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Handlers } from '../../http/handlers.ts'

const soon = async () => {
  throw new Refusal('unavailable', 'Not yet.')
}

export const pipelineRoutes: Handlers<keyof typeof pipelineEndpoints> = {
  listPipelines: soon,
  createPipeline: soon,
  listPipelineTemplates: soon,
  checkPipeline: soon,
  importPipeline: soon,
  getPipeline: soon,
  updatePipeline: soon,
  deletePipeline: soon,
  duplicatePipeline: soon,
  exportPipeline: soon,
  runPipeline: soon,
  listPipelineRuns: soon,
  getPipelineRun: soon,
  listRunItems: soon,
  cancelPipelineRun: soon,
  getStepPreview: soon,
}
