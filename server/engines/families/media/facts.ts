/**
 * What is known of a video or an audio file before it is converted, in the same words whichever
 * engine has looked.
 */
export interface MediaFacts {
  /** Seconds; null where the file does not say, or says what cannot be. */
  duration: number | null
  video: VideoFacts | null
  sound: SoundFacts | null
  /** Streams of each kind beyond those two. */
  others: { sounds: number; subtitles: number }
  /** A still cover that comes with the sound. */
  cover: VideoFacts | null
}

export interface VideoFacts {
  /** Number of the stream in its file. */
  index: number
  /** FFmpeg's name: `h264`, `hevc`, `vp9` … */
  codec: string
  /** As stored, before it is turned upright. */
  width: number
  height: number
  /** Degrees clockwise that make it upright. */
  turn: 0 | 90 | 180 | 270
  /** Width of a pixel by its height. */
  pixelAspect: number
  /** Frames per second on average; null where that varies too much to say. */
  rate: number | null
  /** Where frames last for different times; null where all last equally long, or nobody knows. */
  uneven: UnevenTimes | null
  /** Whether it is 8 bits in 4:2:0, which everything plays. */
  plain: boolean
}

export interface UnevenTimes {
  /** When the last frame ends, in seconds from the file's beginning. */
  end: number
  /** How long an encoder takes a frame to last that no other follows, in seconds. */
  step: number
}

export interface SoundFacts {
  index: number
  codec: string
  channels: number
  /** Samples per second. */
  sampleRate: number
}

/**
 * No audio or video file is as small as this in bits per second: a longer duration is a lie, or a
 * mistake of the file's.
 */
const LEAST_BITS_PER_SECOND = 100

/** A duration as far as it can be believed, in seconds. */
export function believedDuration(seconds: number, bytes: number): number | null {
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  return (bytes * 8) / seconds < LEAST_BITS_PER_SECOND ? null : seconds
}

/**
 * Frames per second as far as they can be believed: what a few packets average to may be anything.
 */
export function believedRate(rate: number | null): number | null {
  return rate !== null && rate >= 0.1 && rate <= 240 ? rate : null
}

/**
 * What is known of a video's times, from its rates in frames per second, on average and where
 * nothing says otherwise, and the end of its last frame in seconds. `used` is the rate that the
 * engine's encoders are told.
 */
export function unevenTimes(
  average: number | null,
  base: number | null,
  used: number | null,
  end: number,
): UnevenTimes | null {
  if (!average || !base || !used || !Number.isFinite(end) || end <= 0) return null
  return Math.abs(base / average - 1) < 0.01 ? null : { end, step: 1 / used }
}

/**
 * A rotation in degrees clockwise as quarter turns; whatever is in between counts as the nearest.
 */
export function quarterTurn(degrees: number): VideoFacts['turn'] {
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarter] ?? 0
}

export const PLAIN_PIXELS: readonly string[] = ['yuv420p', 'yuvj420p']
