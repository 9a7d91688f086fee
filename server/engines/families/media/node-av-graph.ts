import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import {
  avGetPixFmtName,
  avGetSampleFmtName,
  type FilterContext,
  FilterGraph,
  type Frame,
  type Rational,
  type Stream,
} from 'node-av/lib'
import { checked } from './node-av-input.ts'

/** A filter graph with one source and one sink for a given frame format. */
export interface Graph {
  source: FilterContext
  sink: FilterContext
  /** The frame format of the graph; other formats need another graph. */
  kind: string
  free(): void
}

/**
 * The frame properties and time base that a graph depends on, in the syntax of FFmpeg's source
 * filters.
 */
export function kindOf(stream: Stream, frame: Frame, unit: Rational): string {
  const { num, den } = unit
  if (stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO) {
    const { width, height, sampleAspectRatio: pixel } = frame
    const rate = stream.avgFrameRate.num > 0 ? stream.avgFrameRate : stream.rFrameRate
    return [
      `video_size=${width}x${height}:pix_fmt=${avGetPixFmtName(frame.format as never)}:time_base=${num}/${den}`,
      `pixel_aspect=${pixel.num}/${Math.max(1, pixel.den)}`,
      ...(rate.num > 0 && rate.den > 0 ? [`frame_rate=${rate.num}/${rate.den}`] : []),
      `colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ].join(':')
  }
  const { mask, nbChannels } = frame.channelLayout
  const layout = mask === 0n ? `${nbChannels}c` : `0x${mask.toString(16)}`
  const format = avGetSampleFmtName(frame.format as never)
  return `time_base=${num}/${den}:sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${layout}`
}

export function makeGraph(kind: string, filter: string): Graph {
  const prefix = kind.startsWith('video_size') ? '' : 'a'
  const graph = new FilterGraph()
  graph.alloc()
  graph.nbThreads = 1
  checked(graph.parsePtr(`${prefix}buffer@in=${kind},${filter},${prefix}buffersink@out`), 'filter')
  checked(graph.configSync(), 'filter')
  const source = graph.getFilter(`${prefix}buffer@in`)
  const sink = graph.getFilter(`${prefix}buffersink@out`)
  if (!source || !sink) throw new Error('a filter graph without ends')
  return { source, sink, kind, free: () => graph.free() }
}
