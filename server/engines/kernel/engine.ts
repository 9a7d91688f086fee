import type { ConversionErrorCode } from '../../../contract/conversion-errors.ts'
import type { Family } from '../../../contract/families.ts'
import type { Confinement } from './confinement.ts'
import type { Sentence } from './sentence.ts'

/**
 * A format as the catalog knows it. `format` is the canonical short name, lower case: `docx`,
 * `jpg`, `tiff`.
 */
export interface Format {
  format: string
  label: string
  family: Family
  mimeTypes: readonly string[]
  extensions: readonly string[]
}

/**
 * A JSON Schema object that describes an operation's options; the dashboard draws its form from it.
 */
export type OptionsSchema = {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  additionalProperties: false
}

/**
 * Something that can be done to a file: `convert` for every family, and what else its engines
 * offer.
 */
export interface Operation {
  operation: string
  label: string
  family: Family
  /** The engine that does it, as people know its name. */
  engine: string
  from: readonly string[]
  to: readonly string[]
  /** How many files it takes: one for most, several for what puts files together. */
  minFiles: number
  maxFiles: number
  options: OptionsSchema
  /**
   * Parts of the engines without which it is not done, each as `ENGINE PART`: `LibreOffice sheet`.
   */
  features?: readonly string[]
}

/** What a job asks of the worker that runs it. */
export interface Demands {
  /** Names of engines, and parts of them (`LibreOffice sheet`). */
  engines: readonly string[]
  /** Whether it may take minutes: such jobs wait in a queue of their own. */
  long: boolean
}

/** An engine of a process, as its heartbeat tells others. */
export interface WorkerEngine {
  name: string
  family: Family
  version: string | null
  supportedUntil: string | null
  /** Its parts, where it comes in parts; undefined where all are there. */
  features?: readonly string[] | undefined
}

/**
 * What an engine offers an operator: is it here, in which version, under which licence, and how it
 * would be got.
 */
export interface EngineState {
  name: string
  family: Family
  version: string | null
  licence: string
  /** What it is for, or what it would add. */
  adds: string
  /** Whether it is a program of the system's, and not a package of npm's. */
  system: boolean
  /** Whether it is here, and used. */
  installed: boolean
  /**
   * The last day on which its makers maintain this version, as YYYY-MM-DD; null where they name
   * none.
   */
  supportedUntil: string | null
  /** How an operator gets it, where it is not here. */
  install?: string
}

/** A file in the job's folder. `path` is absolute and made from generated names only. */
export interface JobFile {
  path: string
  format: string
}

export interface Job {
  /** Whose files these are: a warm child that has seen one owner's files never sees another's. */
  owner: string
  /** A folder of this job's own; the engine sees nothing else. The caller makes and removes it. */
  folder: string
  operation: string
  inputs: JobFile[]
  target: string
  /** Already checked against the operation's schema. */
  options: Record<string, unknown>
}

export interface JobHooks {
  signal: AbortSignal
  /**
   * `progress` is 0..1, or null where the engine cannot say; `stage` is a word or two for a person
   * ("Rendering page 3 of 9").
   */
  onProgress(stage: Sentence, progress: number | null): void
  /**
   * Called around each step of the job that a child does; it calls `run` once and answers its
   * result.
   */
  traceStep?<Result>(
    step: StepFacts,
    run: () => Promise<{ result: Result; outputBytes: number }>,
  ): Promise<Result>
}

/**
 * A step of a job, for its trace: the engine, the kind of child that does it, and the size of what
 * it gets.
 */
export interface StepFacts {
  engine: string
  kind: string
  inputBytes: number
}

export interface JobOutput {
  path: string
  /**
   * `zip` where the result is several files (each page as an image); then `entries` counts them.
   */
  format: string
  entries?: number
  /** Pages of a document, where it has any. */
  pages?: number
  /** Pixels of an image. */
  width?: number
  height?: number
  /** Seconds of audio or video. */
  duration?: number
  /** What was lost or replaced, for a person: "1 image could not be found". */
  warnings: Sentence[]
}

/**
 * The one way an engine says no: what happened, and what to do. `message` is that sentence with its
 * values isolated.
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

/** What a pool of children is doing, for metrics. */
export interface EngineFigures {
  /** Children that are alive, by kind; `busy` of them have a job. */
  children: { kind: string; busy: number; idle: number }[]
  /**
   * Jobs of a kind that failed in a child, by the code of the failure: limits, crashes and what
   * files cause.
   */
  failures: { kind: string; code: ConversionErrorCode; count: number }[]
}

/**
 * What the rest of the server sees of all engines. What can be done is the sum of what running
 * workers can do.
 */
export interface Engines {
  /**
   * Formats with what each can become (`outputs`) and be made from (`inputs`), of one family or
   * all.
   */
  formats(family?: Family): (Format & { inputs: string[]; outputs: string[] })[]
  operations(filter: { family?: Family; from?: string; to?: string }): Operation[]
  states(): EngineState[]
  /** The engines of this process alone. */
  own(): WorkerEngine[]
  /** All that jobs may ask of this process (see Demands). */
  abilities(): readonly string[]
  /**
   * Counts the engines of the workers that run, one list for each, in place of those that were
   * counted before.
   */
  count(workers: readonly (readonly WorkerEngine[])[]): void
  demands(operation: Operation): Demands
  /**
   * The engines that Filewright would do it with, of which no worker has one at least; null where
   * no engine can do it.
   */
  absent(wanted: { operation: string; from: string; to: string }): string[] | null
  /**
   * The format that a file's bytes say; the name decides only between text formats. Null when it is
   * none that we know.
   */
  detect(file: { path: string; filename: string }): Promise<Format | null>
  /**
   * Canonical name of a format given by a caller (`.JPEG` → `jpg`), or null; `family` decides where
   * two share a name.
   */
  normalise(format: string, family?: Family): string | null
  /** The options with defaults filled in, or the list of what is wrong with them. */
  checkOptions(
    operation: Operation,
    options: unknown,
  ):
    | { ok: true; options: Record<string, unknown> }
    | { ok: false; errors: { path: string; message: string }[] }
  /**
   * What an operation loses of any file of a format, in sentences for a person: "Charts become
   * tables."
   */
  losses(operation: Operation, source: string): Sentence[]
  /**
   * Runs a job in a sandboxed child process, probes the output, and throws an EngineFailure when it
   * is not right.
   */
  run(job: Job, hooks: JobHooks): Promise<JobOutput>
  /** How engines are confined on this machine, for the log at start and the health page. */
  sandbox(): Confinement
  /** The children of this process, and what went wrong in them since it started. */
  figures(): EngineFigures
  /**
   * Gets the children ready that this operation works in: somebody is about to ask for it. Never
   * throws, never waits.
   */
  prepare(operation: Operation): void
  close(): Promise<void>
}
