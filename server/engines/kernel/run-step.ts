import { mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobHooks } from './engine.ts'
import type { Limits } from './limits.ts'
import type { StepResult } from './protocol.ts'

export interface Step {
  kind: string
  owner: string
  /** Files for the child: `name` is what it finds in its `in` folder. */
  inputs: { path: string; name: string }[]
  request: unknown
  /** An existing folder that the results are moved to, under the names that the child gave them. */
  outFolder: string
  /** What is left of the job's time, in milliseconds, when its turn comes; asked for then. */
  wallMs(): number
}

/** What runs steps in child processes: the pool of the sandbox. */
export interface StepPool {
  run(step: Step, hooks: JobHooks): Promise<StepResult>
}

/**
 * Runs one step of a job in a child of the given kind. The results lie in `folder`, a new one
 * inside the job's, under the names that the child gave them.
 */
export type StepRunner = (
  kind: string,
  inputs: { path: string; name: string }[],
  request: unknown,
) => Promise<{ result: StepResult; folder: string }>

/**
 * The steps of one job share its time: it begins when the first step begins, not while that waits
 * for a place.
 */
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

/** What is not there counts as nothing: the step itself says what is wrong with it. */
const bytesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)
