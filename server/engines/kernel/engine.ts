import type { ConversionErrorCode } from '../../../contract/conversion-errors.ts'
import type { Family } from '../../../contract/families.ts'
import type { Confinement } from './confinement.ts'
import type { Sentence } from './sentence.ts'

/** A format of the catalog. `format` is its canonical short name in lower case: `docx`, `jpg`. */
export interface Format {
  format: string
  label: string
  family: Family
  mimeTypes: readonly string[]
  extensions: readonly string[]
}

/** The JSON Schema of an operation's options; the dashboard renders the form from it. */
export type OptionsSchema = {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  additionalProperties: false
}

/** An operation on a file: `convert` for every family, and others that its engines offer. */
export interface Operation {
  operation: string
  label: string
  family: Family
  /** The name of the engine as users know it. */
  engine: string
  from: readonly string[]
  to: readonly string[]
  /** The minimum number of files: 1 for most operations, more for those that combine files. */
  minFiles: number
  maxFiles: number
  options: OptionsSchema
  /** Engine features that the operation requires, each as `ENGINE PART`: `LibreOffice sheet`. */
  features?: readonly string[]
}

/** What a job requires of the worker that runs it. */
export interface Demands {
  /** Names of engines and their features (`LibreOffice sheet`). */
  engines: readonly string[]
  /** Whether it may take minutes; such jobs have their own queue. */
  long: boolean
}

/** An engine of a process, as the heartbeat reports it to other processes. */
export interface WorkerEngine {
  name: string
  family: Family
  version: string | null
  supportedUntil: string | null
  /** Its available features, if it has separate ones; undefined if all are available. */
  features?: readonly string[] | undefined
}

/** The state of an engine for operators: availability, version, license and installation. */
export interface EngineState {
  name: string
  family: Family
  version: string | null
  licence: string
  /** What it is for, or what it would add. */
  adds: string
  /** Whether it is a system program and not an npm package. */
  system: boolean
  /** Whether it is installed and used. */
  installed: boolean
  /** The last day on which the vendor supports this version, as YYYY-MM-DD; null if unknown. */
  supportedUntil: string | null
  /** How an operator installs it, if it is missing. */
  install?: string
}

/** A file in the job's folder. `path` is absolute and consists of generated names only. */
export interface JobFile {
  path: string
  format: string
}

export interface Job {
  /** The owner of the files: a warm child that has read one owner's files never gets another's. */
  owner: string
  /** The folder of this job; the engine sees no other. The caller creates and removes it. */
  folder: string
  operation: string
  inputs: JobFile[]
  target: string
  /** Already validated against the operation's schema. */
  options: Record<string, unknown>
}

export interface JobHooks {
  signal: AbortSignal
  /**
   * `progress` is 0..1, or null if the engine can't measure it; `stage` is a short phrase for the
   * user ("Rendering page 3 of 9").
   */
  onProgress(stage: Sentence, progress: number | null): void
  /** Wraps each step that a child process runs; calls `run` once and returns its result. */
  traceStep?<Result>(
    step: StepFacts,
    run: () => Promise<{ result: Result; outputBytes: number }>,
  ): Promise<Result>
}

/** A step of a job for its trace: the engine, the kind of child and the size of the input. */
export interface StepFacts {
  engine: string
  kind: string
  inputBytes: number
}

export interface JobOutput {
  path: string
  /** `zip` for several result files (each page as an image); `entries` is then their number. */
  format: string
  entries?: number
  /** Number of pages, for documents. */
  pages?: number
  /** Pixels of an image. */
  width?: number
  height?: number
  /** Duration in seconds, for audio and video. */
  duration?: number
  /** What was lost or replaced, for the user: "1 image could not be found". */
  warnings: Sentence[]
}

/**
 * The only error of an engine for the user: what happened and what to do. `message` is the sentence
 * with its values isolated.
 */
export class EngineFailure extends Error {
  readonly code: ConversionErrorCode
  declare readonly message: Sentence
  constructor(code: ConversionErrorCode, message: Sentence, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineFailure'
    this.code = code
  }
}

/** The state of a child pool, for metrics. */
export interface EngineFigures {
  /** Live children by kind; `busy` is the number that run a job. */
  children: { kind: string; busy: number; idle: number }[]
  /** Failed jobs by kind of child and error code: limits, crashes and faults of the file. */
  failures: { kind: string; code: ConversionErrorCode; count: number }[]
}

/**
 * The interface of all engines to the rest of the server. Its operations are the union of those
 * that running workers offer.
 */
export interface Engines {
  /** Formats with their possible `outputs` and `inputs`, of one family or of all. */
  formats(family?: Family): (Format & { inputs: string[]; outputs: string[] })[]
  operations(filter: { family?: Family; from?: string; to?: string }): Operation[]
  states(): EngineState[]
  /** The engines of this process only. */
  own(): WorkerEngine[]
  /** All that jobs may require of this process (see Demands). */
  abilities(): readonly string[]
  /** Replaces the known engines of the running workers; one list per worker. */
  count(workers: readonly (readonly WorkerEngine[])[]): void
  demands(operation: Operation): Demands
  /** The engines that a conversion requires and no worker has; null if no engine supports it. */
  absent(wanted: { operation: string; from: string; to: string }): string[] | null
  /** Detects a format by content; the name decides only between text formats. Null if unknown. */
  detect(file: { path: string; filename: string }): Promise<Format | null>
  /**
   * The canonical name of a caller's format (`.JPEG` → `jpg`), or null; `family` resolves ambiguous
   * names.
   */
  normalise(format: string, family?: Family): string | null
  /** The options with defaults applied, or the list of validation errors. */
  checkOptions(
    operation: Operation,
    options: unknown,
  ):
    | { ok: true; options: Record<string, unknown> }
    | { ok: false; errors: { path: string; message: string }[] }
  /**
   * What an operation always loses from a format, as sentences for users: "Charts become tables."
   */
  losses(operation: Operation, source: string): Sentence[]
  /**
   * Runs a job in a sandboxed child process and probes the output.
   * @throws EngineFailure if the output is invalid.
   */
  run(job: Job, hooks: JobHooks): Promise<JobOutput>
  /** The confinement of engines on this machine, for the startup log and the health page. */
  sandbox(): Confinement
  /** The children of this process, and their failures since its start. */
  figures(): EngineFigures
  /** Starts the children of an operation that will be requested soon. Never throws, never waits. */
  prepare(operation: Operation): void
  close(): Promise<void>
}
