import type { MediaFacts } from './facts.ts'
import type { Plan } from './plan.ts'

/** The interface of a media engine. Paths are relative to the job's folder. */
export interface MediaTool {
  /**
   * Probes a file with one demuxer.
   * @throws EngineFailure if it is unreadable
   */
  probe(path: string, demuxer: string): Promise<MediaFacts>
  /** Whether a declared stream has no packets. Reads the whole file to confirm it. */
  isEmpty(path: string, demuxer: string, index: number): Promise<boolean>
  /** Executes a plan; `onTime` receives the seconds written. */
  transcode(plan: Plan, onTime: (seconds: number) => void): Promise<Transcoded>
}

export interface Transcoded {
  /** Whether unreadable parts of the source were skipped. */
  damaged: boolean
}
