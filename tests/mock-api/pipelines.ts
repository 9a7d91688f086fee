import type { pipelineEndpoints } from '../../contract/pipelines.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'

const soon = () => {
  throw new MockProblem('unavailable', 'Not yet.')
}

export const pipelineHandlers: AreaHandlers<keyof typeof pipelineEndpoints> = {
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
