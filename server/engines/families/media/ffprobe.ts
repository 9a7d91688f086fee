import {
  believedDuration,
  believedRate,
  type MediaFacts,
  PLAIN_PIXELS,
  quarterTurn,
  unevenTimes,
  type VideoFacts,
} from './facts.ts'

/** The used part of `ffprobe -show_format -show_streams -of json`. */
export interface ProbeAnswer {
  format?: { duration?: string; size?: string; start_time?: string }
  streams?: ProbeStream[]
}

interface ProbeStream {
  index: number
  codec_type?: string
  codec_name?: string
  width?: number
  height?: number
  pix_fmt?: string
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  start_time?: string
  duration?: string
  sample_rate?: string
  channels?: number
  disposition?: { attached_pic?: number; default?: number }
  side_data_list?: { rotation?: number }[]
}

export function probedFacts({ format = {}, streams = [] }: ProbeAnswer): MediaFacts {
  const isCover = (stream: ProbeStream) => stream.disposition?.attached_pic === 1
  const known = streams.filter(({ codec_name }) => codec_name !== undefined && codec_name !== 'unknown')
  const preferred = (candidates: ProbeStream[]) =>
    candidates.find(({ disposition }) => disposition?.default === 1) ?? candidates[0]
  const videos = known.filter((one) => one.codec_type === 'video' && !isCover(one) && one.width && one.height)
  const sounds = known.filter((one) => one.codec_type === 'audio' && one.channels && Number(one.sample_rate))
  const video = preferred(videos)
  const sound = preferred(sounds)
  const cover = known.find(isCover)
  const start = Number(format.start_time ?? 0)
  return {
    duration: believedDuration(Number(format.duration), Number(format.size)),
    video: video ? videoFacts(video, start) : null,
    sound: sound
      ? {
          index: sound.index,
          codec: sound.codec_name ?? '',
          channels: sound.channels ?? 0,
          sampleRate: Number(sound.sample_rate),
        }
      : null,
    others: {
      sounds: Math.max(0, sounds.length - 1),
      subtitles: known.filter(({ codec_type }) => codec_type === 'subtitle').length,
    },
    cover: cover?.width && cover.height ? videoFacts(cover, start) : null,
  }
}

function videoFacts(stream: ProbeStream, start: number): VideoFacts {
  // FFmpeg's rotation is counterclockwise.
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  return {
    index: stream.index,
    codec: stream.codec_name ?? '',
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    turn: quarterTurn(-rotation),
    pixelAspect: ratio(stream.sample_aspect_ratio, ':') ?? 1,
    rate: believedRate(ratio(stream.avg_frame_rate, '/')),
    uneven: unevenTimes(
      ratio(stream.avg_frame_rate, '/'),
      ratio(stream.r_frame_rate, '/'),
      ratio(stream.r_frame_rate, '/'),
      Number(stream.start_time ?? 0) + Number(stream.duration) - start,
    ),
    plain: PLAIN_PIXELS.includes(stream.pix_fmt ?? ''),
  }
}

function ratio(text: string | undefined, by: string): number | null {
  const [above = 0, below = 0] = (text ?? '').split(by).map(Number)
  return above > 0 && below > 0 ? above / below : null
}
