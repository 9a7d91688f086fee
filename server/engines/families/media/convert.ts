import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { detectFormat } from '../detection/detect.ts'
import type { MediaRequest } from './work.ts'

/** Video and audio take more time and space than other families. */
export const MEDIA_LIMITS: Partial<Limits> = {
  wallMs: 30 * 60_000,
  memoryBytes: 1536 * 1024 * 1024,
  outputBytes: 4 * 1024 * 1024 * 1024,
  jobsPerChild: 20,
  /** Of one video frame: slightly more than 8K. */
  pixels: 40_000_000,
}

/** The user waits for previews, so their time limit is short. */
export const LOOK_LIMITS: Partial<Limits> = { ...MEDIA_LIMITS, wallMs: 60_000 }

/** The kinds of child for small and for large files. */
export interface MediaKinds {
  small: string
  large: string
}

/**
 * Below this size FFmpeg's programs take longer to start than to work: each loads 200 libraries,
 * and a job runs three. A child with the library loaded avoids that.
 */
const SMALL_BYTES = 2_000_000

/** Converts video or audio, or extracts an image or waveform, in the child that suits its size. */
export function mediaJob({ small, large }: MediaKinds) {
  return async (job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> => {
    const [input] = job.inputs
    if (!input)
      throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
    const name = `source.${extensionOf(input.format)}`
    // A thumbnail reads little of a file, whatever its size.
    const isSmall = job.operation === 'thumbnail' || (await stat(input.path)).size <= SMALL_BYTES
    const kind = isSmall ? small : large
    const { result, folder } = await run(kind, [{ path: input.path, name }], {
      input: name,
      format: input.format,
      operation: job.operation,
      target: job.target,
      options: job.options,
      maxPixels: limits.pixels,
    } satisfies MediaRequest)
    const path = join(folder, result.files[0] ?? '')
    if (job.target !== 'json') await checkKind(path, job.target)
    return jobOutput(path, job.target, result)
  }
}

/** The engine has verified its result; the independent format detection must agree. */
async function checkKind(path: string, target: string): Promise<void> {
  const found = await detectFormat({ path, filename: `result.${extensionOf(target)}` })
  if (found?.format === target) return
  throw new EngineFailure(
    'output_wrong',
    sentence`The result has an unexpected format. Try another target format.`,
  )
}
