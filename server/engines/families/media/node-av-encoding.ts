import { AV_CODEC_FLAG_GLOBAL_HEADER, AVERROR_EOF, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Codec, CodecContext, Frame, type Packet, Rational, type Stream } from 'node-av/lib'
import { mediaFailure } from './failures.ts'
import { Clock } from './node-av-clock.ts'
import { type Graph, kindOf, makeGraph } from './node-av-graph.ts'
import { checked, newPacket } from './node-av-input.ts'
import type { Port, Writer } from './node-av-writer.ts'
import type { EncodedTrack, Track } from './plan.ts'

type Encoded = EncodedTrack & Pick<Track, 'tag'>

/** One stream through decoder, filters and encoder. */
export class Encoding {
  /** No more output will follow. */
  done = false
  /** Number of unreadable packets. */
  lost = 0
  readonly #stream: Stream
  readonly #track: Encoded
  readonly #filter: string
  readonly #writer: Writer
  readonly #port: Port
  readonly #isVideo: boolean
  readonly #decoder = new CodecContext()
  readonly #frame = newFrame()
  readonly #filtered = newFrame()
  readonly #packet = newPacket()
  #graph: Graph | null = null
  #encoder: CodecContext | null = null
  /** Appended to the filters for encoders that need a fixed frame size. */
  #chunks = ''
  readonly #clock: Clock
  /** The end of the previous frame in the encoder's time base; for video frames, their start. */
  #last: bigint | null = null
  #frames = 0
  #quality = 0

  /**
   * `shift` is the source time that becomes zero, in the stream's time base; `filter` precedes the
   * track's own.
   */
  constructor(stream: Stream, track: Encoded, filter: string, shift: bigint, writer: Writer) {
    this.#stream = stream
    this.#track = track
    this.#filter = filter + track.filter
    this.#clock = new Clock(stream, shift)
    this.#writer = writer
    this.#port = writer.announce()
    this.#isVideo = stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO
    const codec = Codec.findDecoder(stream.codecpar.codecId)
    if (!codec) throw mediaFailure('decoder not found')
    this.#decoder.allocContext3(codec)
    checked(this.#decoder.parametersToContext(stream.codecpar), 'decoder')
    this.#decoder.pktTimebase = stream.timeBase
    this.#decoder.threadCount = this.#isVideo ? 2 : 1
    checked(this.#decoder.open2Sync(codec), 'decoder')
  }

  /** Processes a packet of the source, or null at its end. */
  push(packet: Packet | null): void {
    if (this.done) return
    const taken = this.#decoder.sendPacketSync(packet)
    if (taken < 0 && packet) this.lost += 1
    while (!this.done && this.#decoder.receiveFrameSync(this.#frame) >= 0) this.#decoded()
    if (packet || this.done) return
    if (this.#graph) {
      this.#graph.source.buffersrcAddFrameSync(null)
      this.#drain(this.#graph)
    }
    this.#end()
  }

  #decoded(): void {
    const frame = this.#frame
    frame.pts = this.#clock.timeOf(frame)
    const graph = this.#graphFor(frame)
    // A negative result means that the graph accepts no more frames; it is still drained.
    graph.source.buffersrcAddFrameSync(frame)
    frame.unref()
    this.#drain(graph)
  }

  #graphFor(frame: Frame): Graph {
    const kind = kindOf(this.#stream, frame, this.#clock.unit)
    if (this.#graph?.kind === kind) return this.#graph
    if (this.#graph) {
      // The video format has changed: drain the old filters first.
      this.#graph.source.buffersrcAddFrameSync(null)
      this.#drain(this.#graph, true)
      this.#graph.free()
    }
    this.#graph = makeGraph(kind, this.#filter + this.#chunks)
    if (!this.#encoder) {
      this.#encoder = this.#openEncoder(this.#graph)
      const { frameSize } = this.#encoder
      if (!this.#isVideo && frameSize > 0) {
        this.#chunks = `,asetnsamples=n=${frameSize}:p=0`
        this.#graph.free()
        this.#graph = makeGraph(kind, this.#filter + this.#chunks)
      }
    }
    return this.#graph
  }

  #openEncoder({ sink }: Graph): CodecContext {
    const codec = Codec.findEncoderByName(this.#track.encoder as never)
    if (!codec) throw mediaFailure(`unknown encoder ${this.#track.encoder}`)
    const encoder = new CodecContext()
    encoder.allocContext3(codec)
    if (this.#isVideo) {
      encoder.width = sink.buffersinkGetWidth()
      encoder.height = sink.buffersinkGetHeight()
      encoder.pixelFormat = sink.buffersinkGetFormat() as never
      encoder.sampleAspectRatio = sink.buffersinkGetSampleAspectRatio()
      encoder.timeBase = sink.buffersinkGetTimeBase()
      const rate = sink.buffersinkGetFrameRate()
      encoder.framerate = rate.num > 0 && rate.den > 0 ? rate : new Rational(25, 1)
      encoder.colorRange = sink.buffersinkGetColorRange()
      encoder.colorSpace = sink.buffersinkGetColorspace()
      encoder.colorPrimaries = this.#stream.codecpar.colorPrimaries
      encoder.colorTrc = this.#stream.codecpar.colorTrc
    } else {
      encoder.sampleRate = sink.buffersinkGetSampleRate()
      encoder.sampleFormat = sink.buffersinkGetFormat() as never
      encoder.channelLayout = sink.buffersinkGetChannelLayout()
      encoder.timeBase = new Rational(1, encoder.sampleRate)
    }
    if (this.#writer.wantsGlobalHeader) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    if (this.#track.tag) encoder.codecTag = this.#track.tag
    // One by one: `open2Sync` frees a dictionary that the garbage collector frees again.
    for (const [name, value] of Object.entries(this.#track.options))
      checked(encoder.setOption(name, value), 'encoder')
    checked(encoder.open2Sync(codec), 'encoder')
    this.#quality = encoder.globalQuality
    this.#writer.describe(this.#port, encoder.timeBase, (stream) => {
      checked(stream.codecpar.fromContext(encoder), 'encoder')
      if (this.#isVideo) stream.avgFrameRate = encoder.framerate
    })
    return encoder
  }

  /** Moves the filters' output to the encoder; `more` means that another graph follows. */
  #drain({ sink }: Graph, more = false): void {
    while (!this.done) {
      const answer = sink.buffersinkGetFrameSync(this.#filtered)
      if (answer === AVERROR_EOF && !more) this.#end()
      if (answer < 0) return
      this.#encode(sink.buffersinkGetTimeBase())
    }
  }

  #encode(timeBase: Rational): void {
    const frame = this.#filtered
    const encoder = this.#encoder
    if (!encoder) return
    frame.pts = rescaled(frame.pts, timeBase, encoder.timeBase)
    if (this.#last !== null && frame.pts <= this.#last) {
      // Drops a video frame that isn't later than the previous one; shifts audio forward.
      if (this.#isVideo) {
        frame.unref()
        return
      }
      frame.pts = this.#last
    }
    this.#last = frame.pts + BigInt(this.#isVideo ? 0 : frame.nbSamples)
    // The encoder decides the key frames.
    if (this.#isVideo) frame.pictType = 0 as never
    // With a fixed quality the encoder reads it from each frame.
    frame.quality = this.#quality
    checked(encoder.sendFrameSync(frame), 'encoder')
    frame.unref()
    this.#frames += 1
    this.#encoded()
    if (this.#track.frames && this.#frames >= this.#track.frames) this.#end()
  }

  #encoded(): void {
    const encoder = this.#encoder
    while (encoder && encoder.receivePacketSync(this.#packet) >= 0) {
      this.#writer.write(this.#port, this.#packet)
      this.#packet.unref()
    }
  }

  #end(): void {
    if (this.done) return
    this.done = true
    this.#encoder?.sendFrameSync(null)
    this.#encoded()
    this.#graph?.free()
    this.#graph = null
  }

  free(): void {
    this.#decoder.freeContext()
    this.#encoder?.freeContext()
    this.#frame.free()
    this.#filtered.free()
    this.#packet.free()
  }
}

function newFrame(): Frame {
  const frame = new Frame()
  frame.alloc()
  return frame
}

function rescaled(value: bigint, from: Rational, to: Rational): bigint {
  if (from.num === to.num && from.den === to.den) return value
  return BigInt(Math.round((Number(value) * from.num * to.den) / (from.den * to.num)))
}
