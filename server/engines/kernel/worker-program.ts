import type { Limits } from './limits.ts'

/** A worker program of an engine and its process requirements. */
export interface WorkerProgram {
  /** The kind of child process, for instance `image`. */
  kind: string
  program: string
  readable?: readonly string[]
  /** Limits that differ from the defaults. */
  limits?: Partial<Limits>
  /** Whether it runs a system program, which needs its settings below /etc. */
  spawns?: boolean
  /** Whether it uses threads. */
  threads?: boolean
  /** Address space that its threads reserve in addition to the memory in use, in bytes. */
  reservedBytes?: number
  /** The expected memory of a job in bytes, if above the default. */
  expectedBytes?: number
  /** Started per job and not in advance, because it uses much memory. */
  onDemand?: boolean
  /**
   * Its subprocess survives jobs and needs a persistent folder: `state`, beside `in`, `out`, `tmp`.
   */
  keeps?: boolean
}
