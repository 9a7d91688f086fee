import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { type ModelOptions, type ModelTarget, THUMBNAIL_OPTIONS, type ThumbnailOptions } from './options.ts'
import type { ModelRequest } from './run.ts'

type Task =
  | { task: 'convert'; target: ModelTarget; options: ModelOptions }
  | { task: 'thumbnail'; options: ThumbnailOptions }
  | { task: 'inspect' }

/** Converts or optimizes a model. */
export const convertModel = (job: Job, run: StepRunner, limits: Limits) =>
  runTask(job, run, limits, {
    task: 'convert',
    target: job.target as ModelTarget,
    // Options that only `convert` has get neutral values in the other operations.
    options: { scale: 1, center: 'none', up_axis: 'keep', ...job.options } as ModelOptions,
  })

/** Renders an image of a model. */
export function drawModel(job: Job, run: StepRunner, limits: Limits) {
  const options = THUMBNAIL_OPTIONS.parse(job.options)
  const { size, width = size, height = size } = options
  return runTask(job, run, limits, { task: 'thumbnail', options: { ...options, width, height } })
}

/** Reports on a model as JSON: see `inspection.ts`. */
export const inspectModelFile = (job: Job, run: StepRunner, limits: Limits) =>
  runTask(job, run, limits, { task: 'inspect' })

async function runTask(job: Job, run: StepRunner, limits: Limits, task: Task): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const name = `source.${extensionOf(input.format)}`
  const { result, folder } = await run('model', [{ path: input.path, name }], {
    input: name,
    format: input.format,
    limits: { entries: limits.zipEntries, inflatedBytes: limits.zipInflatedBytes },
    ...task,
  } satisfies ModelRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
