import { EngineFailure } from './engine.ts'

/** The engine exited or trapped. The cause may be state from an earlier file, not this file. */
export class EngineCrash extends EngineFailure {
  override readonly name = 'EngineCrash'
}

/** Whether a WebAssembly trap caused a failure; the engine's memory is unreliable after one. */
export function causedByTrap(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth++)
    if (cause instanceof WebAssembly.RuntimeError) return true
  return false
}
