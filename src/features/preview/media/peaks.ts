/** The loudness of `count` equal parts of the audio, 0 to 1, over all channels. */
export interface Peaks {
  values: number[]
  /** Seconds. */
  duration: number
}

/** The limit that keeps phones responsive. */
const MOST_BYTES = 30_000_000
/**
 * Compressed speech has hours in a few megabytes, and an hour takes 115 MB of samples per channel.
 */
const MOST_SECONDS = 3600
/** The limit for files without a duration. */
const UNTOLD_BYTES = 4_000_000
/** Enough to show the loudness, with a fifth of the original's memory. */
const SAMPLE_RATE = 8000
/** Parts that are computed between two yields to the main thread. */
const AT_ONCE = 60

/**
 * Whether the file may be decoded here. `seconds` is infinite if the file has none, NaN until it is
 * known.
 */
export const mayUnpack = (bytes: number, seconds: number): boolean =>
  seconds === Number.POSITIVE_INFINITY
    ? bytes <= UNTOLD_BYTES
    : bytes <= MOST_BYTES && seconds <= MOST_SECONDS

/**
 * The waveform of an audio file. @throws if the browser cannot decode it, or the signal's reason
 * when aborted
 */
export async function readPeaks(bytes: ArrayBuffer, count: number, signal: AbortSignal): Promise<Peaks> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE)
  // Decoding detaches the buffer, which belongs to the cache.
  const sound = await context.decodeAudioData(bytes.slice(0))
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index))
  const values = await peaksOf(channels, count, async () => {
    signal.throwIfAborted()
    await new Promise((go) => setTimeout(go))
  })
  return { values, duration: sound.duration }
}

/**
 * The peak of each part on a perceptual scale; `pause` is awaited regularly, so that the page stays
 * responsive.
 */
export async function peaksOf(
  channels: readonly Float32Array[],
  count: number,
  pause: () => Promise<void>,
): Promise<number[]> {
  const length = channels[0]?.length ?? 0
  const values: number[] = []
  for (let part = 0; part < count; part++) {
    const from = Math.floor((part * length) / count)
    const to = Math.max(from + 1, Math.floor(((part + 1) * length) / count))
    let loudest = 0
    for (const channel of channels)
      for (let at = from; at < to && at < length; at++)
        loudest = Math.max(loudest, Math.abs(channel[at] as number))
    values.push(heard(loudest))
    if (part % AT_ONCE === AT_ONCE - 1) await pause()
  }
  return values
}

/** Levels below this, in dB full scale, are drawn as silence. */
const SILENCE = -54

/**
 * Converts an amplitude to a perceptual scale: half the amplitude is not half the height, so that
 * quiet recordings are visible too.
 */
function heard(amplitude: number): number {
  const level = 1 - (20 * Math.log10(amplitude)) / SILENCE
  return Number.isFinite(level) ? Math.min(1, Math.max(0, level)) : 0
}

/** 75.4 → "1:15", 3671 → "1:01:11": the format of players. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${pad(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}
