import { EngineFailure } from './engine.ts'
import { causedByTrap, EngineCrash } from './engine-crash.ts'
import type { ChildMessage, Report, StepResult } from './protocol.ts'
import { sentence } from './sentence.ts'

/**
 * What a child program is: something to get ready once, and something to do per job. Paths:
 * `in/NAME`, `out/NAME`, `tmp`.
 */
export interface ChildProgram<Request> {
  /**
   * Loads the engine and runs it once on something tiny, so that the first job does not pay for it.
   */
  warm(): Promise<void>
  run(request: Request, report: Report): Promise<StepResult>
}

const MEMORY = sentence`The conversion needed too much memory and was stopped. Try a smaller file or a lower resolution.`

/**
 * The main loop of a child program: says `ready`, then does one job at a time. It ends with its
 * parent: when the channel closes there is nobody left to work for.
 */
export async function serve<Request>(program: ChildProgram<Request>): Promise<void> {
  // Whatever the way here left behind (PWD, the channel's number) is of no use to an engine.
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
        // An error that nobody has translated is shown to the log alone; the person reads a plain
        // sentence.
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
