import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { DataRequest } from './data-child.ts'
import type { DataFormat } from './formats.ts'

const MEGABYTE = 1024 * 1024

/** Tables are streamed, so text may be long; the child has a limit per format. */
export const DATA_LIMITS: Partial<Limits> = {
  wallMs: 5 * 60_000,
  memoryBytes: 1536 * MEGABYTE,
  outputBytes: 2048 * MEGABYTE,
  textBytes: 1024 * MEGABYTE,
}

/** Converts a data file to another format. */
export async function convertData(job: Job, run: StepRunner): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const name = `source.${extensionOf(input.format)}`
  const { result, folder } = await run('data', [{ path: input.path, name }], {
    input: name,
    output: `result.${extensionOf(job.target)}`,
    format: input.format as DataFormat,
    target: job.target as DataFormat,
    options: job.options,
  } satisfies DataRequest)
  return jobOutput(join(folder, result.files[0] ?? ''), job.target, result)
}
