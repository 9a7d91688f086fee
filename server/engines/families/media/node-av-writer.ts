import { AV_NOPTS_VALUE, AVFMT_GLOBALHEADER } from 'node-av/constants'
import { Dictionary, FormatContext, type IRational, type Packet, type Stream } from 'node-av/lib'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checked } from './node-av-input.ts'
import type { Plan } from './plan.ts'

/** One output stream. Packets written before the header are queued. */
interface Port {
  /** Sets the stream's parameters; null until they are known. */
  describe: ((stream: Stream) => void) | null
  timeBase: IRational
  stream: Stream | null
  given: boolean
  /** The decoding timestamp of the previous packet. */
  last: bigint
}

/** Maximum queued bytes while a stream hasn't started; slightly above FFmpeg's limit. */
const PATIENCE = 64 * 1024 * 1024

/** Writes a result: the header when all streams are known, packets in order, then the trailer. */
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

  /** Registers a stream; the header waits for its description. */
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

  /** Sets a stream's parameters and the time base of its packets. */
  describe(port: Port, timeBase: IRational, describe: (stream: Stream) => void): void {
    if (!port.given) throw tooLate()
    port.timeBase = timeBase
    port.describe = describe
    this.#beginWhenKnown()
  }

  /** Marks that all streams are registered. */
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

  /** Writes the header with the streams known so far. False if there are none. */
  #beginWithout(): boolean {
    for (const port of this.#ports) port.given = port.describe !== null
    if (!this.#ports.some(({ given }) => given)) return false
    this.#begin()
    return true
  }

  /** Ends the file without streams that never started. False if no stream started. */
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
      // Ogg stores comments in the stream, other formats in the file.
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
    // Source timestamps may go back; containers require increasing ones.
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
