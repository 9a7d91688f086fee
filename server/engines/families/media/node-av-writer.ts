import { AV_NOPTS_VALUE, AVFMT_GLOBALHEADER } from 'node-av/constants'
import { Dictionary, FormatContext, type IRational, type Packet, type Stream } from 'node-av/lib'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checked } from './node-av-input.ts'
import type { Plan } from './plan.ts'

/**
 * One stream of a result. It can be written to before the file is begun, since its packets then
 * wait.
 */
interface Port {
  /** Describes the stream once it is known; null until then. */
  describe: ((stream: Stream) => void) | null
  timeBase: IRational
  stream: Stream | null
  given: boolean
  /** When the packet before was to be decoded. */
  last: bigint
}

/** Bytes that wait for a stream to begin; FFmpeg's own patience is somewhat less. */
const PATIENCE = 64 * 1024 * 1024

/**
 * Writes a result: its header when all streams are known, then packets in their order, then what
 * belongs to the end.
 */
export class Writer {
  readonly wantsGlobalHeader: boolean
  readonly #context = new FormatContext()
  readonly #plan: Plan
  readonly #metadata: Record<string, string>
  readonly #onTime: (seconds: number) => void
  readonly #ports: Port[] = []
  #waiting: { port: Port; packet: Packet }[] = []
  #waitingBytes = 0
  #complete = false
  #begun = false

  constructor(plan: Plan, metadata: Record<string, string>, onTime: (seconds: number) => void) {
    this.#plan = plan
    this.#metadata = metadata
    this.#onTime = onTime
    checked(this.#context.allocOutputContext2(null, plan.muxer, `file:${plan.output}`), 'no muxer')
    this.wantsGlobalHeader = this.#context.oformat?.hasFlags(AVFMT_GLOBALHEADER) ?? false
  }

  /** Announces a stream; the header waits until it is described. */
  announce(): Port {
    const port: Port = {
      describe: null,
      timeBase: { num: 1, den: 1 },
      stream: null,
      given: true,
      last: AV_NOPTS_VALUE,
    }
    this.#ports.push(port)
    return port
  }

  /** Says what a stream is, and in which unit its packets count time. */
  describe(port: Port, timeBase: IRational, describe: (stream: Stream) => void): void {
    if (!port.given) throw tooLate()
    port.timeBase = timeBase
    port.describe = describe
    this.#beginWhenKnown()
  }

  /** Says that all streams are announced. */
  complete(): void {
    this.#complete = true
    this.#beginWhenKnown()
  }

  #beginWhenKnown(): void {
    if (this.#complete && !this.#begun && this.#ports.every((one) => one.describe)) this.#begin()
  }

  write(port: Port, packet: Packet): void {
    if (this.#begun) {
      this.#put(port, packet)
      return
    }
    const copy = packet.clone()
    if (!copy) return
    this.#waiting.push({ port, packet: copy })
    this.#waitingBytes += packet.size
    if (this.#waitingBytes > PATIENCE) this.#beginWithout()
  }

  /** Begins with the streams that have come so far. False where there is none. */
  #beginWithout(): boolean {
    for (const port of this.#ports) port.given = port.describe !== null
    if (!this.#ports.some(({ given }) => given)) return false
    this.#begin()
    return true
  }

  /** Ends the file. Streams that never came are left out. False where there was none at all. */
  finish(): boolean {
    if (!this.#begun && !this.#beginWithout()) return false
    checked(this.#context.interleavedWriteFrameSync(null), 'writing')
    checked(this.#context.writeTrailerSync(), 'writing')
    this.#context.closeOutputSync()
    this.#context.freeContext()
    return true
  }

  #begin(): void {
    for (const port of this.#ports) {
      if (!port.given) continue
      port.stream = this.#context.newStream()
      port.stream.timeBase = port.timeBase as never
      port.describe?.(port.stream)
      // Ogg keeps its comments with the stream, the others with the file.
      if (this.#plan.muxer === 'ogg' || this.#plan.muxer === 'opus')
        port.stream.metadata = Dictionary.fromObject(this.#metadata)
    }
    this.#context.metadata = Dictionary.fromObject(this.#metadata)
    checked(this.#context.openOutputSync(), 'writing')
    checked(this.#context.writeHeaderSync(Dictionary.fromObject(this.#plan.muxerOptions)), 'writing')
    this.#begun = true
    for (const { port, packet } of this.#waiting) {
      this.#put(port, packet)
      packet.free()
    }
    this.#waiting = []
  }

  #put(port: Port, packet: Packet): void {
    const { stream, timeBase } = port
    if (!stream) return
    const unit = stream.timeBase
    packet.streamIndex = stream.index
    packet.rescaleTs(timeBase, unit)
    packet.pos = -1n
    // Sources may go back in time for a moment; no container takes that.
    if (packet.dts !== AV_NOPTS_VALUE) {
      if (packet.dts <= port.last) packet.dts = port.last + 1n
      if (packet.pts !== AV_NOPTS_VALUE && packet.pts < packet.dts) packet.pts = packet.dts
      port.last = packet.dts
    }
    this.#onTime((Number(packet.pts) * unit.num) / unit.den)
    checked(this.#context.interleavedWriteFrameSync(packet), 'writing')
  }
}

const tooLate = () =>
  new EngineFailure(
    'source_unsupported',
    sentence`One of the tracks begins so late that the others could not wait for it. Cut off the part before it, or leave it out.`,
  )

export type { Port }
