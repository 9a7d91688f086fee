import type { Filter, Writer } from './filters.ts'

/** A document for the office, and what it is to become. Paths are absolute. */
export interface OfficeJob {
  input: string
  /**
   * The result gets the input's name with the writer's extension; of several sheets, each also its
   * own name.
   */
  outFolder: string
  writer: Writer
  reader?: Filter
}

/** LibreOffice, which is started once and converts one document after the other. */
export interface Office {
  readonly alive: boolean
  /** What it said about the last document; for the log, and to tell why there is no result. */
  readonly said: string
  /** Whether a font that is not Filewright's has this letter. */
  hasLetter(letter: string): boolean
  /** Starts it, or a fresh one. Throws when it does not get ready. */
  start(): Promise<void>
  /** Converts a document; whether there is a result is for the caller to see. */
  convert(job: OfficeJob): Promise<void>
}
