import type { z } from 'zod'
import type { Family } from '../../../contract/families.ts'
import type { Job, JobOutput, Operation } from './engine.ts'
import type { Limits } from './limits.ts'
import type { StepRunner } from './run-step.ts'
import type { WorkerProgram } from './worker-program.ts'

/**
 * An engine that was found: its version, and where its program lies when it is one of the system's.
 */
export interface Found {
  version: string | null
  path?: string
  /**
   * What of it is here, where it comes in parts: the office's kinds of documents, languages.
   * Undefined means all.
   */
  features?: readonly string[]
}

/** An engine that Filewright knows how to use, whether or not it is here. */
export interface Engine {
  name: string
  family: Family
  licence: string
  /** What it is for, or what it would add to what npm brings: half a sentence for an operator. */
  adds: string
  /** How an operator gets it: one command. */
  install: string
  /** A program of the system's reads what it likes: it is used in the full sandbox only. */
  system: boolean
  /** The memory that engines need together for it to be used, in bytes. */
  memoryBytes?: number
  /** The last day on which its makers maintain this version, as YYYY-MM-DD. */
  supportedUntil?: string
  /** Looks for it; cheap, and without running it on anything. Null where it is not here. */
  find(): Found | null
}

/** The engines that are here and may be used, by name. */
export type Installed = ReadonlyMap<string, Found>

/** Whether a part of an engine is here; true where the engine does not come in parts. */
export const hasFeature = (installed: Installed, engine: string, feature: string): boolean =>
  installed.get(engine)?.features?.includes(feature) ?? installed.has(engine)

/** An operation with what only the server needs of it. */
export interface CatalogEntry {
  operation: Operation
  schema: z.ZodType<Record<string, unknown>>
  /** The kinds of child that it works in, so that they can be got ready beforehand. */
  kinds: readonly string[]
  /** Where a family needs other limits than most. */
  limits?: Partial<Limits>
  run(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput>
}

/** What a folder of engines gives to the catalog. */
export interface EngineModule {
  engines: readonly Engine[]
  /**
   * What can be done with the engines that are here; where two can do the same, the better one
   * stands first.
   */
  entries(installed: Installed): CatalogEntry[]
  workerPrograms(installed: Installed): WorkerProgram[]
}
