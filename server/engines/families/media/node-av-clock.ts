import { AV_NOPTS_VALUE, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { type Frame, Rational, type Stream } from 'node-av/lib'

/** Maximum drift in seconds between audio timestamps and the sample count. */
const JITTER = 0.05

/**
 * Assigns start times to decoded frames. Video uses its timestamps; audio counts samples, since
 * many containers round timestamps, and only a real gap shifts it.
 */
export class Clock {
  /** The time base. */
  unit: Rational
  readonly #stream: Stream
  readonly #shift: bigint
  readonly #isVideo: boolean
  /** The expected start of the next frame; null before the first. */
  #next: number | null = null

  /** `shift` is the source time that becomes zero, in the stream's time base. */
  constructor(stream: Stream, shift: bigint) {
    this.#stream = stream
    this.#shift = shift
    this.#isVideo = stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO
    this.unit = stream.timeBase
  }

  timeOf(frame: Frame): bigint {
    if (!this.#isVideo && this.unit.den !== frame.sampleRate) {
      if (this.#next !== null) this.#next = Math.round((this.#next * frame.sampleRate) / this.unit.den)
      this.unit = new Rational(1, frame.sampleRate)
    }
    const said = this.#said(frame)
    const next = this.#next
    const counted =
      next !== null && (said === null || (!this.#isVideo && Math.abs(said - next) < JITTER * this.unit.den))
    const time = counted ? next : (said ?? 0)
    this.#next = time + this.#length(frame)
    return BigInt(time)
  }

  /** The frame's own timestamp, or null. */
  #said({ bestEffortTimestamp: time }: Frame): number | null {
    if (time === AV_NOPTS_VALUE) return null
    const ticks = Number(time - this.#shift)
    if (this.#isVideo) return ticks
    const { num, den } = this.#stream.timeBase
    return Math.round((ticks * num * this.unit.den) / den)
  }

  #length(frame: Frame): number {
    if (!this.#isVideo) return frame.nbSamples
    if (frame.duration > 0n) return Number(frame.duration)
    const { num: rate, den: per } = this.#stream.avgFrameRate
    return rate > 0 ? Math.max(1, Math.round((per * this.unit.den) / (rate * this.unit.num))) : 1
  }
}
