import { mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobHooks } from './engine.ts'
import type { Limits } from './limits.ts'
import type { StepResult } from './protocol.ts'

export interface Step {
  kind: string
  owner: string
  /** Input files of the child; `name` is the name in its `in` folder. */
  inputs: { path: string; name: string }[]
  request: unknown
  /** An existing folder for the results, which keep the child's names. */
  outFolder: string
  /** The job's remaining time in milliseconds; called when the step leaves the queue. */
  wallMs(): number
}

/** Runs steps in child processes: the pool of the sandbox. */
export interface StepPool {
  run(step: Step, hooks: JobHooks): Promise<StepResult>
}

/**
 * Runs one step of a job in a child of the given kind. `folder` is a new folder inside the job's
 * that holds the results under the child's names.
 */
export type StepRunner = (
  kind: string,
  inputs: { path: string; name: string }[],
  request: unknown,
) => Promise<{ result: StepResult; folder: string }>

/** The steps of a job share its time limit, which starts with the first step, after queueing. */
export function stepRunner(
  pool: StepPool,
  job: Job,
  hooks: JobHooks,
  limits: Limits,
  engine: string,
): StepRunner {
  let deadline: number | null = null
  const wallMs = () => {
    deadline ??= performance.now() + limits.wallMs
    return deadline - performance.now()
  }
  return async (kind, inputs, request) => {
    const folder = mkdtempSync(join(job.folder, 'step-'))
    const run = () => pool.run({ kind, owner: job.owner, inputs, request, outFolder: folder, wallMs }, hooks)
    if (!hooks.traceStep) return { result: await run(), folder }
    const step = { engine, kind, inputBytes: bytesOf(inputs.map(({ path }) => path)) }
    const result = await hooks.traceStep(step, async () => {
      const result = await run()
      return { result, outputBytes: bytesOf(result.files.map((name) => join(folder, name))) }
    })
    return { result, folder }
  }
}

/** Missing files count as 0 bytes; the step itself reports the error. */
const bytesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
