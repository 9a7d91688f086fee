import { totalmem } from 'node:os'

/** What one job may use. Sizes are bytes, times are milliseconds. */
export interface Limits {
  /** From the first step's start to the last one's end; waiting for a free place does not count. */
  wallMs: number
  /**
   * A job whose child uses no processor time for so long has stalled: engines read files and
   * nothing else, so only a deadlock makes them wait. The job then begins again in another child,
   * once.
   */
  stallMs: number
  /** Resident memory of a child with everything below it. */
  memoryBytes: number
  /** All that a job writes, together. */
  outputBytes: number
  /** A child that is not ready by then is given up. */
  startMs: number
  /** A child is replaced after so many jobs, because engines leak. */
  jobsPerChild: number
  /** A child that belongs to an owner ends after so long without work. */
  ownedIdleMs: number
  /**
   * So many children with an owner are kept for each core, where memory allows: one document may
   * need five kinds of engine.
   */
  ownedPerCore: number
  /** A child that belongs to nobody yet ends after so long: memory at rest against a cold start. */
  freshIdleMs: number
  /** Pixels of an image, or of one page drawn as an image. */
  pixels: number
  /** What a ZIP-based source may hold once it is unpacked. */
  zipInflatedBytes: number
  zipEntries: number
  /** Inflated size against packed size; looked at from ten megabytes inflated on. */
  zipRatio: number
  /** A source that is read as text as a whole. */
  textBytes: number
}

const MEGABYTE = 1024 * 1024

export const DEFAULT_LIMITS: Limits = {
  wallMs: 50_000,
  stallMs: 15_000,
  memoryBytes: 1024 * MEGABYTE,
  outputBytes: 512 * MEGABYTE,
  // LibreOffice makes its profile at the first start, which took more than half a minute on a busy
  // machine of two cores.
  startMs: 60_000,
  jobsPerChild: 100,
  ownedIdleMs: 60_000,
  ownedPerCore: 4,
  freshIdleMs: 100_000,
  pixels: 100_000_000,
  zipInflatedBytes: 256 * MEGABYTE,
  zipEntries: 10_000,
  zipRatio: 200,
  textBytes: 20 * MEGABYTE,
}

/**
 * What all engines may hold together unless an operator says: half of the machine's memory, or of
 * its container's, in bytes.
 */
export function usualMemory(): number {
  // 0 where the system does not say; without a container it may be more than the machine has.
  const allowed = process.constrainedMemory()
  return (allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()) / 2
}
