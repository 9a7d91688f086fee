import type { Filter, Writer } from './filters.ts'

/** A conversion by LibreOffice. Paths are absolute. */
export interface OfficeJob {
  input: string
  /**
   * The result has the input's name with the target's extension; several sheets also have their own
   * names.
   */
  outFolder: string
  writer: Writer
  reader?: Filter
}

/** A running LibreOffice that converts one document after the other. */
export interface Office {
  readonly alive: boolean
  /** Its output for the last document, for the log and for the reason of a missing result. */
  readonly said: string
  /** Whether a font other than the bundled ones has this letter. */
  hasLetter(letter: string): boolean
  /** Starts or restarts it. Throws if it doesn't get ready. */
  start(): Promise<void>
  /** Converts a document; the caller checks for a result. */
  convert(job: OfficeJob): Promise<void>
}
