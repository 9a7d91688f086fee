import { EngineFailure } from './engine.ts'

/**
 * The engine itself ended or trapped. What an earlier file left behind may be the cause, not this
 * file.
 */
export class EngineCrash extends EngineFailure {
  override readonly name = 'EngineCrash'
}

/**
 * Whether a failure was caused by a trap of WebAssembly, after which the memory of the engine is
 * unreliable.
 */
export function causedByTrap(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth++)
    if (cause instanceof WebAssembly.RuntimeError) return true
  return false
}
