import type { z } from 'zod'
import type { Family } from '../../../contract/families.ts'
import type { Job, JobOutput, Operation } from './engine.ts'
import type { Limits } from './limits.ts'
import type { StepRunner } from './run-step.ts'
import type { WorkerProgram } from './worker-program.ts'

/** A detected engine: its version, and the path of its program if it is a system program. */
export interface Found {
  version: string | null
  path?: string
  /** The available features (office document types, languages). Undefined means all. */
  features?: readonly string[]
}

/** An engine that Filewright supports, installed or not. */
export interface Engine {
  name: string
  family: Family
  licence: string
  /** What it adds to the npm packages: a phrase for operators. */
  adds: string
  /** The command that installs it. */
  install: string
  /** System programs can read any file, so they run only in the full sandbox. */
  system: boolean
  /** The memory of all engines, in bytes, below which this one isn't used. */
  memoryBytes?: number
  /** The last day on which the vendor supports this version, as YYYY-MM-DD. */
  supportedUntil?: string
  /** Detects the engine without running it on a file. Null if it isn't installed. */
  find(): Found | null
}

/** The engines that are installed and enabled, by name. */
export type Installed = ReadonlyMap<string, Found>

/** Whether a feature of an engine is available; true if the engine has no separate features. */
export const hasFeature = (installed: Installed, engine: string, feature: string): boolean =>
  installed.get(engine)?.features?.includes(feature) ?? installed.has(engine)

/** An operation with its server-only data. */
export interface CatalogEntry {
  operation: Operation
  schema: z.ZodType<Record<string, unknown>>
  /** The kinds of child that it uses, so that they can be started in advance. */
  kinds: readonly string[]
  /** Limits that differ from the defaults. */
  limits?: Partial<Limits>
  run(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput>
}

/** What a folder of engines contributes to the catalog. */
export interface EngineModule {
  engines: readonly Engine[]
  /** The operations of the installed engines; if two do the same, the better one comes first. */
  entries(installed: Installed): CatalogEntry[]
  workerPrograms(installed: Installed): WorkerProgram[]
}
