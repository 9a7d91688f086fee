import { EngineFailure } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { MediaFacts, SoundFacts, VideoFacts } from './facts.ts'
import type {
  GifOptions,
  SoundOptions,
  SoundTarget,
  StillOptions,
  StillTarget,
  ThumbnailOptions,
  VideoOptions,
  VideoTarget,
} from './options.ts'
import { DEMUXERS, type Plan, type Track } from './plan.ts'
import { SOUND_CODECS, type SoundCodec, soundTrack } from './plan-sound.ts'
import { videoTracks } from './plan-video.ts'
import { videoFilters } from './video-filter.ts'

export interface Wish {
  input: string
  /** The canonical source and target formats. */
  format: string
  operation: string
  target: string
  options: Record<string, unknown>
}

type Tracks = Pick<Plan, 'muxer' | 'muxerOptions' | 'video' | 'sound'>

/** Sample rate in Hz for waveforms. */
export const WAVEFORM_RATE = 16_000
/** Formats in which a seek may land after the target, where no frame can be decoded. */
const UNINDEXED = ['ts', 'mpg', 'aac', 'amr']
/** Maximum total pixels of a GIF's frames for one palette: they are buffered in memory. */
const PALETTE_PIXELS = 150_000_000

/**
 * The plan for a request, given the source's properties.
 * @throws `option_refused`, `source_unsupported`
 */
export function makePlan(wish: Wish, facts: MediaFacts): Plan {
  const { format, target } = wish
  const plan = {
    input: `in/${wish.input}`,
    demuxer: demuxerOf(format),
    indexed: !UNINDEXED.includes(format),
    output: `out/result.${extensionOf(target)}`,
    metadata: wish.options.strip_metadata === false,
  }
  if (wish.operation === 'waveform')
    return { ...plan, ...taken({}, facts), ...waveform(facts), output: 'tmp/samples', metadata: false }
  if (wish.operation === 'sample')
    return makePlan(
      { ...wish, operation: 'convert', options: SAMPLES[target as keyof typeof SAMPLES] },
      facts,
    )
  if (isVideoTarget(target)) {
    const options = wish.options as VideoOptions
    const tracks = videoTracks(format, facts, target, options)
    if (!tracks.video && !tracks.sound)
      throw new EngineFailure(
        'option_refused',
        sentence`Without its audio nothing would be left of this file, since it has no video. Keep the audio.`,
      )
    return { ...plan, ...taken(options, facts), ...tracks }
  }
  if (isSound(target)) {
    const options = wish.options as SoundOptions
    return { ...plan, ...taken(options, facts), ...soundAlone(format, facts, target, options) }
  }
  if (target === 'gif') {
    const options = wish.options as GifOptions
    const part = taken(options, facts)
    return { ...plan, ...part, ...gif(requireVideo(facts), options, part.expected), metadata: false }
  }
  const options = wish.options as StillOptions & Partial<ThumbnailOptions>
  const still = stillImage(requireVideo(facts), target as StillTarget, options)
  return { ...plan, ...moment(options.at, facts), ...still, metadata: false }
}

/** A short, low-quality preview of the file. */
const SAMPLES = {
  mp4: {
    codec: 'h264',
    quality: 'small',
    resolution: '480p',
    fps: 'keep',
    start: 0,
    end: 20,
    rotate: 0,
    mute: false,
    audio_bitrate: '96',
    strip_metadata: true,
  } satisfies VideoOptions,
  mp3: {
    start: 0,
    end: 30,
    bitrate: '96',
    sample_rate: 'keep',
    channels: 'keep',
    normalize: false,
    strip_metadata: true,
  } satisfies SoundOptions,
}

/** Waveform images cover at most the first hour. */
const MOST_DRAWN = 3600

/**
 * The samples for an audio image.
 * @throws `source_unsupported` without audio
 */
export function planDrawing(wish: Wish, facts: MediaFacts): Plan {
  const plan = makePlan({ ...wish, operation: 'waveform' }, facts)
  const long = plan.expected === null || plan.expected > MOST_DRAWN
  return { ...plan, ...(long && { length: MOST_DRAWN, expected: MOST_DRAWN }) }
}

/** The cover of an audio file as a thumbnail. It has no duration, so no seek is needed. */
export const planCover = (wish: Wish, facts: MediaFacts, cover: VideoFacts): Plan =>
  makePlan({ ...wish, options: { ...wish.options, at: 0 } }, { ...facts, video: cover })

// Lists instead of the schemas, whose library would cost each child some megabytes.
const VIDEO_FORMATS: readonly VideoTarget[] = ['mp4', 'mov', 'mkv', 'webm', 'avi']
const SOUNDS: readonly SoundTarget[] = ['mp3', 'm4a', 'ogg', 'opus', 'wav', 'flac']
const isVideoTarget = (target: string): target is VideoTarget =>
  (VIDEO_FORMATS as readonly string[]).includes(target)
const isSound = (target: string): target is SoundTarget => (SOUNDS as readonly string[]).includes(target)

export function demuxerOf(format: string): string {
  const demuxer = DEMUXERS[format]
  if (demuxer) return demuxer
  throw new EngineFailure('engine_unavailable', sentence`This conversion is not available on this server.`)
}

/** The range from `start` to `end` in seconds; an end of 0 means the file's end. */
function taken(
  { start = 0, end = 0 }: { start?: number; end?: number },
  { duration }: MediaFacts,
): Pick<Plan, 'start' | 'length' | 'expected'> {
  if (end > 0 && end <= start)
    throw new EngineFailure(
      'option_refused',
      sentence`The end must come after the start. Choose a later end.`,
    )
  if (duration !== null && start >= duration) throw tooLate(duration)
  const length = end > 0 ? end - start : null
  const left = duration === null ? null : duration - start
  return { start, length, expected: length === null ? left : left === null ? length : Math.min(length, left) }
}

/** A time in the video in seconds; by default a tenth into it, after title cards and black. */
function moment(
  at: number | undefined,
  { duration, video }: MediaFacts,
): Pick<Plan, 'start' | 'length' | 'expected'> {
  if (at !== undefined && duration !== null && at >= duration) throw tooLate(duration)
  // The last frame starts shortly before the end.
  const last =
    duration === null ? Number.POSITIVE_INFINITY : duration - Math.max(0.2, 2 / (video?.rate ?? 10))
  return {
    start: Math.max(0, Math.min(at ?? (duration ?? 0) / 10, last)),
    length: null,
    expected: null,
  }
}

const tooLate = (duration: number) =>
  new EngineFailure(
    'option_refused',
    sentence`The file is ${duration.toFixed(1)} seconds long. Choose an earlier moment.`,
  )

function requireVideo({ video }: MediaFacts): VideoFacts {
  if (video) return video
  throw new EngineFailure(
    'source_unsupported',
    sentence`The file has only audio, no video. Choose an audio format such as MP3 or M4A.`,
  )
}

function requireSound({ sound }: MediaFacts): SoundFacts {
  if (sound) return sound
  throw new EngineFailure(
    'source_unsupported',
    sentence`The file has no audio. Choose a video with audio, or another target format.`,
  )
}

function soundAlone(format: string, facts: MediaFacts, target: SoundTarget, options: SoundOptions): Tracks {
  const wide = options.bit_depth === '24'
  const targets: Record<SoundTarget, { muxer: string; codec: SoundCodec; holds: readonly string[] }> = {
    mp3: { muxer: 'mp3', codec: SOUND_CODECS.mp3, holds: ['mp3'] },
    m4a: { muxer: 'ipod', codec: { ...SOUND_CODECS.aac, bitrate: 192 }, holds: ['aac', 'alac'] },
    ogg: { muxer: 'ogg', codec: SOUND_CODECS.vorbis, holds: ['vorbis'] },
    opus: { muxer: 'opus', codec: SOUND_CODECS.opus, holds: ['opus'] },
    wav: { muxer: 'wav', codec: wide ? SOUND_CODECS.pcm24 : SOUND_CODECS.pcm16, holds: [] },
    flac: { muxer: 'flac', codec: wide ? SOUND_CODECS.flac24 : SOUND_CODECS.flac16, holds: [] },
  }
  const { muxer, codec, holds } = targets[target]
  // Packets of transport streams, AVI and bare AAC need conversion for other containers.
  const copies = !['ts', 'mpg', 'avi', 'aac', 'wmv', 'wma', 'ogv'].includes(format)
  return {
    muxer,
    muxerOptions: target === 'm4a' ? { movflags: '+faststart' } : target === 'wav' ? { rf64: 'auto' } : {},
    video: null,
    sound: soundTrack(requireSound(facts), codec, options, copies ? holds : []),
  }
}

function gif(video: VideoFacts, options: GifOptions, seconds: number | null): Tracks {
  const filtered = videoFilters(video, { ...options, even: false })
  const pixels = filtered.width * filtered.height * options.fps * (seconds ?? Number.POSITIVE_INFINITY)
  // One palette for all frames flickers less; one per frame needs no buffer, for long videos.
  const [palette, use] = pixels <= PALETTE_PIXELS ? ['diff', ''] : ['single', ':new=1']
  const track: Track = {
    index: video.index,
    filter:
      `${filtered.filters.join(',')},split[one][two];` +
      `[one]palettegen=max_colors=${options.colours}:stats_mode=${palette}[palette];` +
      `[two][palette]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle${use}`,
    encoder: 'gif',
    options: {},
  }
  return {
    muxer: 'gif',
    muxerOptions: { loop: options.loop ? '0' : '-1' },
    video: track,
    sound: null,
  }
}

/** Number of frames from which the most representative one is chosen, by color histogram. */
const THUMBNAIL_CHOICE = 12

function stillImage(
  video: VideoFacts,
  target: StillTarget,
  options: StillOptions & Partial<ThumbnailOptions>,
): Tracks {
  const { size, width = size } = options
  const filtered = videoFilters(video, { width, height: size, even: false })
  const quality = options.quality ?? 85
  const encoders: Record<StillTarget, { encoder: string; pixels: string; options: Record<string, string> }> =
    {
      jpg: {
        encoder: 'mjpeg',
        pixels: 'yuvj420p',
        // FFmpeg's scale is 2 (best) to 31.
        options: {
          flags: '+qscale',
          global_quality: String(Math.round(2 + ((100 - quality) * 29) / 100) * 118),
          strict: '-1',
        },
      },
      png: { encoder: 'png', pixels: 'rgb24', options: {} },
      webp: { encoder: 'libwebp', pixels: 'yuv420p', options: { quality: String(quality) } },
    }
  const { encoder, pixels, options: encoding } = encoders[target]
  const choice = options.at === undefined ? [`thumbnail=n=${THUMBNAIL_CHOICE}`] : []
  return {
    muxer: 'image2pipe',
    muxerOptions: {},
    video: {
      index: video.index,
      filter: [...filtered.filters, ...choice, `format=${pixels}`].join(','),
      encoder,
      options: encoding,
      frames: 1,
    },
    sound: null,
  }
}

function waveform(facts: MediaFacts): Tracks {
  const sound = requireSound(facts)
  return {
    muxer: 's16le',
    muxerOptions: {},
    video: null,
    sound: {
      index: sound.index,
      filter: `aformat=sample_fmts=s16:sample_rates=${WAVEFORM_RATE}:channel_layouts=mono`,
      encoder: 'pcm_s16le',
      options: {},
    },
  }
}
