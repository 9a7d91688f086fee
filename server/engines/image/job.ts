import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../engine.ts'
import { extensionOf } from '../formats.ts'
import { jobOutput } from '../job-output.ts'
import type { Limits } from '../limits.ts'
import type { StepRunner } from '../run-step.ts'
import type { ImageRequest } from './convert.ts'
import type { ImageOptions, ImageTarget } from './options.ts'

/** A picture into a picture, changed on the way as the options say. */
export async function convertPicture(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', 'No file was given. Choose a file, then try again.')
  const name = `source.${extensionOf(input.format)}`
  const { result, folder } = await run('image', [{ path: input.path, name }], {
    input: name,
    format: input.format,
    output: 'result',
    target: job.target as ImageTarget,
    options: job.options as ImageOptions,
    maxPixels: limits.pixels,
  } satisfies ImageRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
