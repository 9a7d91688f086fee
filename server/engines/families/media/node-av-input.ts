import { statSync } from 'node:fs'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_DEFAULT,
  AV_NOPTS_VALUE,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import {
  avGetCodecName,
  avGetPixFmtName,
  Dictionary,
  FFmpegError,
  FormatContext,
  InputFormat,
  type IRational,
  Packet,
  type Stream,
} from 'node-av/lib'
import {
  believedDuration,
  believedRate,
  type MediaFacts,
  PLAIN_PIXELS,
  quarterTurn,
  unevenTimes,
  type VideoFacts,
} from './facts.ts'
import { mediaFailure } from './failures.ts'

export const MICROSECONDS = 1_000_000

/** Throws the failure for a negative result of the library; returns others unchanged. */
export function checked(answer: number, doing: string): number {
  if (answer < 0) throw mediaFailure(`${doing}: ${FFmpegError.strerror(answer)}`)
  return answer
}

export function newPacket(): Packet {
  const packet = new Packet()
  packet.alloc()
  return packet
}

/** Opens a file with one demuxer and only the file protocol; the caller closes it. */
export function openInput(path: string, demuxer: string): FormatContext {
  const format = InputFormat.findInputFormat(demuxer)
  if (!format) throw mediaFailure(`no decoder for ${demuxer}`)
  const input = new FormatContext()
  input.allocContext()
  const options = Dictionary.fromObject({ protocol_whitelist: 'file,pipe' })
  checked(input.openInputSync(`file:${path}`, format, options), 'error opening input')
  checked(input.findStreamInfoSync(), 'error opening input')
  return input
}

export function factsOf(input: FormatContext, path: string): MediaFacts {
  const streams = input.streams
  const isCover = (stream: Stream) => (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0
  const ofType = (type: number) => streams.filter(({ codecpar }) => codecpar.codecType === type)
  const preferred = (candidates: Stream[]) =>
    candidates.find((stream) => (stream.disposition & AV_DISPOSITION_DEFAULT) !== 0) ?? candidates[0]
  const videos = ofType(AVMEDIA_TYPE_VIDEO)
  const drawn = videos.filter(({ codecpar }) => codecpar.codecId && codecpar.width && codecpar.height)
  const video = preferred(drawn.filter((one) => !isCover(one)))
  const cover = drawn.find(isCover)
  const sounds = ofType(AVMEDIA_TYPE_AUDIO).filter(
    ({ codecpar }) => codecpar.codecId && codecpar.channels && codecpar.sampleRate,
  )
  const sound = preferred(sounds)
  const start = input.startTime === AV_NOPTS_VALUE ? 0 : Number(input.startTime) / MICROSECONDS
  return {
    duration: believedDuration(Number(input.duration) / MICROSECONDS, statSync(path).size),
    video: video ? videoFacts(video, start) : null,
    sound: sound
      ? {
          index: sound.index,
          codec: avGetCodecName(sound.codecpar.codecId) ?? '',
          channels: sound.codecpar.channels,
          sampleRate: sound.codecpar.sampleRate,
        }
      : null,
    others: {
      sounds: Math.max(0, sounds.length - 1),
      subtitles: ofType(AVMEDIA_TYPE_SUBTITLE).length,
    },
    cover: cover ? videoFacts(cover, start) : null,
  }
}

function videoFacts(stream: Stream, start: number): VideoFacts {
  const { index, codecpar } = stream
  const average = quotient(stream.avgFrameRate)
  return {
    index,
    codec: avGetCodecName(codecpar.codecId) ?? '',
    width: codecpar.width,
    height: codecpar.height,
    turn: turnOf(stream),
    pixelAspect: quotient(stream.sampleAspectRatio) ?? quotient(codecpar.sampleAspectRatio) ?? 1,
    rate: believedRate(average),
    uneven: unevenTimes(average, quotient(stream.rFrameRate), average, endOf(stream) - start),
    plain: PLAIN_PIXELS.includes(avGetPixFmtName(codecpar.format as never) ?? ''),
  }
}

/** The end of a stream's last frame, in seconds; NaN if unknown. */
function endOf({ startTime, duration, timeBase }: Stream): number {
  if (duration === AV_NOPTS_VALUE) return Number.NaN
  const ticks = duration + (startTime === AV_NOPTS_VALUE ? 0n : startTime)
  return (Number(ticks) * timeBase.num) / timeBase.den
}

/** Whether a stream has no packets up to the end of the file. */
export async function isEmpty(path: string, demuxer: string, index: number): Promise<boolean> {
  const input = openInput(path, demuxer)
  const packet = newPacket()
  try {
    while (input.readFrameSync(packet) >= 0) {
      const { streamIndex } = packet
      packet.unref()
      if (streamIndex === index) return false
    }
    return true
  } finally {
    packet.free()
    input.closeInputSync()
  }
}

/** The display matrix has nine 32-bit numbers; its first row gives the rotation. */
function turnOf(stream: Stream): ReturnType<typeof quarterTurn> {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < 36) return 0
  return quarterTurn((Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) * 180) / Math.PI)
}

export function quotient({ num, den }: IRational): number | null {
  return num > 0 && den > 0 ? num / den : null
}
