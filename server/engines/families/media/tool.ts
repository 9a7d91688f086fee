import type { MediaFacts } from './facts.ts'
import type { Plan } from './plan.ts'

/**
 * What an engine has to be able to do; everything else is the same for all. Paths are relative to
 * the job's folder.
 */
export interface MediaTool {
  /** Looks at a file with one demuxer. Throws an EngineFailure where it cannot be read. */
  probe(path: string, demuxer: string): Promise<MediaFacts>
  /**
   * Whether nothing at all comes of a stream that a file announces. To say yes, all of the file is
   * read.
   */
  isEmpty(path: string, demuxer: string, index: number): Promise<boolean>
  /** Carries a plan out; `onTime` hears how many seconds of the result are written. */
  transcode(plan: Plan, onTime: (seconds: number) => void): Promise<Transcoded>
}

export interface Transcoded {
  /** Whether parts of the source could not be read and were left out. */
  damaged: boolean
}
