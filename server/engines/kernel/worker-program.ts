import type { Limits } from './limits.ts'

/** A child program of an engine, and what its process needs. */
export interface WorkerProgram {
  /** An engine's process of its own, for instance `image`. */
  kind: string
  program: string
  readable?: readonly string[]
  /** Where its jobs need other limits than most. */
  limits?: Partial<Limits>
  /** It runs a program of the system's, which wants to see its own settings below /etc. */
  spawns?: boolean
  /** It works in threads of its own. */
  threads?: boolean
  /** Bytes that its threads reserve beside what they use. */
  reservedBytes?: number
  /** What a job of it may need, in bytes, where that is more than most do. */
  expectedBytes?: number
  /** It takes so much memory that it is started for a job and not in advance. */
  onDemand?: boolean
  /**
   * What it starts goes on from job to job and needs a folder that lasts: `state`, beside `in`,
   * `out` and `tmp`.
   */
  keeps?: boolean
}
