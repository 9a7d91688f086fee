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

/** Video and audio take longer and weigh more than anything else. */
export const MEDIA_LIMITS: Partial<Limits> = {
  wallMs: 30 * 60_000,
  memoryBytes: 1536 * 1024 * 1024,
  outputBytes: 4 * 1024 * 1024 * 1024,
  jobsPerChild: 20,
  /** Of one frame of a video: a little more than 8K. */
  pixels: 40_000_000,
}

/** A look is for somebody who waits for it. */
export const LOOK_LIMITS: Partial<Limits> = { ...MEDIA_LIMITS, wallMs: 60_000 }

/** The kinds of child that work on small and on large files. */
export interface MediaKinds {
  small: string
  large: string
}

/**
 * Up to this many bytes FFmpeg’s programs take longer to start than to work: each loads 200
 * libraries, and a job needs three of them. A child that has loaded the library once does without.
 */
const SMALL_BYTES = 2_000_000

/**
 * A video or an audio file into another, an image or a waveform of it, in the kind of child that
 * suits its size.
 */
export function mediaJob({ small, large }: MediaKinds) {
  return async (job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> => {
    const [input] = job.inputs
    if (!input)
      throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
    const name = `source.${extensionOf(input.format)}`
    // A thumbnail reads little of a file, however large that is.
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

/** The engine has read its result itself; here our own look at its first bytes must agree. */
async function checkKind(path: string, target: string): Promise<void> {
  const found = await detectFormat({ path, filename: `result.${extensionOf(target)}` })
  if (found?.format === target) return
  throw new EngineFailure(
    'output_wrong',
    sentence`The result has an unexpected format. Try another target format.`,
  )
}
