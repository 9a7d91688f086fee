import type { JobOutput } from './engine.ts'
import type { StepResult } from './protocol.ts'

/** Converts a child's result to the job's: the format is `target` unless it made an archive. */
export function jobOutput(path: string, target: string, result: StepResult): JobOutput {
  const { format, entries, pages, width, height, duration, warnings } = result
  return {
    path,
    format: format === 'zip' ? 'zip' : target,
    ...(entries === undefined ? {} : { entries }),
    ...(pages === undefined ? {} : { pages }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(duration === undefined ? {} : { duration }),
    warnings,
  }
}
