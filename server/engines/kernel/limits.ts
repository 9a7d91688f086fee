import { totalmem } from 'node:os'

/** Resource limits of one job. Sizes are in bytes, times in milliseconds. */
export interface Limits {
  /** From the start of the first step to the end of the last; queueing doesn't count. */
  wallMs: number
  /**
   * A job has stalled if its child uses no CPU for this long: engines only read files, so only a
   * deadlock makes them wait. The job is retried once in another child.
   */
  stallMs: number
  /** Resident memory of a child and its descendants. */
  memoryBytes: number
  /** Total bytes that a job writes. */
  outputBytes: number
  /** Timeout for a child's start. */
  startMs: number
  /** A child is replaced after this many jobs, because engines leak memory. */
  jobsPerChild: number
  /** An idle child that is bound to an owner ends after this time. */
  ownedIdleMs: number
  /**
   * Children with an owner per core, as far as memory allows: one document may need five kinds of
   * engine.
   */
  ownedPerCore: number
  /** An idle child without an owner ends after this time: a trade of memory for cold starts. */
  freshIdleMs: number
  /** Pixels of an image, or of one page rendered as an image. */
  pixels: number
  /** Total inflated size of a ZIP-based source. */
  zipInflatedBytes: number
  zipEntries: number
  /** Ratio of inflated to packed size; checked from 10 MB inflated on. */
  zipRatio: number
  /** Size of a source that is read completely as text. */
  textBytes: number
}

const MEGABYTE = 1024 * 1024

export const DEFAULT_LIMITS: Limits = {
  wallMs: 50_000,
  stallMs: 15_000,
  memoryBytes: 1024 * MEGABYTE,
  outputBytes: 512 * MEGABYTE,
  // LibreOffice creates its profile on the first start: over 30 s on a busy two-core machine.
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
 * The default memory of all engines together: half of the machine's or its container's, in bytes.
 */
export function usualMemory(): number {
  // 0 if unknown; outside a container it may exceed the machine's memory.
  const allowed = process.constrainedMemory()
  return (allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()) / 2
}
