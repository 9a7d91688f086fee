/** How loud each of `count` equal parts of a sound is, 0 to 1, over all its channels. */
export interface Peaks {
  values: number[]
  /** Seconds. */
  duration: number
}

/** A phone is not to be kept busy by more than this. */
const MOST_BYTES = 30_000_000
/**
 * Speech packed small is hours in a few megabytes, and each hour is 115 MB of samples in each
 * channel.
 */
const MOST_SECONDS = 3600
/** Of a sound that does not say how long it is, so much at most. */
const UNTOLD_BYTES = 4_000_000
/** Enough to see where it is loud, a fifth of the memory that the sound itself takes. */
const SAMPLE_RATE = 8000
/** Parts between two looks at what the person does. */
const AT_ONCE = 60

/**
 * Whether the whole of it may be unpacked here. `seconds` is infinite where the file does not say,
 * NaN until it is known.
 */
export const mayUnpack = (bytes: number, seconds: number): boolean =>
  seconds === Number.POSITIVE_INFINITY
    ? bytes <= UNTOLD_BYTES
    : bytes <= MOST_BYTES && seconds <= MOST_SECONDS

/**
 * What a file sounds like, as bars. @throws where the browser cannot read it, or the signal's
 * reason when given up
 */
export async function readPeaks(bytes: ArrayBuffer, count: number, signal: AbortSignal): Promise<Peaks> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE)
  // Decoding takes the bytes away; they are the cache's.
  const sound = await context.decodeAudioData(bytes.slice(0))
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index))
  const values = await peaksOf(channels, count, async () => {
    signal.throwIfAborted()
    await new Promise((go) => setTimeout(go))
  })
  return { values, duration: sound.duration }
}

/**
 * The loudest sample of each part, as it is heard; `pause` is awaited now and then, so that the
 * page goes on meanwhile.
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

/** What is softer than this, in dB under full, is drawn as silence. */
const SILENCE = -54

/**
 * An amplitude as it is heard: half as loud is a step down and not half the height, so that a soft
 * recording shows too.
 */
function heard(amplitude: number): number {
  const level = 1 - (20 * Math.log10(amplitude)) / SILENCE
  return Number.isFinite(level) ? Math.min(1, Math.max(0, level)) : 0
}

/** 75.4 → "1:15", 3671 → "1:01:11": how players write it. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}:${pad(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`
}
