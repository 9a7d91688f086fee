import type { SoundFacts } from './facts.ts'
import type { SoundOptions } from './options.ts'
import type { EncodedTrack, Track } from './plan.ts'

export interface SoundCodec {
  encoder: string
  /** Sample formats of the encoder, best first. */
  formats: string
  /** Sample rates in Hz; all if omitted. */
  rates?: readonly number[]
  /** The maximum number of channels that players support. */
  channels: number
  /** `auto` bit rate for two channels in kbit/s; if absent, the bit rate is fixed. */
  bitrate?: number
  /** Encoder options for a bit rate in kbit/s and a number of channels. */
  options(kilobits: number, channels: number): Record<string, string>
}

const bitrateOption = (kilobits: number) => ({ b: `${kilobits}k` })
const none = () => ({})
/**
 * Vorbis quality (-1 to 10) for these bit rates; low sample rates don't support a fixed bit rate.
 */
const VORBIS_QUALITY: Record<number, number> = {
  64: 0,
  96: 2,
  128: 4,
  160: 5,
  192: 6,
  256: 8,
  320: 9,
}
/** FFmpeg's unit of a fixed quality. */
const LAMBDA = 118

export const SOUND_CODECS = {
  mp3: {
    encoder: 'libmp3lame',
    formats: 'fltp',
    rates: [44_100, 48_000, 32_000, 22_050, 24_000, 16_000, 11_025, 12_000, 8000],
    channels: 2,
    bitrate: 192,
    options: bitrateOption,
  },
  aac: {
    encoder: 'aac',
    formats: 'fltp',
    rates: [44_100, 48_000, 96_000, 88_200, 64_000, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000],
    channels: 6,
    bitrate: 160,
    options: bitrateOption,
  },
  opus: {
    encoder: 'libopus',
    formats: 's16',
    rates: [48_000],
    channels: 2,
    bitrate: 128,
    // The encoder rejects more per channel.
    options: (kilobits, channels) => bitrateOption(Math.min(kilobits, 256 * channels)),
  },
  vorbis: {
    encoder: 'libvorbis',
    formats: 'fltp',
    channels: 2,
    bitrate: 160,
    options: (kilobits) => ({
      flags: '+qscale',
      global_quality: String((VORBIS_QUALITY[kilobits] ?? 5) * LAMBDA),
    }),
  },
  flac16: { encoder: 'flac', formats: 's16', channels: 8, options: none },
  flac24: {
    encoder: 'flac',
    formats: 's32',
    channels: 8,
    options: () => ({ bits_per_raw_sample: '24' }),
  },
  pcm16: { encoder: 'pcm_s16le', formats: 's16', channels: 8, options: none },
  pcm24: { encoder: 'pcm_s24le', formats: 's32', channels: 8, options: none },
} satisfies Record<string, SoundCodec>

export type SoundChanges = Partial<
  Pick<SoundOptions, 'bitrate' | 'channels' | 'sample_rate' | 'normalize'>
> & {
  start?: number
  end?: number
}

/**
 * An audio track in the target codec; copied if `holds` includes its codec and no option changes
 * it.
 */
export function soundTrack(
  source: SoundFacts,
  codec: SoundCodec,
  changes: SoundChanges,
  holds: readonly string[],
): Track {
  const { bitrate = 'auto', channels = 'keep', sample_rate = 'keep', normalize = false } = changes
  const isChanged = bitrate !== 'auto' || channels !== 'keep' || sample_rate !== 'keep' || normalize
  if (!isChanged && !changes.start && !changes.end && holds.includes(source.codec))
    return { index: source.index, copy: true }
  return {
    index: source.index,
    ...encodedSound(source, codec, { bitrate, channels, sample_rate, normalize }),
  }
}

function encodedSound(
  source: SoundFacts,
  codec: SoundCodec,
  wish: Required<Pick<SoundChanges, 'bitrate' | 'channels' | 'sample_rate' | 'normalize'>>,
): EncodedTrack {
  const wanted = wish.channels === 'mono' ? 1 : wish.channels === 'stereo' ? 2 : source.channels
  const channels = wanted <= 2 || wanted <= codec.channels ? Math.max(1, wanted) : 2
  const rate = takenRate(
    wish.sample_rate === 'keep' ? source.sampleRate : Number(wish.sample_rate),
    codec.rates,
  )
  const layout = { 1: ':channel_layouts=mono', 2: ':channel_layouts=stereo', 6: ':channel_layouts=5.1' }[
    channels
  ]
  const kilobits =
    wish.bitrate === 'auto'
      ? Math.round((codec.bitrate ?? 0) * (channels === 1 ? 0.6 : channels > 2 ? 2.4 : 1))
      : Number(wish.bitrate)
  return {
    filter: [
      ...(wish.normalize ? ['loudnorm=I=-16:TP=-1.5:LRA=11'] : []),
      `aformat=sample_fmts=${codec.formats}:sample_rates=${rate}${layout ?? ''}`,
    ].join(','),
    encoder: codec.encoder,
    options: codec.options(kilobits, channels),
  }
}

/** The sample rate if supported, else the next one with an integer ratio, or the nearest above. */
function takenRate(rate: number, rates: readonly number[] | undefined): number {
  if (!rates) return Math.min(rate, 192_000)
  if (rates.includes(rate)) return rate
  const sorted = rates.toSorted((a, b) => a - b)
  return (
    sorted.findLast((one) => rate > one && rate % one === 0) ??
    sorted.find((one) => one >= rate) ??
    sorted.at(-1) ??
    rate
  )
}
