/**
 * What is to be done to a file, in FFmpeg's own terms but for no engine in particular: the command
 * line and the library are both driven from this, so that they do the same. Paths are relative to
 * the job's folder.
 */
export interface Plan {
  input: string
  /**
   * The one demuxer that may read it. A file that is something else in disguise, a playlist above
   * all, is then no file.
   */
  demuxer: string
  /** Seconds from the beginning of the source that are left out. */
  start: number
  /**
   * Whether the source has an index by which the start is found; else all that is before it has to
   * be read.
   */
  indexed: boolean
  /** Seconds that are taken; null is all that follows. */
  length: number | null
  video: Track | null
  sound: Track | null
  muxer: string
  muxerOptions: Record<string, string>
  output: string
  metadata: boolean
  /** Seconds that the result should have, for the progress; null where nobody knows. */
  expected: number | null
}

export type Track = {
  /** Number of the stream in the source. */
  index: number
  /**
   * The four letters by which players know the codec, where the muxer's own choice is not the best.
   */
  tag?: string
} & (CopiedTrack | EncodedTrack)

export interface CopiedTrack {
  copy: true
}

export interface EncodedTrack {
  copy?: false
  /** A filter graph of one input and one output. */
  filter: string
  encoder: string
  /** Options of the encoder, by the names that the library and the command line share. */
  options: Record<string, string>
  /** Ends after so many frames. */
  frames?: number
}

/** Demuxers by our names of formats: of sources, and of results, which are read again. */
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
