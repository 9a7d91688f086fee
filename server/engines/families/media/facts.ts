/** Properties of a video or audio file, independent of the engine that probed it. */
export interface MediaFacts {
  /** Seconds; null if missing or implausible. */
  duration: number | null
  video: VideoFacts | null
  sound: SoundFacts | null
  /** Further streams of each kind. */
  others: { sounds: number; subtitles: number }
  /** The cover image of an audio file. */
  cover: VideoFacts | null
}

export interface VideoFacts {
  /** Index of the stream in its file. */
  index: number
  /** FFmpeg's name: `h264`, `hevc`, `vp9` … */
  codec: string
  /** As stored, before rotation. */
  width: number
  height: number
  /** Clockwise rotation in degrees for display. */
  turn: 0 | 90 | 180 | 270
  /** Pixel aspect ratio, width by height. */
  pixelAspect: number
  /** Average frames per second; null if it varies too much. */
  rate: number | null
  /** Set if frame durations vary; null if they are constant or unknown. */
  uneven: UnevenTimes | null
  /** Whether it is 8-bit 4:2:0, which all players support. */
  plain: boolean
}

export interface UnevenTimes {
  /** The end of the last frame, in seconds from the start of the file. */
  end: number
  /** The duration that an encoder assigns to the last frame, in seconds. */
  step: number
}

export interface SoundFacts {
  index: number
  codec: string
  channels: number
  /** Sample rate in Hz. */
  sampleRate: number
}

/** The minimum plausible bit rate; a longer duration is an error of the file. */
const LEAST_BITS_PER_SECOND = 100

/** A duration in seconds if it is plausible, otherwise null. */
export function believedDuration(seconds: number, bytes: number): number | null {
  if (!Number.isFinite(seconds) || seconds <= 0) return null
  return (bytes * 8) / seconds < LEAST_BITS_PER_SECOND ? null : seconds
}

/** A frame rate if it is plausible: the average of a few packets may be arbitrary. */
export function believedRate(rate: number | null): number | null {
  return rate !== null && rate >= 0.1 && rate <= 240 ? rate : null
}

/**
 * The frame timing of a video, from its average and nominal rates in frames per second and the end
 * of its last frame in seconds. `used` is the rate passed to the encoder.
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

/** Rounds a clockwise rotation in degrees to quarter turns. */
export function quarterTurn(degrees: number): VideoFacts['turn'] {
  const quarter = ((Math.round(degrees / 90) % 4) + 4) % 4
  return ([0, 90, 180, 270] as const)[quarter] ?? 0
}

export const PLAIN_PIXELS: readonly string[] = ['yuv420p', 'yuvj420p']
