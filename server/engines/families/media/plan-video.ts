import type { MediaFacts, VideoFacts } from './facts.ts'
import type { VideoOptions, VideoTarget } from './options.ts'
import type { Track } from './plan.ts'
import { SOUND_CODECS, type SoundCodec, soundTrack } from './plan-sound.ts'
import { videoFilters } from './video-filter.ts'

type Quality = Exclude<VideoOptions['quality'], 'auto'>

interface VideoCodec {
  encoder: string
  /** FFmpeg's name of the codec. */
  makes: string
  /** Constant rate factor per quality, or the quantizer if the codec has none. */
  crf: Record<Quality, number>
  options(crf: number, quality: Quality): Record<string, string>
  /** Options that disable frame reordering (B-frames). */
  ordered?: Record<string, string>
}

/** Two threads, a job's maximum. Presets are the fastest with good quality at these factors. */
const THREADS = { threads: '2' }
const X265 = 'log-level=error:pools=2:frame-threads=1'
const VIDEO_CODECS: Record<string, VideoCodec> = {
  h264: {
    encoder: 'libx264',
    makes: 'h264',
    crf: { high: 18, balanced: 23, small: 28 },
    options: (crf) => ({ preset: 'veryfast', crf: String(crf), ...THREADS }),
    ordered: { bf: '0' },
  },
  hevc: {
    encoder: 'libx265',
    makes: 'hevc',
    crf: { high: 21, balanced: 26, small: 31 },
    options: (crf) => ({
      preset: 'superfast',
      crf: String(crf),
      'x265-params': X265,
    }),
    ordered: { 'x265-params': `${X265}:bframes=0` },
  },
  av1: {
    encoder: 'libsvtav1',
    makes: 'av1',
    crf: { high: 25, balanced: 33, small: 42 },
    // One level of parallelism: with two, SVT-AV1 3.1 (node-av's) deadlocks in about one of a
    // thousand runs on a busy machine (linuxserver/docker-ffmpeg#116); with one in none of 4500.
    options: (crf) => ({ preset: '10', crf: String(crf), 'svtav1-params': 'lp=1' }),
  },
  vp9: {
    encoder: 'libvpx-vp9',
    makes: 'vp9',
    crf: { high: 26, balanced: 34, small: 38 },
    // Real-time mode takes a third of the time at the same quality but makes files 50 % larger, so
    // the best and the smallest quality don't use it.
    options: (crf, quality) => ({
      b: '0',
      crf: String(crf),
      deadline: quality === 'balanced' ? 'realtime' : 'good',
      'cpu-used': '5',
      'row-mt': '1',
      'tile-columns': '1',
      ...THREADS,
    }),
  },
  mpeg4: {
    encoder: 'mpeg4',
    makes: 'mpeg4',
    crf: { high: 2, balanced: 4, small: 8 },
    options: (quantiser) => ({ flags: '+qscale', global_quality: String(quantiser * 118), ...THREADS }),
  },
}

interface Container {
  muxer: string
  options?: Record<string, string>
  /** The codec for `auto` and for containers without a choice. */
  codec: keyof typeof VIDEO_CODECS
  sound: SoundCodec
  /** The source codecs that players support in it. */
  videoCodecs: readonly string[]
  sounds: readonly string[]
  /** Whether frames may keep more than 8 bits or finer chroma: for archiving, not for browsers. */
  deep?: boolean
  /** Whether it requires a constant frame rate. */
  steady?: boolean
}

const ISO = { muxer: 'mp4', options: { movflags: '+faststart' }, codec: 'h264', sound: SOUND_CODECS.aac }
const CONTAINERS: Record<VideoTarget, Container> = {
  mp4: { ...ISO, videoCodecs: ['h264', 'hevc', 'av1'], sounds: ['aac'] },
  mov: { ...ISO, muxer: 'mov', videoCodecs: ['h264', 'hevc'], sounds: ['aac'] },
  mkv: {
    muxer: 'matroska',
    codec: 'h264',
    sound: SOUND_CODECS.aac,
    videoCodecs: ['h264', 'hevc', 'av1', 'vp9', 'vp8', 'mpeg4', 'mpeg2video', 'theora'],
    deep: true,
    sounds: ['aac', 'opus', 'vorbis', 'mp3', 'ac3', 'eac3', 'flac', 'dts'],
  },
  webm: {
    muxer: 'webm',
    codec: 'vp9',
    sound: SOUND_CODECS.opus,
    videoCodecs: ['vp9', 'vp8', 'av1'],
    sounds: ['opus', 'vorbis'],
  },
  avi: {
    muxer: 'avi',
    codec: 'mpeg4',
    sound: SOUND_CODECS.mp3,
    videoCodecs: [],
    sounds: ['mp3'],
    steady: true,
  },
}

/** Containers with exact frame timestamps; streams of others can't be copied. */
const EXACT_SOURCES = ['mp4', 'm4v', 'mov', '3gp', 'mkv', 'webm', 'flv']
const ISO_SOURCES = ['mp4', 'm4v', 'mov', '3gp']
const ISO_TARGETS: readonly VideoTarget[] = ['mp4', 'mov']

/** The tracks of a video, each copied if possible. */
export function videoTracks(source: string, facts: MediaFacts, target: VideoTarget, options: VideoOptions) {
  const container = CONTAINERS[target]
  const exact = EXACT_SOURCES.includes(source)
  const bitrate = options.audio_bitrate
  return {
    muxer: container.muxer,
    muxerOptions: container.options ?? {},
    video: facts.video && videoTrack(source, facts.video, target, options),
    sound:
      facts.sound && !options.mute
        ? soundTrack(
            facts.sound,
            container.sound,
            { bitrate, start: options.start, end: options.end },
            exact ? container.sounds : [],
          )
        : null,
  }
}

/** Sources with a duration for each frame. */
const TIMED_SOURCES = [...ISO_SOURCES, 'gif']

/**
 * Filters that preserve the last frame's duration in a video with variable timing: encoders know
 * only its start, so it is repeated one step before its end. The copy is dropped if unneeded.
 */
function lastFrame(source: string, { uneven }: VideoFacts, { start, end }: VideoOptions): string[] {
  if (!uneven || end > 0 || !TIMED_SOURCES.includes(source)) return []
  const at = uneven.end - start
  if (at <= 0) return []
  const atEnd = (time: string) => `between(${time},${(at - 0.002).toFixed(4)},${(at + 0.002).toFixed(4)})`
  const step = `${uneven.step.toFixed(6)}/TB`
  return [
    'tpad=stop=1:stop_mode=clone',
    `setpts='if(${atEnd('T')}*gt(PTS-PREV_INPTS,2*${step}),PTS-${step},PTS)'`,
    `select='not(${atEnd('t')})'`,
  ]
}

function videoTrack(source: string, video: VideoFacts, target: VideoTarget, options: VideoOptions): Track {
  const { videoCodecs, steady, deep, codec: usual } = CONTAINERS[target]
  const filtered = videoFilters(video, {
    ...options,
    shorter: options.resolution === 'keep' ? undefined : Number.parseInt(options.resolution, 10),
    fps: options.fps === 'keep' ? undefined : Number(options.fps),
    even: true,
  })
  const wish = options.codec ?? 'auto'
  const held = videoCodecs.includes(video.codec)
  const same = wish === 'auto' || wish === video.codec || (wish === 'vp9' && video.codec === 'vp8')
  // Rotation is container metadata, which only ISO files preserve reliably.
  const keepsTurn = video.turn === 0 || (ISO_SOURCES.includes(source) && ISO_TARGETS.includes(target))
  const untouched = options.quality === 'auto' && !options.start && !options.end && !filtered.changed
  const tag = ISO_TARGETS.includes(target) ? 'hvc1' : undefined
  if (held && same && keepsTurn && untouched && (video.plain || deep) && EXACT_SOURCES.includes(source))
    return { index: video.index, copy: true, ...(video.codec === 'hevc' && tag && { tag }) }

  const codec = VIDEO_CODECS[wish === 'auto' ? usual : wish] as VideoCodec
  const quality = options.quality === 'auto' ? 'balanced' : options.quality
  // The constant frame rate filter pads the last frame itself.
  const steadied = steady || options.fps !== 'keep'
  const lasting = steadied ? [] : lastFrame(source, video, options)
  const rate = steady && options.fps === 'keep' ? [`fps=${(video.rate ?? 25).toFixed(3)}`] : []
  return {
    index: video.index,
    filter: [...lasting, ...filtered.filters, ...rate, 'format=yuv420p'].join(','),
    encoder: codec.encoder,
    // With long frames, reordering gives MP4 files a wrong duration.
    options: { ...codec.options(codec.crf[quality], quality), ...(lasting.length > 0 && codec.ordered) },
    ...(codec.makes === 'hevc' && tag && { tag }),
  }
}
