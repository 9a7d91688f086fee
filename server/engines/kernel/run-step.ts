import { mkdtempSync } from 'node:fs'
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
 * Runs one step of a job in a child of the given kind. The results lie in `folder`, a new one inside the job's, under the
 * names that the child gave them.
 */
export type StepRunner = (
  kind: string,
  inputs: { path: string; name: string }[],
  request: unknown,
) => Promise<{ result: StepResult; folder: string }>

/** The steps of one job share its time: it begins when the first step begins, not while that waits for a place. */
export function stepRunner(pool: StepPool, job: Job, hooks: JobHooks, limits: Limits): StepRunner {
  let deadline: number | null = null
  const wallMs = () => {
    deadline ??= performance.now() + limits.wallMs
    return deadline - performance.now()
  }
  return async (kind, inputs, request) => {
    const folder = mkdtempSync(join(job.folder, 'step-'))
    const result = await pool.run(
      { kind, owner: job.owner, inputs, request, outFolder: folder, wallMs },
      hooks,
    )
    return { result, folder }
  }
}
