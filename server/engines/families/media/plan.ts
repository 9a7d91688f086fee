/**
 * A job in FFmpeg's terms, independent of the engine: command line and library both execute it, so
 * their results agree. Paths are relative to the job's folder.
 */
export interface Plan {
  input: string
  /**
   * The only allowed demuxer: a disguised file, such as a playlist, isn't read as another format.
   */
  demuxer: string
  /** Skipped seconds at the start of the source. */
  start: number
  /** Whether an index allows seeking; otherwise everything before the start is read. */
  indexed: boolean
  /** Duration in seconds; null means up to the end. */
  length: number | null
  video: Track | null
  sound: Track | null
  muxer: string
  muxerOptions: Record<string, string>
  output: string
  metadata: boolean
  /** Expected duration of the result in seconds, for progress; null if unknown. */
  expected: number | null
}

export type Track = {
  /** Index of the stream in the source. */
  index: number
  /** The codec tag (FourCC) that players expect, if the muxer's default differs. */
  tag?: string
} & (CopiedTrack | EncodedTrack)

export interface CopiedTrack {
  copy: true
}

export interface EncodedTrack {
  copy?: false
  /** A filter graph with one input and one output. */
  filter: string
  encoder: string
  /** Encoder options, by names that the library and the command line share. */
  options: Record<string, string>
  /** Maximum number of frames. */
  frames?: number
}

/** Demuxers by canonical format: of sources, and of results, which are read again. */
export const DEMUXERS: Readonly<Record<string, string>> = {
  mp4: 'mov',
  m4v: 'mov',
  mov: 'mov',
  '3gp': 'mov',
  m4a: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  avi: 'avi',
  wmv: 'asf',
  wma: 'asf',
  flv: 'flv',
  ogv: 'ogg',
  ogg: 'ogg',
  opus: 'ogg',
  mpg: 'mpeg',
  ts: 'mpegts',
  gif: 'gif',
  mp3: 'mp3',
  wav: 'wav',
  flac: 'flac',
  aac: 'aac',
  amr: 'amr',
  aiff: 'aiff',
  jpg: 'jpeg_pipe',
  png: 'png_pipe',
  webp: 'webp_pipe',
}
