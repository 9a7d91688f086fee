import { EngineFailure } from './engine.ts'
import { causedByTrap, EngineCrash } from './engine-crash.ts'
import type { ChildMessage, Report, StepResult } from './protocol.ts'
import { sentence } from './sentence.ts'

/** A child process: one warm-up, then one call per job. Paths: `in/NAME`, `out/NAME`, `tmp`. */
export interface ChildProgram<Request> {
  /** Loads the engine and runs it once on a tiny input, so that the first job isn't slower. */
  warm(): Promise<void>
  run(request: Request, report: Report): Promise<StepResult>
}

const MEMORY = sentence`The conversion needed too much memory and was stopped. Try a smaller file or a lower resolution.`

/**
 * The main loop of a child process: sends `ready`, then runs one job at a time. Exits when the IPC
 * channel to the parent closes.
 */
export async function serve<Request>(program: ChildProgram<Request>): Promise<void> {
  // Engines need none of the environment that the launcher left (PWD, the number of the channel).
  for (const name of Object.keys(process.env)) if (name !== 'FONTCONFIG_FILE') delete process.env[name]
  const say = (message: ChildMessage) => void process.send?.(message)
  const report: Report = (stage, progress) => say({ type: 'progress', stage, progress })
  process.on('disconnect', () => process.exit(0))
  process.on('message', (request: Request) => {
    program.run(request, report).then(
      (result) => say({ type: 'done', result }),
      (error: unknown) => {
        if (error instanceof EngineFailure) {
          if (error.cause !== undefined) toLog(error.cause)
          const crashed = error instanceof EngineCrash || causedByTrap(error)
          return say({ type: 'failed', code: error.code, message: error.message, crashed })
        }
        if (error instanceof RangeError && /allocation failed/i.test(error.message)) {
          return say({ type: 'failed', code: 'memory_limit', message: MEMORY, crashed: false })
        }
        // Logs the untranslated error; the user gets a generic sentence.
        toLog(error)
        say({
          type: 'failed',
          code: 'engine_failed',
          message: sentence`The file could not be converted. Try another target format, or check that it opens elsewhere.`,
          crashed: true,
        })
      },
    )
  })
  if (!process.connected) process.exit(0)
  await program.warm()
  say({ type: 'ready' })
}

function toLog(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
